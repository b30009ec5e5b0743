import type { Reading, ReadingKind } from '#shared/identity/types.ts'
import { READING_LABELS } from '#shared/labels/readings.ts'

/** A reading with its Russian label; `span` is the part of the line that it covers, as typed. */
export function reading(
  kind: ReadingKind,
  value: string,
  span: string,
  {
    confidence = 1,
    valid = true,
    note
  }: { confidence?: number; valid?: boolean; note?: string | undefined } = {}
): Reading {
  return {
    kind,
    label: READING_LABELS[kind],
    value,
    valid,
    confidence: hundredths(confidence),
    ...(note && { note }),
    terms: span.split(' ').filter(term => term !== '')
  }
}

/** A confidence as it is shown: two places. */
export function hundredths(confidence: number): number {
  return Math.round(confidence * 100) / 100
}

/** The same readings, surest first; of two with one kind and value the surer stays. */
export function ranked(readings: Reading[]): Reading[] {
  const sorted = [...readings].sort((a, b) => b.confidence - a.confidence)
  return sorted.filter(
    (one, at) => sorted.findIndex(other => other.kind === one.kind && other.value === one.value) === at
  )
}

/** How sure it is that only a part of a line is meant: what a pasted row could also mean (`row.ts`). */
export const ROW_CONFIDENCE = 0.25

/** True for a reading that leaves out some of what the line says. */
export function isPartOfRow({ kind, confidence }: Reading): boolean {
  return kind === 'combined' && confidence <= ROW_CONFIDENCE
}
