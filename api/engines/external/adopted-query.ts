import type { Reading } from '#shared/contracts/reading.ts'
import { writtenForms } from '#shared/identity/identifiers/written-forms.ts'
import type { SearchedFields } from './searched-fields.ts'

const READINGS_MAX = 6
const WORD_MIN_CHARS = 2
/** Three words have six orders; the rest only narrows. */
const PATTERN_WORDS_MAX = 3
/** Kinds with names of their own; others only narrow. */
const NARROWING = ['birth_date', 'address', 'text']
const IN_WORDS = ['full_name', 'address', 'text']

type Part = Pick<Reading, 'kind' | 'value'>

export type Clause = Record<string, unknown>

const allOf = (clauses: readonly Clause[]): Clause => ({ bool: { filter: clauses } })
const anyOf = (clauses: readonly Clause[]): Clause =>
  clauses.length === 1 && clauses[0] ? clauses[0] : { bool: { should: clauses, minimum_should_match: 1 } }

interface AdoptedQuery {
  query: Clause
  /** A match may exist although nothing is found. */
  isPartial: boolean
}

/** Input is always text, never query syntax. Null when there is nothing to ask. */
export function adoptedQueryOf(readings: readonly Reading[], fields: SearchedFields): AdoptedQuery | null {
  const clauses = readings
    .slice(0, READINGS_MAX)
    .map(reading => clauseOf(reading, fields))
    .filter(clause => clause !== null)
  if (fields.plain.length + fields.nested.size === 0 || clauses.length === 0) return null
  const inWords = readings.some(({ kind, parts = [] }) =>
    [kind, ...parts.map(part => part.kind)].some(each => IN_WORDS.includes(each))
  )
  const isUncertain = inWords && fields.wholeValues.length > 0 && !fields.isSmall
  return {
    query: anyOf(clauses),
    isPartial: !fields.isWhole || readings.length > READINGS_MAX || isUncertain
  }
}

function clauseOf(reading: Reading, fields: SearchedFields): Clause | null {
  if (!reading.parts) return partClause(reading, fields)
  const parts = reading.parts.flatMap(part => {
    const clause = partClause(part, fields)
    return clause ? [{ clause, narrows: NARROWING.includes(part.kind) }] : []
  })
  const telling = parts.filter(({ narrows }) => !narrows)
  const all = parts.map(({ clause }) => clause)
  if (all.length === 0) return null
  if (telling.length === 0) return allOf(all)
  const [must, should] = [
    telling.map(({ clause }) => clause),
    all.map(filter => ({ constant_score: { filter } }))
  ]
  return { bool: { filter: [anyOf(must)], should } }
}

function partClause({ kind, value }: Part, fields: SearchedFields): Clause | null {
  if (!IN_WORDS.includes(kind)) return anyOf(phrases(writtenForms(kind, value), fields))
  const words = value
    .split(/[\s,;]+/)
    .filter(word => word.replace(/\P{L}/gu, '').length >= WORD_MIN_CHARS || /^\d+$/.test(word))
  if (words.length === 0) return null
  const inWords = allOf(words.map(word => anyOf(phrases(spellingsOf(word), fields))))
  const inWholeValues = fields.wholeValues.map(label => containsAll(words, label, fields.isSmall))
  if (words.length === 1) return anyOf([inWords, ...inWholeValues])
  return anyOf([inWords, ...phrases(spellingsOf(value), fields), ...inWholeValues])
}

/** A keyword that contains all words in any case; with too many terms, one that begins with them in any order. */
function containsAll(words: readonly string[], label: string, isAnywhere: boolean): Clause {
  const lower = words.slice(0, PATTERN_WORDS_MAX).map(word => word.toLowerCase())
  const like = (value: string) => ({ wildcard: { [label]: { value } } })
  if (isAnywhere)
    return allOf(
      lower.map(word =>
        anyOf([afterFirst(word), afterFirst(word.toUpperCase())].map(end => like(`*?${end}*`)))
      )
    )
  const written = ordersOf(lower).flatMap(order => [
    order.map(patternOf),
    order.map(word => patternOf(capitalised(word))),
    order.map(word => patternOf(word.toUpperCase()))
  ])
  return anyOf(written.map(order => like(`${order.join('*')}*`)))
}

/** Case-insensitive matching covers ASCII only. */
const afterFirst = (word: string): string => patternOf([...word].slice(1).join(''))

function ordersOf(items: readonly string[]): string[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((first, at) => ordersOf(items.toSpliced(at, 1)).map(rest => [first, ...rest]))
}

/** `?` matches any sign, so «е» matches «ё». */
const patternOf = (word: string): string =>
  word.replace(/[*?\\]/g, sign => `\\${sign}`).replace(/[её]/gi, '?')

const YO_MAX = 4

/** Unanalysed fields need exact spellings, and none treats «ё» as «е». */
function spellingsOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll('ё', 'е')
  const places = [...plain.matchAll(/е/g)].slice(0, YO_MAX).map(({ index }) => index)
  const withYo = places.map(at => `${plain.slice(0, at)}ё${plain.slice(at + 1)}`)
  const written = [text, plain, plain.toUpperCase(), ...[plain, ...withYo].map(capitalised)]
  return [...new Set(written)]
}

const capitalised = (text: string) => text.replace(/(?<!\p{L})\p{L}/gu, letter => letter.toUpperCase())

/** `lenient`, because a field may hold numbers. */
const phrases = (forms: readonly string[], { plain, nested }: SearchedFields): Clause[] =>
  forms.flatMap(query => {
    const among = (fields: readonly string[]) => ({
      multi_match: { query, type: 'phrase', fields, lenient: true }
    })
    const inObjects = [...nested].map(([path, fields]) => ({
      nested: { path, query: among(fields), ignore_unmapped: true }
    }))
    return plain.length > 0 ? [among(plain), ...inObjects] : inObjects
  })
