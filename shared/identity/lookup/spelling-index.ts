import {
  isLatin,
  isOneTypo,
  NAME_PART_CHARS_MAX,
  phoneticVariants,
  soundsAlike
} from '#shared/identity/names/edit-distance.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { nameForms, partForms, surnameForm } from './name-key.ts'

/** A part of a name as somebody wrote it, and the form in which composites are made of it. */
export interface Spelling {
  /** Lower case, ё as е. */
  spelling: string
  form: string
}

/** Shorter words have too many neighbours: «Ли» is one letter away from half of all short names. */
const NEAR_MIN_CHARS = 3

/** What the vocabulary learns from a name: «Иванова» is written `иванова` and stands for `ivanov`. */
export function spellingsOf(name: PersonName): Spelling[] {
  const spellings: Spelling[] = []
  const add = (part: string | undefined, forms: string[]) => {
    const spelling = normalizeSpelling(part)
    if (spelling.length >= NEAR_MIN_CHARS) for (const form of forms) spellings.push({ spelling, form })
  }
  const { surname = '', given, patronymic } = name
  if (surname !== '') add(surname, [surnameForm(surname)])
  const halves = surname.split(/[\s-]+/).filter(half => half !== '')
  if (halves.length > 1) for (const half of halves) add(half, partForms(half))
  const forms = nameForms({ given: given ?? '', patronymic: patronymic ?? '', labelled: false, written: '' })
  add(given, forms.givens)
  add(patronymic, forms.patronymics)
  return spellings
}

/** A part of a name as the vocabulary writes it; '' for none. */
export function normalizeSpelling(part = ''): string {
  return part.toLowerCase().replaceAll('ё', 'е')
}

/** Under which a spelling is kept: with at most one letter dropped, and as it sounds in any script. */
export function spellingKeys(spelling: string): string[] {
  return [...deleteVariants(spelling).map(deleteKey), soundKey(phoneticKey(spelling))]
}

/**
 * Under which spellings near a word are asked. A Latin word stands for a Cyrillic one, in which a wrong letter may be
 * two (`ts`, `ch`): everything that it may have been is asked by its sound.
 */
export function neighbourKeys(word: string): string[] {
  return isLatin(word) ? [...phoneticVariants(word)].map(soundKey) : deleteVariants(word).map(deleteKey)
}

const deleteKey = (variant: string) => `near:${variant}`
const soundKey = (sound: string) => `sound:${sound}`

/**
 * The word and everything that is left of it when one letter is dropped. Two words that are one error apart (a letter
 * dropped, inserted, replaced, or two neighbours swapped) share one of these.
 */
export function deleteVariants(word: string): string[] {
  if (word.length > NAME_PART_CHARS_MAX) return [word]
  const forms = new Set([word])
  for (let at = 0; at < word.length; at += 1) forms.add(word.slice(0, at) + word.slice(at + 1))
  return [...forms]
}

/** The words of a name whose neighbours are worth asking for. */
export function correctableWords({ surname = '', given = '', patronymic = '' }: PersonName): string[] {
  return [surname, given, patronymic].map(normalizeSpelling).filter(word => word.length >= NEAR_MIN_CHARS)
}

/** What the vocabulary says of a word of a query. */
export interface Neighbourhood {
  /** Some record writes exactly this. */
  attested: boolean
  /** Forms of the words that are one typing error away, the likeliest first. */
  forms: string[]
}

/** A common short word has many neighbours; so many forms of a word are asked. */
const NEIGHBOURS_MAX = 40

/** Picks what concerns a word out of the spellings that its `neighbourKeys` found. */
export function neighbourhoodOf(word: string, spellings: readonly Spelling[]): Neighbourhood {
  // A word that sounds the same may have been given another form.
  const neighbours = spellings.filter(
    ({ spelling }) => isOneTypo(word, spelling) || soundsAlike(word, spelling)
  )
  // Hardly anybody mistypes the first letter of a word, and the last one seldom.
  const strangeness = ({ spelling }: Spelling) =>
    (spelling[0] === word[0] ? 0 : 2) + (spelling.at(-1) === word.at(-1) ? 0 : 1)
  const forms = neighbours.sort((a, b) => strangeness(a) - strangeness(b)).map(({ form }) => form)
  return {
    attested: spellings.some(({ spelling }) => spelling === word || soundsAlike(word, spelling)),
    forms: [...new Set(forms)].slice(0, NEIGHBOURS_MAX)
  }
}
