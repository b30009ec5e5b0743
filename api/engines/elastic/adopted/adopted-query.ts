import { allOf, anyOf, type Clause } from '#api/engines/elastic/queries.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { writtenForms } from '#shared/identity/identifiers/written-forms.ts'

/** Together with the forms of a number these stay below the clauses that a small server allows. */
const FIELDS_MAX = 48
const READINGS_MAX = 6
const WORD_MIN_CHARS = 2
/** Have a name of their own in whatever field; the rest only narrow. */
const NARROWING = ['birth_date', 'address', 'text']
const IN_WORDS = ['full_name', 'address', 'text']

type Part = Pick<Reading, 'kind' | 'value'>

/**
 * Documents that may fit any of the readings, those first that have more of what one asks. What was typed is always text:
 * no form of a query has a language of its own. Null where nothing can be asked.
 *
 * @param labels Paths of the fields, the most telling first.
 */
export function mayFit(readings: readonly Reading[], labels: readonly string[]): Clause | null {
  // A star or a circumflex would be read as more than a name.
  const fields = labels.filter(label => !/[*^]/.test(label)).slice(0, FIELDS_MAX)
  const clauses = readings
    .slice(0, READINGS_MAX)
    .map(reading => clauseOf(reading, fields))
    .filter(clause => clause !== null)
  return fields.length > 0 && clauses.length > 0 ? anyOf(clauses) : null
}

function clauseOf(reading: Reading, fields: readonly string[]): Clause | null {
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

function partClause({ kind, value }: Part, fields: readonly string[]): Clause | null {
  if (!IN_WORDS.includes(kind)) return anyOf(phrases(writtenForms(kind, value), fields))
  const words = value
    .split(/[\s,;]+/)
    .filter(word => word.replace(/\P{L}/gu, '').length >= WORD_MIN_CHARS || /^\d+$/.test(word))
  if (words.length === 0) return null
  const inWords = allOf(words.map(word => anyOf(phrases(spellingsOf(word), fields))))
  return words.length === 1 ? inWords : anyOf([inWords, ...phrases(spellingsOf(value), fields)])
}

/** Words of a name have few; a long text is asked as it is. */
const YO_MAX = 4

/** A field without an analyzer has a word only as it is written, and none of them takes «ё» for «е». */
function spellingsOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll('ё', 'е')
  const places = [...plain.matchAll(/е/g)].slice(0, YO_MAX).map(({ index }) => index)
  const withYo = places.map(at => `${plain.slice(0, at)}ё${plain.slice(at + 1)}`)
  const written = [text, plain, plain.toUpperCase(), ...[plain, ...withYo].map(capitalised)]
  return [...new Set(written)]
}

const capitalised = (text: string) => text.replace(/(?<!\p{L})\p{L}/gu, letter => letter.toUpperCase())

/** `lenient`: a word is no error where a field holds numbers. */
const phrases = (forms: readonly string[], fields: readonly string[]): Clause[] =>
  forms.map(query => ({ multi_match: { query, type: 'phrase', fields, lenient: true } }))
