import { composeText } from '#shared/identity/text/compose.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import type { PartyRole } from '#shared/labels/parties.ts'
import { PARTY_WORDS, type PartyWords, SAME_NAME_WORDS } from './words-table.ts'

/** What the words of a header say of whose the column is. */
export interface PartyHeader {
  /** Null where no word of the lexicon says it. */
  role: Exclude<PartyRole, 'other'> | null
  /** The name is another one of somebody named already. */
  isSameName: boolean
  /** «Телефон 2»; '' without one. */
  number: string
  /** The header without the words of the role, '' where they are all of it. */
  rest: string
  words: readonly string[]
}

interface Phrase {
  role: Exclude<PartyRole, 'other'>
  words: readonly string[]
}

/** The longest ending of a Russian word beside its stem: «учащ-егося» is a form of its own. */
const ENDING_MAX = 4

const phrasesOf = (text: string): string[][] => text.split(' ').map(phrase => phrase.split('+'))

const PHRASES: readonly Phrase[] = Object.entries<PartyWords>(PARTY_WORDS)
  .flatMap(([role, { words }]) =>
    phrasesOf(words).map((phrase): Phrase => ({ role: role as Phrase['role'], words: phrase }))
  )
  .sort((a, b) => b.words.length - a.words.length)

const SAME_NAME = phrasesOf(SAME_NAME_WORDS)

const isForm = (word: string, pattern: string): boolean =>
  pattern.endsWith('*')
    ? word.startsWith(pattern.slice(0, -1)) && word.length - pattern.length < ENDING_MAX
    : word === pattern

const placeOf = (words: readonly string[], phrase: readonly string[]): number =>
  words.findIndex((_, at) => phrase.every((pattern, next) => isForm(words[at + next] ?? '', pattern)))

const NUMBER_AT_END = /(\d{1,3})$/

/** Words in lower case, «motherName» as two. */
export const headerWords = (label: string): string[] =>
  composeText(label)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/\p{L}+|\p{N}+/gu) ?? []

/** Whose a column is, as its header says it. */
export const readPartyHeader = memoize((label: string): PartyHeader => {
  const all = headerWords(label)
  const number = NUMBER_AT_END.exec(all.at(-1) ?? '')?.[1] ?? ''
  const words = number === '' ? all : all.slice(0, -1)
  const isSameName = SAME_NAME.some(phrase => placeOf(words, phrase) >= 0)
  for (const { role, words: phrase } of PHRASES) {
    const at = placeOf(words, phrase)
    if (at < 0) continue
    const rest = [...words.slice(0, at), ...words.slice(at + phrase.length)].join(' ')
    return { role, isSameName, number, rest, words }
  }
  return { role: null, isSameName, number, rest: words.join(' '), words }
})
