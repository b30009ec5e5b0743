import { foldToken } from './fold.ts'
import { nameForms, partKeys, wholeKey } from './name-key.ts'
import type { PersonName } from './types.ts'

/** A part of a name as somebody wrote it, folded, and the form in which composites are made of it. */
export interface Spelling {
  spelling: string
  form: string
}

/** Shorter words have too many neighbours: «Ли» is one letter away from half of all short names. */
const NEAR_MIN_CHARS = 3

/** What the vocabulary learns from a name: «Иванова» is written `ivanova` and stands for `ivanov`. */
export function spellingsOf(name: PersonName): Spelling[] {
  const spellings: Spelling[] = []
  const add = (part: string | undefined, forms: string[]) => {
    const spelling = foldToken(part ?? '')
    if (spelling.length >= NEAR_MIN_CHARS) for (const form of forms) spellings.push({ spelling, form })
  }
  const { surname = '', given, patronymic } = name
  if (surname !== '') add(surname, [wholeKey(surname)])
  const halves = surname.split(/[\s-]+/).filter(half => half !== '')
  if (halves.length > 1) for (const half of halves) add(half, partKeys(half))
  const forms = nameForms({ given: given ?? '', patronymic: patronymic ?? '', labelled: false, written: '' })
  add(given, forms.givens)
  add(patronymic, forms.patronymics)
  return spellings
}

/**
 * The word and everything that is left of it when one letter is dropped. Two words that are one error apart (a letter
 * dropped, inserted, replaced, or two neighbours swapped) share one of these.
 */
export function droppedForms(word: string): string[] {
  const forms = new Set([word])
  for (let at = 0; at < word.length; at += 1) forms.add(word.slice(0, at) + word.slice(at + 1))
  return [...forms]
}

/** Whether one letter dropped, inserted, replaced, or two neighbours swapped make one word of the other. */
export function isOneErrorApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const rest = (word: string, skipped: number) => word.slice(start + skipped)
  if (one.length > other.length) return rest(one, 1) === rest(other, 0)
  if (one.length < other.length) return rest(one, 0) === rest(other, 1)
  const swapped = one[start] === other[start + 1] && one[start + 1] === other[start]
  return rest(one, 1) === rest(other, 1) || (swapped && rest(one, 2) === rest(other, 2))
}

/** The words of a name whose neighbours are worth asking for. */
export function nearWordsOf({ surname = '', given = '', patronymic = '' }: PersonName): string[] {
  return [surname, given, patronymic].map(foldToken).filter(word => word.length >= NEAR_MIN_CHARS)
}
