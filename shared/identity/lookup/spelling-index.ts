import {
  isLatin,
  isOneEdit,
  isOneTypo,
  NAME_PART_CHARS_MAX,
  phoneticVariants,
  soundsAlike
} from '#shared/identity/names/edit-distance.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { type CooccurrenceFilter, joinFilters } from './cooccurrence-filter.ts'
import { nameForms, partForms, surnameForm } from './name-key.ts'
import { isOrganisationSpelling } from './organisation-words.ts'

/** A part of a name as written, with its form in composite keys. */
export interface Spelling {
  spelling: string
  form: string
}

export interface KnownSpelling extends Spelling {
  /** Binary logarithm of the count, rounded down. */
  magnitude: number
  /** Signature of the other parts in names that have it. */
  beside: CooccurrenceFilter
}

/** Shorter words have too many neighbours: «Ли» is one letter from half of all short names. */
const NEAR_MIN_CHARS = 3

/** Spelling entries of a name: «Иванова» is spelled `иванова` and has the form `ivanov`. */
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

export const formsOfSpelling = memoize((spelling: string): readonly string[] => {
  if (isOrganisationSpelling(spelling)) return [spelling]
  const { givens } = nameForms({ given: spelling, labelled: false, written: '' })
  return [...new Set([surnameForm(spelling), ...partForms(spelling), ...givens])]
})

export function normalizeSpelling(part = ''): string {
  return part.toLowerCase().replaceAll('ё', 'е')
}

export function spellingKeys(spelling: string): string[] {
  return [...deleteVariants(spelling).map(deleteKey), soundKey(phoneticKey(spelling))]
}

/** Keys of the spellings near a word, including phonetic variants: one Latin letter may stand for two Cyrillic ones. */
export function neighbourKeys(word: string): string[] {
  return isLatin(word) ? [...phoneticVariants(word)].map(soundKey) : deleteVariants(word).map(deleteKey)
}

const deleteKey = (variant: string) => `near:${variant}`
const soundKey = (sound: string) => `sound:${sound}`

export function deleteVariants(word: string): string[] {
  if (word.length > NAME_PART_CHARS_MAX) return [word]
  const forms = new Set([word])
  for (let at = 0; at < word.length; at += 1) forms.add(word.slice(0, at) + word.slice(at + 1))
  return [...forms]
}

export function correctableWords({ surname = '', given = '', patronymic = '' }: PersonName): string[] {
  return [surname, given, patronymic].map(normalizeSpelling).filter(word => word.length >= NEAR_MIN_CHARS)
}

interface Neighbour {
  form: string
  /** Signature of the other parts in names that have it. */
  beside: CooccurrenceFilter
  /** About as frequent as the queried word, and too frequent to be an error: another name. */
  isOtherName: boolean
}

export interface Neighbourhood {
  /** Some record has exactly this word. */
  attested: boolean
  /** The likeliest forms first. */
  neighbours: Neighbour[]
}

/** A frequent short word has many neighbours. */
const NEIGHBOURS_MAX = 400
/** Binary logarithm of a count that no typing error reaches. */
const FREQUENT_MAGNITUDE = 4
/** A word is at least this much more frequent than an error in it. */
const ERROR_MAGNITUDES = 5

/** Selects the neighbours among the spellings that `neighbourKeys` found. */
export function neighbourhoodOf(word: string, spellings: readonly KnownSpelling[]): Neighbourhood {
  const isOrganisations = isOrganisationSpelling(word)
  const ofKind = spellings.filter(({ spelling }) => isOrganisationSpelling(spelling) === isOrganisations)
  const isLatinWord = isLatin(word)
  const isSame = (spelling: string) => spelling === word || soundsAlike(word, spelling)
  // A word that sounds the same may have another form.
  const isNear = (spelling: string) =>
    isLatinWord || isLatin(spelling)
      ? isOneTypo(word, spelling) || soundsAlike(word, spelling)
      : isOneEdit(word, spelling)
  // People hardly mistype the first letter, and seldom the last one.
  const strangeness = ({ spelling }: Spelling) =>
    (spelling[0] === word[0] ? 0 : 2) + (spelling.at(-1) === word.at(-1) ? 0 : 1)
  const same = ofKind.filter(({ spelling }) => isSame(spelling))
  const own = Math.max(-1, ...same.map(({ magnitude }) => magnitude))
  const isOtherName = (magnitude: number) =>
    Math.min(own, magnitude) >= FREQUENT_MAGNITUDE && Math.abs(own - magnitude) < ERROR_MAGNITUDES
  const byForm = new Map<string, Neighbour>()
  const near = ofKind.filter(({ spelling }) => isNear(spelling))
  for (const { form, beside, magnitude } of near.sort((a, b) => strangeness(a) - strangeness(b))) {
    const sameForm = byForm.get(form)
    byForm.set(form, {
      form,
      beside: sameForm ? joinFilters(sameForm.beside, beside) : beside,
      isOtherName: isOtherName(magnitude) && (sameForm?.isOtherName ?? true)
    })
  }
  return { attested: same.length > 0, neighbours: [...byForm.values()].slice(0, NEIGHBOURS_MAX) }
}
