import type { Identifier, IdentifierKind, IdentifierReading, ReadingWords } from './table.ts'
import { capitalized, IDENTIFIER_KINDS, wordsOf } from './words.ts'

export interface ReadingRow {
  reading: IdentifierReading
  kind: IdentifierKind
  identifier: Identifier
  label: string
  noun: string
  length: number | undefined
}

const readingsOf = (kind: IdentifierKind): ReadingRow[] => {
  const { noun, readings } = wordsOf(kind)
  const several: [string, Partial<ReadingWords>][] = readings ? Object.entries(readings) : [[kind, {}]]
  return several.map(([reading, own]) => ({
    reading: reading as IdentifierReading,
    kind,
    identifier: (own.identifier ?? reading) as Identifier,
    label: own.label ?? capitalized(own.noun ?? noun),
    noun: own.noun ?? noun,
    length: own.length
  }))
}

export const READING_ROWS: readonly ReadingRow[] = /* @__PURE__ */ IDENTIFIER_KINDS.flatMap(readingsOf)

const byReading = (): ReadonlyMap<string, ReadingRow> => new Map(READING_ROWS.map(row => [row.reading, row]))
const BY_READING = /* @__PURE__ */ byReading()

export const rowOfReading = (reading: IdentifierReading): ReadingRow => BY_READING.get(reading) as ReadingRow
/** The identifier kind of a reading; null when it is no identifier. */
export const kindOfReading = (reading: string): IdentifierKind | null => BY_READING.get(reading)?.kind ?? null

const byKind = () => Map.groupBy(READING_ROWS, ({ kind }) => kind)
const BY_KIND = /* @__PURE__ */ byKind()

export function readingOfValue(kind: IdentifierKind, normal: string): ReadingRow {
  const rows = BY_KIND.get(kind) ?? []
  return (rows.find(({ length }) => length === normal.length) ?? rows[0]) as ReadingRow
}

export const identifierOf = (kind: IdentifierKind): Identifier =>
  BY_KIND.get(kind)?.[0]?.identifier as Identifier
