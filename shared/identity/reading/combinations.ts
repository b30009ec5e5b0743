import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { isSameReading, makeReading, roundConfidence } from './reading.ts'

/** What a line states once, in each of its readings, the likeliest first. */
export type Part = readonly { reading: Reading; rank: number }[]

/** One number or date of a line, in each of its readings. */
interface Several {
  readings: readonly Reading[]
}

const COMBINED = 0.97
const LESS_BY_RANK_OF_PARTS = 0.1
const LEAST = 0.3
const COMBINATIONS_MAX = 6

/** Two kinds of one family cannot stand in one number. */
const FAMILY: Partial<Record<ReadingKind, string>> = { inn_person: 'inn', inn_org: 'inn', ogrnip: 'ogrn' }
const familyOf = ({ readings: [best] }: Several): string => (best ? (FAMILY[best.kind] ?? best.kind) : '')

/** The readings of one thing. */
export const partOf = (readings: readonly Reading[]): Part =>
  readings.map((reading, rank) => ({ reading, rank }))

/**
 * The parts of a line. Several numbers of one kind are alternatives of each other: «телефон, телефон» asks for either.
 * Dates are not: beside a name each of them must be told.
 */
export function partsOf(pieces: readonly Several[]): Part[] {
  const parts = new Map<string, Part>()
  for (const [at, piece] of pieces.entries()) {
    const family = familyOf(piece)
    const key = family === 'birth_date' ? `${family} ${at}` : family
    const others = parts.get(key) ?? []
    if (others.some(({ reading }) => isSameReading(reading, piece.readings[0] ?? reading))) continue
    const all = [...others, ...partOf(piece.readings)]
    parts.set(
      key,
      all.toSorted((one, other) => one.rank - other.rank)
    )
  }
  return [...parts.values()]
}

/** All choices of one reading for each part as readings of the whole, the best first. */
export function combinedOf(parts: readonly Part[], most = COMBINATIONS_MAX): Reading[] {
  let chosen: { readings: Reading[]; rank: number }[] = [{ readings: [], rank: 0 }]
  for (const part of parts) {
    const next = part.flatMap(({ reading, rank }) =>
      chosen.map(before => ({ readings: [...before.readings, reading], rank: before.rank + rank }))
    )
    chosen = next.toSorted((one, other) => one.rank - other.rank).slice(0, COMBINATIONS_MAX)
  }
  return chosen
    .slice(0, most)
    .map(({ readings, rank }) =>
      combineReadings(readings, roundConfidence(Math.max(COMBINED - rank * LESS_BY_RANK_OF_PARTS, LEAST)))
    )
}

/** Readings that all hold, as one. */
function combineReadings(parts: Reading[], confidence: number): Reading {
  const notes = parts.map(part => part.note).filter(note => note !== undefined)
  const whole = makeReading('combined', parts.map(part => part.value).join(' '), '', {
    confidence,
    valid: parts.every(part => part.valid),
    note: notes.length > 0 ? [...new Set(notes)].join('; ') : undefined
  })
  return { ...whole, parts, terms: parts.flatMap(part => part.terms) }
}
