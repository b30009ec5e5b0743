import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
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
  const terms = termsOf(span)
  return note
    ? { kind, label, value, valid, confidence: sure, note, terms }
    : { kind, label, value, valid, confidence: sure, terms }
}

function termsOf(span: string): string[] {
  const terms = span.split(' ')
  return terms.includes('') ? terms.filter(term => term !== '') : terms
}

/** A confidence as it is shown: two places. */
export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 100) / 100
}

/** The same readings, surest first; of two with one kind and value the surer stays. */
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

/** How sure it is that only a part of a line is meant: what a pasted row could also mean (`row.ts`). */
export const ROW_CONFIDENCE = 0.25

/** True for a reading that leaves out some of what the line says. */
export function isPartialReading({ kind, confidence }: Reading): boolean {
  return kind === 'combined' && confidence <= ROW_CONFIDENCE
}
