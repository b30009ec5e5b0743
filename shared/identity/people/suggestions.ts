import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { partForms } from '#shared/identity/lookup/name-key.ts'
import { normalizeSpelling } from '#shared/identity/lookup/spelling-index.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { formatNamePart } from '#shared/identity/names/display-part.ts'
import { isLatin, isOneTypo } from '#shared/identity/names/edit-distance.ts'
import { classifyNameWord } from '#shared/identity/names/name-word.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { isOrganization, isPlaceWord } from '#shared/identity/reading/lexicon/place-words.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { APOSTROPHES } from '#shared/identity/text/homoglyphs.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

const SUGGESTIONS = 3
const WORD = new RegExp(`\\p{L}[\\p{L}${APOSTROPHES}-]+`, 'gu')
/** Other lines are not searched for their name alone. */
const NAME_KINDS: ReadonlySet<ReadingKind> = new Set<ReadingKind>([
  'full_name',
  'birth_date',
  'text',
  'address',
  'combined'
])

/** Frequency of lower-case spellings; absent when no record has one. */
type Magnitudes = ReadonlyMap<string, number>

/**
 * Suggests lines with each mistyped word as found records have it, most frequent first, or the nominative of an oblique
 * line. Never a rarer word, nor an unknown one for a known name. Empty when the best record has the name as typed.
 * @param candidates Attributes of the found records, best first.
 */
export function suggestLines(
  { query, readings }: SearchPlan,
  candidates: readonly Attributes[],
  magnitudes: Magnitudes
): string[] {
  const kinds = readings.flatMap(({ kind, parts = [] }) => [kind, ...parts.map(part => part.kind)])
  if (!kinds.includes('full_name') || !kinds.every(kind => NAME_KINDS.has(kind))) return []
  const [likeliest] = readings
  const nominative = readings.find(({ note }) => note?.includes(READING_NOTES.oblique))?.value
  const typed = likeliest?.note?.includes(READING_NOTES.layout) ? likeliest.value : query
  const lines = nominative === undefined ? [typed] : [nominative, typed]
  const corrections = new Map<string, string | null>()
  const tidy = tidierOf(readings)
  const correctBy = (name: PersonName) =>
    corrections.getOrInsertComputed(exactly(name), () => {
      const corrected = correct(lines, name, magnitudes)
      return corrected && tidy(corrected)
    })
  const counts = new Map<string, number>()
  for (const [at, { names }] of candidates.entries()) {
    const corrected = names.map(correctBy).find(other => other !== null)
    if (corrected) counts.set(corrected, (counts.get(corrected) ?? 0) + 1)
    else if (at === 0 && corrected === undefined) return []
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SUGGESTIONS)
    .map(([corrected]) => corrected)
}

const exactly = ({ surname, given, patronymic }: PersonName): string => `${surname}|${given}|${patronymic}`

/** The first line with a word corrected; null when the name has its words, '' without a likelier one. */
function correct(
  [line = '', ...otherLines]: readonly string[],
  { surname = '', given = '', patronymic = '' }: PersonName,
  magnitudes: Magnitudes
): string | null {
  const parts = [surname, given, patronymic].flatMap(part => part.split(' ')).filter(part => part.length > 1)
  const spellings = parts.map(normalizeSpelling)
  const isAsTyped = (one: string) =>
    one.match(WORD)?.every(typed => spellings.includes(normalizeSpelling(typed)))
  if (isAsTyped(line) || otherLines.some(isAsTyped)) return null
  let changed = false
  let foreign = false
  let rarer = false
  const corrected = line.replace(WORD, typed => {
    const word = normalizeSpelling(typed)
    const same = parts[spellings.indexOf(word)] ?? parts.find(part => isSameForm(part, word))
    if (same !== undefined)
      return formatNamePart(isLatin(same) === isLatin(word) ? typed.toLowerCase() : same)
    const neighbour = parts.find((_, at) => isOneTypo(word, spellings[at] ?? ''))
    if (neighbour === undefined) return typed
    if (!isLikelier(normalizeSpelling(neighbour), word, magnitudes)) {
      rarer = true
      return typed
    }
    changed = true
    foreign ||= isLatin(neighbour) && !isLatin(word)
    return formatNamePart(neighbour)
  })
  if (!changed) return rarer ? '' : null
  return foreign ? '' : corrected
}

const wordsIn = (readings: readonly Reading[], wanted: ReadingKind): ReadonlySet<string> =>
  new Set(
    readings
      .flatMap(reading => reading.parts ?? reading)
      .filter(({ kind }) => kind === wanted)
      .flatMap(({ terms }) => terms.join(' ').toLowerCase().match(WORD) ?? [])
  )

const SPACE_BEFORE_SIGN = / +(?=[,;])/g
const SHORT_WORD = 3

/** Capitalizes names and places left as typed. */
function tidierOf(readings: readonly Reading[]): (line: string) => string {
  const names = wordsIn(readings, 'full_name')
  const places = wordsIn(readings, 'address')
  const recased = (word: string): string => {
    const lower = word.toLowerCase()
    if (word !== lower && word !== word.toUpperCase()) return word
    if (places.has(lower) && isPlaceWord(lower)) return isOrganization(lower) ? word : lower
    const isOwn = names.has(lower) || (places.has(lower) && lower.length > SHORT_WORD)
    return isOwn ? formatNamePart(lower) : word
  }
  return line => line.replace(SPACE_BEFORE_SIGN, '').replace(WORD, recased)
}

/** More frequent than the typed word, and known if that is a known name. */
function isLikelier(spelling: string, typed: string, magnitudes: Magnitudes): boolean {
  if (isKnownName(typed) && !isKnownName(spelling)) return false
  const own = magnitudes.get(typed)
  return own === undefined || (magnitudes.get(spelling) ?? own) > own
}

function isKnownName(word: string): boolean {
  const { given, patronymic } = classifyNameWord(word)
  return given === 'full' || patronymic === 2
}

/** «Наталия» and «Наталья», «Иванов» and «Иванова» are both correct. */
function isSameForm(one: string, other: string): boolean {
  const forms = partForms(one)
  return partForms(other).some(form => forms.includes(form))
}
