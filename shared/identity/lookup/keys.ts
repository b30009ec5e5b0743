import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { type NameForms, nameForms, surnameForm, wordForms } from './name-key.ts'
import { markedSurnameKey, surnameFormOf } from './surname-keys.ts'

const WORDS_PER_RECORD = 64
/** Kinds whose values may lack their end. */
const SHORTENED_KINDS = IDENTIFIER_KINDS.filter(kind => kindReaderOf(kind).shorter)
const LONG_NUMBER = /^w:\d{5,}$/

/*
 * Every kind of key. T is the part-neutral form of a part of a name (`name-key.ts`); S, G, P are T of surname, given name
 * and patronymic; g, p their first sounds. A double surname and each of its halves count as a surname of their own.
 *
 * | key                | of a record that has                       | looked up for                             |
 * |--------------------|--------------------------------------------|-------------------------------------------|
 * | `3:S G P` sorted   | all three parts                            | a full name                               |
 * | `3:` `2:` of words | a part of several words: all words of the  | the same words in any order               |
 * |                    | name but particles, sorted                 |                                           |
 * | `2:A B` sorted     | surname and given name; given name and     | a name of two words                       |
 * |                    | patronymic, or surname and patronymic,     |                                           |
 * |                    | when the third is unknown                  |                                           |
 * | `o:S G` sorted     | surname, given name, no whole patronymic   | a full name (no patronymic stored)        |
 * | `i:S g`            | surname, given name or its initial         | «Иванов И.»                               |
 * | `i:S g p`          | the same and patronymic or its initial     | «Иванов И.И.»                             |
 * | `n:S g`            | the same as `i:S g`, no patronymic at all  | «Иванов И.И.» (no second initial stored)  |
 * | `j:S g p`          | surname and two initials only              | a full name                               |
 * | `j:S g`            | surname and one initial only               | a full name, surname and given name       |
 * | `k:S g`            | surname and two initials only              | surname and given name                    |
 * | `t:T`              | a part of a name, each word of it          | a lone part, parts without a composite    |
 * | `2d:A B date`      | a pair as in `2:`, full date of birth      | name and date                             |
 * | `d:date` `y:year`  | a full date of birth                       | a date, a year; with a surname or initials|
 * | `u:year`           | a date of birth without its day            | a year; a full date, looser               |
 * | `kind:value`       | an identifier of the table, `snils:…`      | it                                        |
 * | `r:plate`          | a plate without its region                 | a plate with a region                     |
 * | `w:word`           | a word of its texts, at most 64 a record   | all words of a text                       |
 * | `s:S`              | a surname of no gender's form; `s:S m`,    | a lone surname: the surname column, not   |
 * |                    | `s:S f` one of his form, of hers           | in the key array                          |
 */

/** The keys under which a record is found, each once; placeholders give none. */
export function recordKeys(attributes: Attributes): string[] {
  const keys = new Set<string>()
  const days = attributes.birthDates.filter(date => date.day).map(isoDate)
  for (const name of attributes.names) addNameKeys(keys, name, days)
  for (const name of attributes.wholeNames ?? []) addNameKeys(keys, name, days)
  for (const date of attributes.birthDates) {
    if (date.day) keys.add(`d:${isoDate(date)}`).add(`y:${date.year}`)
    else keys.add(yearOnlyKey(date))
  }
  for (const kind of IDENTIFIER_KINDS)
    for (const value of attributes.identifiers[kind]) if (!isPlaceholder(value)) keys.add(`${kind}:${value}`)
  for (const kind of SHORTENED_KINDS)
    for (const value of attributes.identifiers[kind]) {
      const short = kindReaderOf(kind).shorter?.(value) ?? value
      keys.add(short !== value ? `${kind}:${short}` : `r:${value}`)
    }
  return [...keys].concat(wordKeys(attributes.words))
}

/** Key of the ordered look-up of a lone surname; null when the record has none. */
export function surnameKey(attributes: Attributes): string | null {
  const named = attributes.names.find(hasSurname) ?? attributes.wholeNames?.find(hasSurname)
  return named?.surname ? keyOfSurname(named.surname) : null
}

