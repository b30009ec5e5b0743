import type { Reading } from '#shared/contracts/reading.ts'
import type { NameParts } from '#shared/identity/names/assign-name-parts.ts'
import {
  hasObliquePatronymic,
  isNominative,
  isSurelyOblique,
  nominativesOfSurname,
  readAgreeing,
  readOblique
} from '#shared/identity/names/oblique.ts'
import { parsePatronymic } from '#shared/identity/names/patronymic.ts'
import { splitName } from '#shared/identity/names/split-name.ts'
import { hasForeignPart } from '#shared/identity/reading/lexicon/common-words.ts'
import {
  nameReading,
  type RecognizedName,
  recognizeName
} from '#shared/identity/reading/recognizers/recognize-name.ts'
import { memoizeTexts } from '#shared/identity/text/memoize.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

const CYRILLIC = /[а-яё]/i

const BY_PATRONYMIC = 0.92
/** Below the typed name, which still finds records written in that case. */
const BELOW_LITERAL = 0.02
/** «Иванова Ивана» is hardly a woman; the gap keeps a match of that name lower. */
const BY_GIVEN_NAME = 0.92
/** «Мороза Родиона»: the other word may be any noun. */
const BY_AGREEMENT = 0.75
const AS_WRITTEN = 0.6
/** «Примеровым»: one word is as likely other text. */
const LONE_SURNAME = 0.6
const CAPITAL = /^\p{Lu}/u

/** A name as typed and in the nominative, surer first; without a patronymic the nominative. Null for other text. */
export const obliqueReadings = (name: string, text: string): Reading[] | null =>
  readingsOf(name === text ? name : `${name}\n${text}`)

/** Repeated words ask again. */
const readingsOf = memoizeTexts((names: string): Reading[] | null => {
  const [name = '', text = name] = names.split('\n')
  return readingsInCases(name, text, recognizeName(name))
})

function readingsInCases(name: string, text: string, evidence: RecognizedName): Reading[] | null {
  if (mayBeLoneSurname(evidence) && CYRILLIC.test(name)) {
    const readings = surnameReadings(name, text, evidence)
    if (readings) return readings
  }
  if (!mayBeOblique(name, evidence)) return null
  const pieces = splitName(name)
  const words = pieces && pieces.initials.length === 0 ? pieces.words : []
  const usual = readOblique(words)
  const agreeing = usual === null && CAPITAL.test(name) ? readAgreeing(words) : null
  const oblique = usual ?? agreeing
  if (!pieces || !oblique || hasForeignPart(name, pieces.words, { surname: oblique.written.surname ?? '' }))
    return null
  const { written, nominative } = oblique
  const declined = (confidence: number) =>
    nameReading(nominative, text, { confidence, note: READING_NOTES.oblique })
  const literal = (name: NameParts, confidence: number) =>
    nameReading(name, text, { confidence }, name === written ? [] : evidence.names)
  return written.patronymic !== undefined
    ? [literal(written, BY_PATRONYMIC), declined(BY_PATRONYMIC - BELOW_LITERAL)]
    : [declined(agreeing ? BY_AGREEMENT : BY_GIVEN_NAME), literal(evidence.names[0] ?? written, AS_WRITTEN)]
}

const mayBeLoneSurname = ({ names: [best], words }: RecognizedName): boolean =>
  words > 0 && best?.surname !== undefined && (best.given === undefined || best.given.length === 1)

/** «Примеровым И. А.» in each nominative. A lone word needs a plain ending and a capital. */
function surnameReadings(
  name: string,
  text: string,
  { names: [best], ...evidence }: RecognizedName
): Reading[] | null {
  const pieces = evidence.words <= 3 ? splitName(name) : null
  const [surname, ...others] = pieces?.words ?? []
  if (!pieces || !best || surname === undefined || others.length > 0 || best.surname !== surname) return null
  const isLone = pieces.initials.length === 0
  const isOblique = isSurelyOblique(surname)
  if (isLone && (!isOblique || !CAPITAL.test(name))) return null
  const nominatives = nominativesOfSurname(surname)
  if (nominatives.length === 0) return null
  const { surname: _, ...initials } = best
  const highest = isLone ? LONE_SURNAME : isOblique ? BY_GIVEN_NAME : evidence.confidence - BELOW_LITERAL
  const declined = nominatives.map((family, at) =>
    nameReading({ ...initials, surname: family, written: family }, text, {
      confidence: highest - at * BELOW_LITERAL,
      note: READING_NOTES.oblique
    })
  )
  const confidence = isLone ? evidence.confidence : isOblique ? AS_WRITTEN : evidence.confidence
  const literal = nameReading(best, text, { confidence })
  return isOblique ? [...declined, literal] : [literal, ...declined]
}

/** Two words without a patronymic, or an oblique patronymic. */
function mayBeOblique(name: string, { names: [best], words }: RecognizedName): boolean {
  if (best?.patronymic !== undefined && parsePatronymic(best.patronymic)) return false
  if (!CYRILLIC.test(name)) return false
  if (words !== 2 || hasObliquePatronymic(name)) return hasObliquePatronymic(name)
  return !isNominative(best?.surname ?? '', best?.given ?? '')
}
