import { memoize } from '#shared/identity/text/memoize.ts'
import type { NameParts } from './assign-name-parts.ts'
import { CASES, type Case, CONSONANT_ENDING, GIVEN, nominativeOf, STEM_MIN, SURNAME } from './declensions.ts'
import { givenNames, isListedGiven } from './given-names.ts'
import { endsAsPatronymic, parsePatronymic } from './patronymic.ts'
import { surnameLikeness } from './surname.ts'
import type { Gender } from './types.ts'

/** A name in an oblique case, in lower case, as written and in the nominative. */
interface ObliqueName {
  written: NameParts
  nominative: NameParts
}

const GENDERS: readonly Gender[] = ['male', 'female']

const knownGiven =
  (gender: Gender) =>
  (candidates: string[]): string | undefined =>
    candidates.find(name => givenNames(name).some(one => one.gender === gender))

const surnameIn = (name: string, gender: Gender, at: Case) =>
  nominativeOf(name, at, SURNAME[gender], ([first]) => first)

const MALE_PATRONYMIC = /^(.{2,}[иы]ч)(а|у|ем|ом|е)$/
const FEMALE_PATRONYMIC = /^(.{2,}(?:овн|евн|ичн|ишн))(ы|е|у|ой|ою)$/
type CasesOf = Record<string, readonly Case[]>
const CASES_OF_ENDING: CasesOf = { а: [0, 2], у: [1], ем: [3], ом: [3], е: [4], ы: [0], ой: [3], ою: [3] }
const CASES_OF_DAUGHTER: CasesOf = { ...CASES_OF_ENDING, е: [1, 4], у: [2] }

interface ObliquePatronymic {
  nominative: string
  gender: Gender
  cases: readonly Case[]
}

/** @param isThird The name has three words, so that «Фокича» is no surname. */
function obliquePatronymic(word: string, isThird: boolean): ObliquePatronymic | null {
  const [, son, sonEnding = ''] = MALE_PATRONYMIC.exec(word) ?? []
  if (son && (parsePatronymic(son) || (isThird && endsAsPatronymic(son))))
    return { nominative: son, gender: 'male', cases: CASES_OF_ENDING[sonEnding] ?? [] }
  const [, daughter, ending = ''] = FEMALE_PATRONYMIC.exec(word) ?? []
  if (!daughter || !parsePatronymic(`${daughter}а`)) return null
  return { nominative: `${daughter}а`, gender: 'female', cases: CASES_OF_DAUGHTER[ending] ?? [] }
}

const MAY_HOLD_PATRONYMIC = /(?:[иы]ч(?:а|у|ем|ом|е)|[ви]ч?н(?:ы|е|у|ой|ою))(?!\p{L})/iu

export const hasObliquePatronymic = (text: string): boolean => MAY_HOLD_PATRONYMIC.test(text)

/** «Андреевича» in lower case. */
export const isObliquePatronymic = memoize(
  (word: string): boolean => hasObliquePatronymic(word) && obliquePatronymic(word, true) !== null
)

/** Reads lower-case words as a name in an oblique case; null when unlikely. */
export function readOblique(words: readonly string[]): ObliqueName | null {
  const [first, second, third] = words
  if (first === undefined || second === undefined) return null
  for (const [at, word] of words.entries()) {
    const patronymic = at === 0 ? null : obliquePatronymic(word, third !== undefined)
    if (patronymic) return withPatronymic(words, at, patronymic)
  }
  if (third !== undefined) return null
  return withoutPatronymic(first, second) ?? withoutPatronymic(second, first)
}

/** «Анны» in lower case: a given name in an oblique case only. */
export const isObliqueGiven = memoize(
  (word: string): boolean =>
    !isListedGiven(word) &&
    CASES.some(at =>
      GENDERS.some(gender => nominativeOf(word, at, GIVEN[gender], knownGiven(gender)) !== undefined)
    )
)

/** A given name of the table beside a possible surname in the nominative. */
export function isNominative(first: string, second: string): boolean {
  if (!isListedGiven(first) && !isListedGiven(second)) return false
  return !isObliqueSurname(first) && !isObliqueSurname(second)
}

