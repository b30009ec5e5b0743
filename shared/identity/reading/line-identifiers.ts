import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import type { IdentifierReading } from '#shared/identity/identifiers/table.ts'

export type LineIdentifierKind = IdentifierReading

const NO_IDENTIFIER: ReadonlySet<ReadingKind> = new Set([
  'full_name',
  'birth_date',
  'address',
  'text',
  'combined'
])

/** Works without the table, which not all pages carry. */
export const isIdentifier = (kind: ReadingKind): kind is LineIdentifierKind => !NO_IDENTIFIER.has(kind)

export type LineIdentifier = Pick<Reading, 'label' | 'value' | 'valid'> & { kind: LineIdentifierKind }

/** By words in the line, in order of readings: ten digits may be a passport and an INN. Surest first. */
export function identifiersByTerms(readings: readonly Reading[]): ReadonlyMap<string, LineIdentifier[]> {
  const byTerms = new Map<string, LineIdentifier[]>()
  const kindsAndValues = new Set<string>()
  for (const reading of readings)
    for (const { kind, value, valid, label, terms } of [reading, ...(reading.parts ?? [])]) {
      if (!isIdentifier(kind) || kindsAndValues.has(kind + value)) continue
      kindsAndValues.add(kind + value)
      byTerms.getOrInsertComputed(terms.join(''), () => []).push({ kind, value, valid, label })
    }
  return byTerms
}

/** Only numbers or addresses, of one person or several. */
export function isNumbersOnly(readings: readonly Reading[]): boolean {
  const [surest] = readings
  if (!surest || surest.person !== undefined) return false
  const parts = surest.parts ?? [surest]
  return parts.every(({ kind }) => isIdentifier(kind)) && identifiersByTerms(readings).size > 1
}

/** Identifiers listed one by one: all of a line without a name, several of one kind beside a name. */
export function itemisedIdentifiers(readings: readonly Reading[]): LineIdentifier[][] {
  const all = [...identifiersByTerms(readings).values()]
  const kinds = new Set(all.map(([surest]) => surest?.kind))
  return all.length > 1 && (kinds.size < all.length || isNumbersOnly(readings)) ? all : []
}

export const isFirstOfPerson = ({ person }: Reading, at: number, readings: readonly Reading[]): boolean =>
  person !== undefined && readings.findIndex(reading => reading.person === person) === at
