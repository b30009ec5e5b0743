import { CHILD_WORDS } from '#shared/identity/names/child-words.ts'
import { genderOfGiven, givenGroup, givenGroups, isKnownGiven } from '#shared/identity/names/given-names.ts'
import { isParticle, ownWordsOf, PARTICLES } from '#shared/identity/names/particles.ts'
import { parsePatronymic, patronymicKey } from '#shared/identity/names/patronymic.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { otherSurnameStems, surnameStem } from '#shared/identity/names/surname.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { memoize } from '#shared/identity/text/memoize.ts'

/**
 * The form of a word of a name in composite keys: a patronymic by its father, a given name by its group, anything else as
 * a surname without the ending of its gender. It does not depend on the part, so a record whose parts were assigned
 * wrongly has the same keys. Several for «Саша», and for a Latin word that another language reads otherwise: «Joukov».
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

/** The forms of the parts of a name. An initial has none. */
export interface NameForms {
  /** The whole surname, then as it is read elsewhere, then each half of a double one. */
  surnames: string[]
  /** Groups of the given name; of a double one the whole, then those of its words. */
  givens: string[]
  patronymics: string[]
  /** First sound of the given name, known at least as an initial; several for «Саша». */
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
/** Of a Latin word as it is read elsewhere. */
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

/** Each half of a double surname by itself; none of a single one. A particle or a syllable is no half. */
export function surnameHalves(surname: string): string[] {
  const halves = halvesOf(surname)
  return halves.length < 2
    ? []
    : halves.filter(half => half.length >= HALF_MIN_CHARS && !isParticle(half)).flatMap(partForms)
}

/**
 * The forms of all words of a name in alphabetical order, however they were shared out among its parts, without initials and
 * particles. Null where each part is one word: then the parts are the words.
 */
export function wordForms({ surname = '', given = '', patronymic = '' }: PersonName): string[] | null {
  if (!isOfSeveral(surname) && !isOfSeveral(given) && !isOfSeveral(patronymic)) return null
  return formsOfWords(`${surname} ${given} ${patronymic}`)
}

const LONGEST_PARTICLE = Math.max(...[...PARTICLES, ...CHILD_WORDS].map(word => word.length))

const isOfSeveral = (part: string): boolean =>
  SEVERAL_WORDS.test(part) || (part.length <= LONGEST_PARTICLE && isParticle(part))

/** The same of a text in lower case. */
export function formsOfWords(text: string): string[] {
  return ownWordsOf(text)
    .filter(isWord)
    .map(word => partForms(word)[0] ?? '')
    .sort()
}

const CHILD_WORD = /[ -]\p{L}+$/u

/**
 * Other forms under which a record may hold the patronymic of a query, because sources leave the ending of «Фикрет оглы»
 * out: with оглы or кызы for a bare father's name, without it for a Turkic patronymic. None for any other.
 */
export function otherFatherForms(patronymic: string, given: string): string[] {
  if (!isWord(patronymic)) return []
  if (parsePatronymic(patronymic))
    return CHILD_WORD.test(patronymic) ? partForms(patronymic.replace(CHILD_WORD, '')) : []
  return childForms(patronymic, given)
}

/** «Фикрет оглы», «Фикрет кызы» by the gender of the child; both where the given name does not tell it. */
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
