import { composeText } from '#shared/identity/text/compose.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import type { PartyRole } from '#shared/labels/parties.ts'
import { NAME_WORDS, PARTY_WORDS, SAME_NAME_QUALIFIERS, SAME_NAME_WORDS } from './words-table.ts'

export interface PartyHeader {
  /** Null when the lexicon has no word of it. */
  role: Exclude<PartyRole, 'other'> | null
  /** Index among people of that role; 0 by default. */
  group: number
  isSameName: boolean
  /** «Телефон 2»; '' without one. */
  number: string
  /** Header without the words of the role. */
  rest: string
  words: readonly string[]
}

interface Phrase {
  role: Exclude<PartyRole, 'other'> | null
  group: number
  words: readonly string[]
}

/** Longest Russian ending: «учащ-егося». */
const ENDING_MAX = 4

const phrasesOf = (text: string, role: Phrase['role']): Phrase[] =>
  text
    .split(' | ')
    .flatMap((words, group) => words.split(' ').map(phrase => ({ role, group, words: phrase.split('+') })))

const START_CHARS = 3

/** Indexed by first letters, because a file may have a thousand headers. */
const byStart = (phrases: readonly Phrase[]): ReadonlyMap<string, readonly Phrase[]> =>
  Map.groupBy(phrases, ({ words: [first = ''] }) => first.slice(0, START_CHARS))

/** Longer phrases first: «контактное лицо» before «лицо». */
const PARTIES = byStart(
  Object.entries(PARTY_WORDS)
    .flatMap(([role, { words }]) => phrasesOf(words, role as Phrase['role']))
    .sort((a, b) => b.words.length - a.words.length)
)
const SAME_NAMES = byStart(phrasesOf(SAME_NAME_WORDS, null))
const QUALIFIERS = byStart(phrasesOf(SAME_NAME_QUALIFIERS, null))
const NAMES = byStart(phrasesOf(NAME_WORDS, null))

const isForm = (word: string, pattern: string): boolean =>
  pattern.endsWith('*')
    ? word.startsWith(pattern.slice(0, -1)) && word.length - pattern.length < ENDING_MAX
    : word === pattern

/** Longest phrase among the words, with its position. */
const findPhrase = (
  words: readonly string[],
  phrases: ReadonlyMap<string, readonly Phrase[]>
): { phrase: Phrase; at: number } | null => {
  let longest: { phrase: Phrase; at: number } | null = null
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const phrase = phrases
      .get(word.slice(0, START_CHARS))
      ?.find(({ words: patterns }) =>
        patterns.every((pattern, next) => isForm(words[at + next] ?? '', pattern))
      )
    if (phrase && phrase.words.length > (longest?.phrase.words.length ?? 0)) longest = { phrase, at }
  }
  return longest
}

const NUMBER_AT_END = /(\d{1,3})$/

/** Lower case, split at capitals, «Manager's» as one word. */
export const headerWords = (label: string): string[] =>
  composeText(label)
    .replace(/(\p{L})[’']s(?!\p{L})/gu, '$1')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/\p{L}+|\p{N}+/gu) ?? []

/** A qualifier right before a role belongs to that person: «бывшая жена». */
const hasSameName = (words: readonly string[], roleAt: number | undefined): boolean => {
  if (findPhrase(words, SAME_NAMES)) return true
  const qualifier = findPhrase(words, QUALIFIERS)
  return qualifier !== null && qualifier.at + 1 !== roleAt && findPhrase(words, NAMES) !== null
}

const groupOf = ({ role, group }: Phrase, words: readonly string[]): number => {
  const { words: all = '', alone } = role === null ? {} : PARTY_WORDS[role]
  return words.length === 1 && words[0] === alone ? all.split(' | ').length - 1 : group
}

export const readPartyHeader = memoize((label: string): PartyHeader => {
  const all = headerWords(label)
  const number = NUMBER_AT_END.exec(all.at(-1) ?? '')?.[1] ?? ''
  const words = number === '' ? all : all.slice(0, -1)
  const named = findPhrase(words, PARTIES)
  const isSameName = hasSameName(words, named?.at)
  if (!named) return { role: null, group: 0, isSameName, number, rest: words.join(' '), words }
  const { phrase, at } = named
  const rest = [...words.slice(0, at), ...words.slice(at + phrase.words.length)].join(' ')
  return { role: phrase.role, group: groupOf(phrase, words), isSameName, number, rest, words }
})
