import { CHILD_WORDS } from '#shared/identity/names/child-words.ts'
import { genderOfGiven, givenGroup, givenGroups, isKnownGiven } from '#shared/identity/names/given-names.ts'
import { isParticle, ownWordsOf, PARTICLES } from '#shared/identity/names/particles.ts'
import { parsePatronymic, patronymicKey } from '#shared/identity/names/patronymic.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { otherSurnameStems, surnameStem } from '#shared/identity/names/surname.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { memoize } from '#shared/identity/text/memoize.ts'

/**
 * Key form of a word of a name: the father of a patronymic, the group of a given name, else the stem of a surname.
 * It ignores the assigned part, so wrongly assigned parts give the same keys. «Саша» and «Joukov» have several.
 */
export const partForms = memoize((part: string): string[] => {
  if (parsePatronymic(part)) return [patronymicKey(part)]
  if (isKnownGiven(part)) return givenGroups(part)
  const others = otherSurnameStems(part)
  return others.length === 0 ? [surnameStem(part)] : uniqueForms([surnameStem(part), ...others])
})

/** The form of a whole surname; the halves of a double one are joined. */
export const surnameForm = memoize((surname: string): string =>
  halvesOf(surname)
    .map(half => partForms(half)[0] ?? '')
    .join('')
)

function halvesOf(part: string): string[] {
  return part.split(/[\s-]+/).filter(half => half !== '')
}

const HALF_MIN_CHARS = 3
const SEVERAL_WORDS = /[\s-]/

export interface NameForms {
  /** The whole surname, its other readings, then each half of a double one. */
  surnames: string[]
  givens: string[]
  patronymics: string[]
  /** First sounds of the given name or initial; several for «Саша». */
  givenInitials: string[]
  patronymicInitial: string
}

export function nameForms({ surname = '', given = '', patronymic = '' }: PersonName): NameForms {
  const second = given === '' ? UNKNOWN : givenForms(given)
  const third = patronymic === '' ? UNKNOWN : patronymicForms(patronymic)
  return {
    surnames: surname === '' ? UNKNOWN.forms : surnameForms(surname),
    givens: second.forms,
    patronymics: third.forms,
    givenInitials: second.initials,
    patronymicInitial: third.initials[0] ?? ''
  }
}

interface PartForms {
  forms: string[]
  initials: string[]
}
const UNKNOWN: PartForms = { forms: [], initials: [] }

const surnameForms = memoize((surname: string): string[] =>
  isWord(surname)
    ? uniqueForms([surnameForm(surname), ...otherForms(surname), ...surnameHalves(surname)])
    : UNKNOWN.forms
)
const otherForms = (surname: string): string[] =>
  SEVERAL_WORDS.test(surname) ? [] : partForms(surname).slice(1)

const givenForms = memoize((given: string): PartForms => {
  const forms = isWord(given) ? uniqueForms(wordsOfGiven(given)) : []
  return { forms, initials: uniqueForms([phoneticKey(given), ...forms].map(initialOf)) }
})
const patronymicForms = memoize(
  (patronymic: string): PartForms => ({
    forms: isWord(patronymic) ? partForms(patronymic) : [],
    initials: [initialOf(phoneticKey(patronymic))]
  })
)

function isWord(part: string): boolean {
  return part.length > 1 && phoneticKey(part) !== ''
}

/** Halves of a double surname; particles and single syllables are no halves. */
export function surnameHalves(surname: string): string[] {
  const halves = halvesOf(surname)
  return halves.length < 2
    ? []
    : halves.filter(half => half.length >= HALF_MIN_CHARS && !isParticle(half)).flatMap(partForms)
}

/** Forms of all words in alphabetical order, whatever part they have; null when each part is one word. */
export function wordForms({ surname = '', given = '', patronymic = '' }: PersonName): string[] | null {
  if (!isOfSeveral(surname) && !isOfSeveral(given) && !isOfSeveral(patronymic)) return null
  return formsOfWords(`${surname} ${given} ${patronymic}`)
}

const LONGEST_PARTICLE = Math.max(...[...PARTICLES, ...CHILD_WORDS].map(word => word.length))

const isOfSeveral = (part: string): boolean =>
  SEVERAL_WORDS.test(part) || (part.length <= LONGEST_PARTICLE && isParticle(part))

export function formsOfWords(text: string): string[] {
  return ownWordsOf(text)
    .filter(isWord)
    .map(word => partForms(word)[0] ?? '')
    .sort()
}

const CHILD_WORD = /[ -]\p{L}+$/u

/** Alternative forms of a patronymic, because sources drop оглы and кызы. None for other patronymics. */
export function otherFatherForms(patronymic: string, given: string): string[] {
  if (!isWord(patronymic)) return []
  if (parsePatronymic(patronymic))
    return CHILD_WORD.test(patronymic) ? partForms(patronymic.replace(CHILD_WORD, '')) : []
  return childForms(patronymic, given)
}

/** «Фикрет оглы» or «Фикрет кызы» by gender; both when the given name does not tell it. */
export function childForms(father: string, given: string): string[] {
  const gender = genderOfGiven(given)
  const group = givenGroup(father)
  return gender === undefined ? [`${group}+s`, `${group}+d`] : [`${group}+${gender === 'female' ? 'd' : 's'}`]
}

function wordsOfGiven(given: string): string[] {
  const words = halvesOf(given)
  if (words.length < 2) return partForms(given)
  return [phoneticKey(words.join('')), ...words.filter(isWord).flatMap(partForms)]
}

function initialOf(form: string): string {
  return form.charAt(0)
}

export function uniqueForms(values: string[]): string[] {
  return values.length > 1
    ? [...new Set(values)].filter(value => value !== '')
    : values.filter(value => value !== '')
}
