import { memoize } from '#shared/identity/text/memoize.ts'
import { GIVEN_NAMES } from './given-names-table.ts'
import { otherPhoneticKeys } from './latin-readings.ts'
import { phoneticKey } from './phonetic-key.ts'
import { tokenizeName } from './tokenize-name.ts'
import type { Gender } from './types.ts'

interface GivenName {
  group: string
  gender: Gender
  full: boolean
}

interface GivenNameTable {
  byWord: Map<string, GivenName[]>
  byPhoneticKey: Map<string, GivenName[]>
  /** Excludes Latin spellings: «Андреев» sounds like «Andrew» and is no given name. */
  byCyrillicKey: Map<string, GivenName[]>
  maleFullNames: string[]
  maleSpellings: string[]
}

function readTable(text: string): GivenNameTable {
  const table: GivenNameTable = {
    byWord: new Map(),
    byPhoneticKey: new Map(),
    byCyrillicKey: new Map(),
    maleFullNames: [],
    maleSpellings: []
  }
  for (const row of text.trim().split('\n')) {
    const [head = '', spellings = ''] = row.split('|')
    const [title = '', shortForms = ''] = head.split(':')
    const [mark, name = ''] = title.split(' ')
    const gender: Gender = mark === 'м' ? 'male' : 'female'
    const group = phoneticKey(name)
    if (gender === 'male') {
      table.maleFullNames.push(name)
      table.maleSpellings.push(...words(spellings))
    }
    for (const spelling of [name, ...words(spellings)]) add(table, spelling, { group, gender, full: true })
    for (const form of words(shortForms)) add(table, form, { group, gender, full: false })
  }
  return table
}

const LATIN = /[a-z]/

function words(text: string): string[] {
  return text.split(' ').filter(word => word !== '')
}

/** Cyrillic words are looked up as written, Latin ones by sound; full names first. */
function add({ byWord, byPhoneticKey, byCyrillicKey }: GivenNameTable, word: string, name: GivenName): void {
  addTo(byWord, plain(word), name)
  addTo(byPhoneticKey, phoneticKey(word), name)
  if (!LATIN.test(word)) addTo(byCyrillicKey, phoneticKey(word), name)
}

function addTo(names: Map<string, GivenName[]>, key: string, name: GivenName): void {
  const alike = names.get(key) ?? []
  if (alike.some(other => other.group === name.group && other.gender === name.gender)) return
  names.set(key, name.full ? [name, ...alike] : [...alike, name])
}

const UKRAINIAN = /[іїєґ]/g
const AS_RUSSIAN: Record<string, string> = { і: 'и', ї: 'и', є: 'е', ґ: 'г' }

function plain(word: string): string {
  return word.replaceAll('ё', 'е').replace(UKRAINIAN, letter => AS_RUSSIAN[letter] ?? letter)
}

const TABLE = readTable(GIVEN_NAMES)

const NO_GIVEN_NAMES: GivenName[] = []

/** «Анна-Мария» counts when both its words are full names. */
function doubleName(word: string): GivenName[] {
  const names = word.split('-').map(half => givenNames(half)[0])
  const [first] = names
  if (!first || !names.every(name => name?.full)) return NO_GIVEN_NAMES
  return [{ group: phoneticKey(word.replaceAll('-', '')), gender: first.gender, full: true }]
}

/** Full names first; several for a short form of several names. */
export const givenNames: (token: string) => GivenName[] = memoize((token: string) => {
  if (token.includes(' ')) return NO_GIVEN_NAMES
  const word = plain(tokenizeName(token)[0] ?? '')
  if (word.includes('-')) return doubleName(word)
  const exact = TABLE.byWord.get(word)
  if (exact) return exact
  const latin = LATIN.test(word)
  const alike = (latin ? TABLE.byPhoneticKey : TABLE.byCyrillicKey).get(phoneticKey(word)) ?? NO_GIVEN_NAMES
  const full = alike.filter(name => name.full)
  if (full.length > 0) return full
  if (!latin) return NO_GIVEN_NAMES
  return alike.length > 0 ? alike : (readElsewhere(word) ?? NO_GIVEN_NAMES)
})

/** «Guennadi» of France is «Геннадий». */
function readElsewhere(word: string): GivenName[] | undefined {
  for (const key of otherPhoneticKeys(word)) {
    const names = TABLE.byCyrillicKey.get(key)?.filter(name => name.full) ?? NO_GIVEN_NAMES
    if (names.length > 0) return names
  }
  return undefined
}

const MOST_GROUPS = 4

/** Groups of a word, several for «Саша»; else its phonetic key. */
export function givenGroups(token: string): string[] {
  const groups = [...new Set(givenNames(token).map(name => name.group))].slice(0, MOST_GROUPS)
  return groups.length > 0 ? groups : [phoneticKey(token)]
}

/** First group of a word: «Саша» gives that of Александр. */
export function givenGroup(token: string): string {
  return givenNames(token)[0]?.group ?? phoneticKey(token)
}

/** True for a given name of the table, full or short. */
export function isKnownGiven(token: string): boolean {
  return givenNames(token).length > 0
}

/** Whether the table itself has the word, not only a sound-alike. */
export function isListedGiven(word: string): boolean {
  return TABLE.byWord.has(plain(word))
}

export function genderOfGiven(token: string): Gender | undefined {
  const names = givenNames(token)
  const [first, ...others] = names[0]?.full ? names.filter(name => name.full) : names
  return first && others.every(other => other.gender === first.gender) ? first.gender : undefined
}

export function maleNames(): readonly string[] {
  return TABLE.maleFullNames
}

export function maleSpellings(): readonly string[] {
  return TABLE.maleSpellings
}
