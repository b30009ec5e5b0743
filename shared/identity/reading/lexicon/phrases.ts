import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { classifyNameWord, isGivenOrPatronymic } from '#shared/identity/names/name-word.ts'
import { isParticiple } from '#shared/identity/reading/lexicon/documents.ts'
import type { Token } from '#shared/identity/reading/tokens.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { isLabel, LEXICON, type LexiconTag } from './words.ts'

export interface Phrase {
  from: number
  to: number
  tag: LexiconTag
}

interface Row {
  words: readonly string[]
  tag: LexiconTag
}

const ENDING_MAX = 4
const ENDED = '*'

const OF_TABLE = IDENTIFIER_KINDS.map(kind => [kind, kindReaderOf(kind).labels] as const)

const rows: Row[] = [...OF_TABLE, ...Object.entries(LEXICON)].flatMap(([tag, phrases]) =>
  phrases.split(';').map(phrase => ({
    tag: tag as LexiconTag,
    words: phrase.trim().toLowerCase().replaceAll('ё', 'е').split(/[ /]/)
  }))
)
const WHICH = [
  'бывш*',
  'гражданск*',
  'родн*',
  'двоюродн*',
  'старш*',
  'младш*',
  'перв*',
  'втор*',
  'трет*',
  'нынешн*',
  'покойн*',
  'экс'
]
const ofKin = rows.filter(({ tag, words }) => tag === 'kin' && words.length === 1)
rows.push(...ofKin.flatMap(({ tag, words }) => WHICH.map(which => ({ tag, words: [which, ...words] }))))
const byFirstWord = Map.groupBy(rows, ({ words: [first = ''] }) => first)

const isWord = (pattern: string, word: string): boolean =>
  pattern.endsWith(ENDED)
    ? word.startsWith(pattern.slice(0, -1)) && word.length <= pattern.length - 1 + ENDING_MAX
    : word === pattern

const NONE: readonly Row[] = []

const rowsOf = memoize((word: string): readonly Row[] => {
  let candidates = byFirstWord.get(word) ?? NONE
  for (let length = Math.max(2, word.length - ENDING_MAX); length <= word.length; length += 1) {
    const ended = byFirstWord.get(word.slice(0, length) + ENDED)
    if (ended) candidates = [...candidates, ...ended]
  }
  return candidates
})

/** «№ телефона», «ИНН клиента» */
const NUMBER_OF = /^(?:№|номер)$/u
const OF_WHOM =
  /^(?:клиента|владельца|абонента|заявителя|сотрудника|покупателя|получателя|отправителя|руководителя|директора|организации|компании|физлица|юрлица)$/u
/** Tokens of a label before its colon: «Телефон получателя:». */
const LABEL_TOKENS_MAX = 5
const IN_LABEL = /^[(),/.-]$/
const NUMBERED = /^\d{1,2}$/

/** Phrases of the lexicon in a line, including shorter ones at the same place. */
export function phrasesIn(tokens: readonly Token[]): Phrase[] {
  const phrases: Phrase[] = []
  for (const [from, token] of tokens.entries()) {
    if (token.kind !== 'word') continue
    // «Ву» is a surname, «ВУ» and «ву» are labels.
    const isName =
      token.text.length === 2 &&
      token.text !== token.lower &&
      token.text !== token.text.toUpperCase() &&
      !isUnfilled(tokens, from + 1)
    // A capital by itself is an initial.
    const isInitial = token.text.length === 1 && token.text !== token.lower && !isShouted(tokens, from)
    if (isParticiple(token.lower)) phrases.push({ from, to: from + 1, tag: 'event' })
    for (const { words, tag } of rowsOf(token.lower)) {
      if ((isName || (isInitial && from > 0)) && words.length === 1) continue
      // «Долгова» is no debt.
      if (
        tag === 'paper' &&
        words.length === 1 &&
        words[0]?.endsWith(ENDED) &&
        classifyNameWord(token.lower).likeness === 2
      )
        continue
      const to = endOf(tokens, from, words)
      const mayBeInitials = isInitial && (from > 0 || tag !== 'preposition')
      if (to <= from || (mayBeInitials && areInitials(tokens, from, to))) continue
      phrases.push({ from, to, tag })
      if (!isLabel(tag)) continue
      const begin = NUMBER_OF.test(tokens[from - 1]?.lower ?? '') ? from - 1 : from
      const end = OF_WHOM.test(tokens[to]?.lower ?? '') ? to + 1 : to
      const colon = colonBehind(tokens, end)
      if (begin < from || end > to) phrases.push({ from: begin, to: end, tag })
      if (colon > to) phrases.push({ from: begin, to: colon, tag })
    }
  }
  joinLabels(tokens, phrases)
  return phrases
}

