import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { READING_LABELS } from '#shared/labels/readings.ts'

/** A reading with its Russian label; `span` is the part of the line that it covers, as typed. */
export function makeReading(
  kind: ReadingKind,
  value: string,
  span: string,
  {
    confidence = 1,
    valid = true,
    note
  }: { confidence?: number; valid?: boolean; note?: string | undefined } = {}
): Reading {
  const label = READING_LABELS[kind]
  const sure = roundConfidence(confidence)
  const terms = span.split(' ').filter(Boolean)
  return note
    ? { kind, label, value, valid, confidence: sure, note, terms }
    : { kind, label, value, valid, confidence: sure, terms }
}

const NAMES = Symbol('names')

/**
 * The reading with the name that it means, and after it other ways to share its words out. They stand under a symbol, which
 * copies of the reading keep and no JSON shows: its value is for people, and is read nowhere again.
 */
export const withNames = (
  reading: Reading & { [NAMES]?: readonly PersonName[] },
  names: readonly PersonName[]
): Reading => {
  reading[NAMES] = names
  return reading
}

const NO_NAMES: readonly PersonName[] = []

/** The names of a reading of the kind `full_name`, the one that it means first; none of any other reading. */
export const namesOf = (reading: Reading & { [NAMES]?: readonly PersonName[] }): readonly PersonName[] =>
  reading[NAMES] ?? NO_NAMES

/** Rounds a confidence to two decimal places. */
export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 100) / 100
}

/** The readings by confidence; of two with one kind and value only the surer. */
export function rankReadings(readings: Reading[]): Reading[] {
  if (readings.length < 2) return readings
  const distinct: Reading[] = []
  for (const one of readings.toSorted((a, b) => b.confidence - a.confidence))
    if (!distinct.some(other => isSameReading(one, other))) distinct.push(one)
  return distinct
}

/** True for two readings of one kind and value. */
export function isSameReading(one: Reading, other: Reading): boolean {
  return one.kind === other.kind && one.value === other.value
}

/** True for a phone and an e-mail together, which may be those of two people: a record of one of them answers as well. */
export function isContactsOnly({ parts = [] }: Reading): boolean {
  return parts.length > 0 && parts.every(({ kind }) => kind === 'phone' || kind === 'email')
}

export const joinNotes = (notes: readonly (string | undefined)[]): string | undefined => {
  const present = notes.filter(note => note !== undefined)
  return present.length > 0 ? present.join('; ') : undefined
}

/** The reading with one more note. */
export const withNote = (one: Reading, note: string): Reading => ({
  ...one,
  note: one.note === undefined ? note : `${one.note}; ${note}`
})