/** The given name precedes its patronymic, the rest is the surname. */
function withPatronymic(
  words: readonly string[],
  place: number,
  { nominative, gender, cases }: ObliquePatronymic
): ObliqueName | null {
  const given = words[place - 1] ?? ''
  const surname = words.filter((_, at) => at < place - 1 || at > place).join('-')
  const written: NameParts = { given, patronymic: words[place] ?? '' }
  if (surname !== '') written.surname = surname
  let unchanged: ObliqueName | null = null
  for (const at of cases) {
    // Some leave the given name as it is: «Ивановой Любовь Петровны».
    const listed = knownGiven(gender)
    const first =
      nominativeOf(given, at, GIVEN[gender], names => listed(names) ?? names[0]) ?? listed([given])
    const family = surname === '' ? '' : surnameIn(surname, gender, at)
    if (first === undefined || family === undefined) continue
    const parts: NameParts = { given: first, patronymic: nominative }
    if (family !== '') parts.surname = family
    if (family !== surname) return { written, nominative: parts }
    unchanged ??= { written, nominative: parts }
  }
  return unchanged
}

/** Hardly a nominative: «Ивановой», «Вишневскому». */
const OBLIQUE_SURNAME = /(?:(?:ов|ев|ёв|ин|ын)(?:ой|у|ым)|[сц]к(?:ого|ому|им|ую))$/
const isObliqueSurname = memoize((word: string): boolean => OBLIQUE_SURNAME.test(word))

const withoutPatronymic = (surname: string, given: string): ObliqueName | null =>
  inOneCase(surname, given, family => surnameLikeness(family) > 0)

/** Two words, one an oblique given name, the other agreeing in case and gender: «Мороз Инну». Null otherwise. */
export function readAgreeing([first, second, ...others]: readonly string[]): ObliqueName | null {
  if (first === undefined || second === undefined || others.length > 0) return null
  const [surname, given] = isObliqueGiven(second) ? [first, second] : [second, first]
  if (surname.length <= STEM_MIN || !isObliqueGiven(given) || isObliqueGiven(surname)) return null
  const isDeclined = (family: string, gender: Gender): boolean =>
    family !== surname || (gender === 'female' && CONSONANT_ENDING.test(surname))
  return inOneCase(surname, given, isDeclined)
}

function inOneCase(
  surname: string,
  given: string,
  isSurname: (family: string, gender: Gender) => boolean
): ObliqueName | null {
  for (const at of CASES)
    for (const gender of GENDERS) {
      const first = nominativeOf(given, at, GIVEN[gender], knownGiven(gender))
      const family = first === undefined || first === given ? undefined : surnameIn(surname, gender, at)
      if (first && family && isSurname(family, gender))
        return { written: { surname, given }, nominative: { surname: family, given: first } }
    }
  return null
}

/** No surname has these endings in the nominative. */
const NO_NOMINATIVE =
  /(?:(?<=\p{L}(?:ов|ев|ёв|ин|ын))(?:ой|ою|у|ым|ом|е)|(?<=[сц]к)(?:им|ом|ую)|(?<=\p{L}{3})(?:ого|ому|его|ему))$/u
/** Hardly nominative endings: the rest need not look like a surname, «Морозом». */
const HARDLY_NOMINATIVE = /(?:у|ю|[оеё]м)$/
const NOUN = /[бвгджзклмнпрстфхцчшщь]$/
const WOMAN_ADJECTIVE = /(?:ая|яя)$/

/** True for «Примеровым», false for «Примерова», which may be a woman's nominative. */
export const isSurelyOblique = (surname: string): boolean => surname.split('-').every(isWithoutNominative)
const isWithoutNominative = (half: string): boolean => NO_NOMINATIVE.test(half)

/** Possible nominatives of a lower-case surname without other hints; empty when there is no other. */
export function nominativesOfSurname(surname: string): string[] {
  const nominatives = new Set<string>()
  if (WOMAN_ADJECTIVE.test(surname)) return []
  const isHardlyNominative = HARDLY_NOMINATIVE.test(surname)
  const isAnyNoun = isSurelyOblique(surname)
  for (const gender of GENDERS)
    for (const at of CASES) {
      const family = surnameIn(surname, gender, at)
      if (family === undefined || family === surname) continue
      if (isAnyNoun || surnameLikeness(family) > 0 || (isHardlyNominative && NOUN.test(family)))
        nominatives.add(family)
    }
  return [...nominatives]
}
