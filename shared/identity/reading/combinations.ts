import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { isSameReading, makeReading, roundConfidence } from './reading.ts'

/** All readings of one thing in the line, likeliest first. */
export type Part = readonly { reading: Reading; rank: number }[]

interface Several {
  readings: readonly Reading[]
}

const COMBINED = 0.97
const LESS_BY_RANK_OF_PARTS = 0.1
const LEAST = 0.3
const COMBINATIONS_MAX = 6

const FAMILY: Partial<Record<ReadingKind, string>> = { inn_person: 'inn', inn_org: 'inn', ogrnip: 'ogrn' }
const familyOf = ({ readings: [best] }: Several): string => (best ? (FAMILY[best.kind] ?? best.kind) : '')

export const partOf = (readings: readonly Reading[]): Part =>
  readings.map((reading, rank) => ({ reading, rank }))

/** Several numbers of one kind are alternatives; several dates are not. */
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

function combineReadings(parts: Reading[], confidence: number): Reading {
  const notes = parts.map(part => part.note).filter(note => note !== undefined)
  const whole = makeReading('combined', parts.map(part => part.value).join(' '), '', {
    confidence,
    valid: parts.every(part => part.valid),
    note: notes.length > 0 ? [...new Set(notes)].join('; ') : undefined
  })
  return { ...whole, parts, terms: parts.flatMap(part => part.terms) }
}
