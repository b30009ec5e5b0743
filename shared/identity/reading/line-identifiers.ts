import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import type { IdentifierReading } from '#shared/identity/identifiers/table.ts'

/** A reading, or a part of one, that is the number or address of somebody or something. */
export type LineIdentifierKind = IdentifierReading

const NO_IDENTIFIER: ReadonlySet<ReadingKind> = new Set([
  'full_name',
  'birth_date',
  'address',
  'text',
  'combined'
])

/** Told without the table, which not all pages carry. */
export const isIdentifier = (kind: ReadingKind): kind is LineIdentifierKind => !NO_IDENTIFIER.has(kind)

/** One identifier of a line in one reading. */
export type LineIdentifier = Pick<Reading, 'label' | 'value' | 'valid'> & { kind: LineIdentifierKind }

/**
 * The identifiers of a line, by their words in it, in the order of its readings: ten digits may be a passport and an INN,
 * and are one. So are words that a reading joins («gfcgjhn0005154342») and an equal number of fewer words, without its
 * label. The surest reading of each comes first.
 */
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

/** Whether a line is nothing but several numbers or addresses, which may be one person's or several people's. */
export function isNumbersOnly(readings: readonly Reading[]): boolean {
  const [surest] = readings
  if (!surest || surest.person !== undefined) return false
  const parts = surest.parts ?? [surest]
  return parts.every(({ kind }) => isIdentifier(kind)) && identifiersByTerms(readings).size > 1
}

/**
 * The identifiers that are told one by one, each in its readings: those of a line without a name, and several of one kind
 * beside one. Of different kinds they are one person's there; then, and of a line with one, none.
 */
export function itemisedIdentifiers(readings: readonly Reading[]): LineIdentifier[][] {
  const all = [...identifiersByTerms(readings).values()]
  const kinds = new Set(all.map(([surest]) => surest?.kind))
  return all.length > 1 && (kinds.size < all.length || isNumbersOnly(readings)) ? all : []
}

/** The surest reading of each person, where the line names several. */
export const isFirstOfPerson = ({ person }: Reading, at: number, readings: readonly Reading[]): boolean =>
  person !== undefined && readings.findIndex(reading => reading.person === person) === at
