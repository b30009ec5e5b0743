import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { READING_LABELS } from '#shared/labels/readings.ts'

/** `span` is the covered part of the line as typed. */
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

/** Attaches the meant name and its alternatives under a symbol, which copies keep and JSON omits. */
export const withNames = (
  reading: Reading & { [NAMES]?: readonly PersonName[] },
  names: readonly PersonName[]
): Reading => {
  reading[NAMES] = names
  return reading
}

const NO_NAMES: readonly PersonName[] = []

/** Names of a `full_name` reading, the meant one first; empty for others. */
export const namesOf = (reading: Reading & { [NAMES]?: readonly PersonName[] }): readonly PersonName[] =>
  reading[NAMES] ?? NO_NAMES

export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 100) / 100
}

/** By confidence; of equal values only the surer. */
export function rankReadings(readings: Reading[]): Reading[] {
  if (readings.length < 2) return readings
  const distinct: Reading[] = []
  for (const one of readings.toSorted((a, b) => b.confidence - a.confidence))
    if (!distinct.some(other => isSameReading(one, other))) distinct.push(one)
  return distinct
}

export function isSameReading(one: Reading, other: Reading): boolean {
  return one.kind === other.kind && one.value === other.value
}

/** A phone and an e-mail may belong to two people, so a record of either answers. */
export function isContactsOnly({ parts = [] }: Reading): boolean {
  return parts.length > 0 && parts.every(({ kind }) => kind === 'phone' || kind === 'email')
}

export const joinNotes = (notes: readonly (string | undefined)[]): string | undefined => {
  const present = notes.filter(note => note !== undefined)
  return present.length > 0 ? present.join('; ') : undefined
}

export const withNote = (one: Reading, note: string): Reading => ({
  ...one,
  note: one.note === undefined ? note : `${one.note}; ${note}`
})