const keyOfSurname = memoize((surname: string): string =>
  markedSurnameKey(loneSurnameKey(surname), surnameFormOf(surname))
)

const hasSurname = ({ surname = '' }: PersonName): boolean => surname.length > 1

/** The same for the surname of a query, whatever its form. */
export function loneSurnameKey(surname: string): string {
  return `s:${surnameForm(surname)}`
}

/** A full date is looked up by its day, any other by its year. */
export function dateKeys(date: PartialDate): string[] {
  return date.day ? [`d:${isoDate(date)}`] : [`y:${date.year}`, yearOnlyKey(date)]
}

/** `u:1981` of a record without the day. */
export function yearOnlyKey(date: PartialDate): string {
  return `u:${date.year}`
}

export const partKey = (form: string): string => `t:${form}`
export const wordKey = (word: string): string => `w:${word}`

/** `days` are full dates of birth. */
function addNameKeys(keys: Set<string>, name: PersonName, days: string[]) {
  const forms = nameForms(name)
  addWordsOfName(keys, name)
  const { surnames, givens, patronymics, givenInitials, patronymicInitial } = forms
  for (const forms of [surnames, givens, patronymics]) for (const form of forms) keys.add(partKey(form))
  for (const surname of surnames) {
    for (const given of givens) {
      for (const patronymic of patronymics) keys.add(tripleKey(surname, given, patronymic))
      if (patronymics.length === 0) keys.add(`o:${sortedPair(surname, given)}`)
    }
    for (const initial of givenInitials) {
      keys.add(initialsKey('i', surname, initial))
      if (patronymicInitial !== '') keys.add(initialsKey('i', surname, initial, patronymicInitial))
      else keys.add(initialsKey('n', surname, initial))
      if (givens.length > 0) continue
      keys.add(initialsKey('j', surname, initial, patronymicInitial))
      if (patronymicInitial !== '') keys.add(initialsKey('k', surname, initial))
    }
  }
  const pairs = pairKeys(forms)
  for (const pair of pairs) keys.add(`2:${pair}`)
  for (const day of days) for (const pair of pairs) keys.add(`2d:${pair} ${day}`)
}

/** Words of a name are found whichever part they were assigned to. */
function addWordsOfName(keys: Set<string>, name: PersonName) {
  const words = wordForms(name)
  if (!words) return
  for (const form of words) keys.add(partKey(form))
  const all = wholeKey(words)
  if (all !== null) keys.add(all)
}

/** Key of all words of a name in any order; null for a lone word. */
export function wholeKey(words: readonly string[]): string | null {
  return words.length < 2 ? null : `${words.length === 2 ? 2 : 3}:${words.join(' ')}`
}

export function pairKeys({ surnames, givens, patronymics }: NameForms): string[] {
  const [left, right] =
    surnames.length === 0
      ? [givens, patronymics]
      : givens.length === 0
        ? [surnames, patronymics]
        : [surnames, givens]
  const pairs: string[] = []
  for (const one of left) for (const other of right) pairs.push(sortedPair(one, other))
  return pairs
}

export function tripleKey(surname: string, given: string, patronymic: string): string {
  const [low, high] = surname < given ? [surname, given] : [given, surname]
  if (patronymic < low) return `3:${patronymic} ${low} ${high}`
  return patronymic < high ? `3:${low} ${patronymic} ${high}` : `3:${low} ${high} ${patronymic}`
}

export function sortedPair(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}

export function initialsKey(
  kind: 'i' | 'j' | 'k' | 'n',
  surname: string,
  given: string,
  patronymic = ''
): string {
  return patronymic === '' ? `${kind}:${surname} ${given}` : `${kind}:${surname} ${given} ${patronymic}`
}

/** Long numbers first, because they tell records apart. */
function wordKeys(words: readonly string[]): string[] {
  const keys = words.map(wordKey)
  if (keys.length <= WORDS_PER_RECORD) return keys
  const numbers = keys.filter(key => LONG_NUMBER.test(key))
  const others = keys.filter(key => !LONG_NUMBER.test(key))
  return [...numbers, ...others].slice(0, WORDS_PER_RECORD)
}