/** «тел/ватсап» is a label of either; a network says less than the kind of its number. */
function joinLabels(tokens: readonly Token[], phrases: Phrase[]): void {
  const labels = Map.groupBy(
    phrases.filter(({ tag }) => isLabel(tag) && tag !== 'field'),
    ({ from }) => from
  )
  for (const { from, to, tag } of phrases) {
    if (!isLabel(tag) || tag === 'field' || to - from > JOINED_TOKENS_MAX) continue
    const dot = tokens[to]?.text === '.' ? to + 1 : to
    const sign = tokens[dot]?.text ?? ''
    for (const next of labels.get(BESIDE.test(sign) ? dot + 1 : dot) ?? []) {
      const isOfNetwork = next.tag === 'messenger' || tag === 'messenger'
      if (!isOfNetwork && sign !== '/') continue
      const end = sign === '(' && tokens[next.to]?.text === ')' ? next.to + 1 : next.to
      for (const one of new Set([tag, next.tag]))
        if (one !== 'messenger' || next.tag === tag) phrases.push({ from, to: end, tag: one })
    }
  }
}
const BESIDE = /^(?:[/\\+,&(]|и)$/u
const JOINED_TOKENS_MAX = 3

const isShouted = (tokens: readonly Token[], at: number): boolean =>
  [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text ?? ''].every(
    text => text.length > 2 && text === text.toUpperCase()
  )

/** «Вк: нет» */
const isUnfilled = (tokens: readonly Token[], at: number): boolean => {
  const { text = '', lower = '' } = tokens[at] ?? {}
  return LABEL_SIGN.test(text) || rowsOf(lower).some(({ tag }) => tag === 'empty')
}
const LABEL_SIGN = /^[:=.–—-]$/

/** «Примеров Д. Р.» without a date behind. */
function areInitials(tokens: readonly Token[], from: number, to: number): boolean {
  const at = tokens[to]?.text === '.' ? to + 1 : to
  const written = tokens.slice(from, to)
  const letters = written.filter(({ kind }) => kind === 'word').length
  // Not before a colon: «Ф.И.О.:».
  if (letters > 2 || LABEL_SIGN.test(tokens[at]?.text ?? '')) return false
  if (isDateAt(tokens, at) && !isLoneSurname(tokens, from - 1)) return false
  return written.every(({ text, lower, kind }) => kind === 'mark' || (text.length === 1 && text !== lower))
}

function isDateAt(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at], tokens[at + 1]]
  if (first?.kind !== 'number') return false
  const isDay = first.text.length <= 2 && (DATE_SIGN.test(second?.text ?? '') || second?.kind === 'word')
  return isDay || YEAR_OR_DAY.test(first.text)
}
const DATE_SIGN = /^[./-]$/
const YEAR_OR_DAY = /^(?:(?:19|20)\d{2}|\d{8})$/

const isLoneSurname = (tokens: readonly Token[], at: number): boolean => {
  const [surname, before] = [tokens[at], tokens[at - 1]]
  return (
    surname?.kind === 'word' &&
    classifyNameWord(surname.lower).likeness === 2 &&
    (before?.kind !== 'word' || !isOfName(before.lower))
  )
}
const isOfName = (word: string): boolean => {
  const nameWord = classifyNameWord(word)
  return nameWord.likeness === 2 || isGivenOrPatronymic(nameWord)
}

/** Position of the colon that ends a longer label; 0 without one. */
function colonBehind(tokens: readonly Token[], to: number): number {
  for (let at = to; at < Math.min(tokens.length, to + LABEL_TOKENS_MAX); at += 1) {
    const { kind = 'mark', text = '' } = tokens[at] ?? {}
    if (text === ':') return at
    if (kind === 'number' ? !NUMBERED.test(text) : kind === 'mark' && !IN_LABEL.test(text)) return 0
  }
  return 0
}

const SUFFIX = /^\p{L}{1,3}$/u
const SIGN_INSIDE = /^[./,(]$/

/** End of the phrase, 0 when absent. Dots and slashes may stand between its words. */
function endOf(tokens: readonly Token[], from: number, words: readonly string[]): number {
  let at = from
  for (const [place, word] of words.entries()) {
    if (place > 0) while (SIGN_INSIDE.test(tokens[at]?.text ?? '')) at += 1
    if (!isWord(word, tokens[at]?.lower ?? '')) return 0
    at += 1
    // «зарегистрирован(а)»
    if (tokens[at]?.text === '(' && SUFFIX.test(tokens[at + 1]?.text ?? '') && tokens[at + 2]?.text === ')')
      at += 3
  }
  return tokens[at]?.text === ')' && tokens.slice(from, at).some(({ text }) => text === '(') ? at + 1 : at
}
