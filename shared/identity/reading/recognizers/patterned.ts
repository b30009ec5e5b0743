import type { Reading } from '#shared/contracts/reading.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'

export interface Form {
  pattern: RegExp
  read(span: string, line: string, at: number): Reading | null
}

export function formsIn(line: Line, forms: readonly Form[]): Span[] {
  return forms.flatMap(({ pattern, read }) =>
    [...line.text.matchAll(pattern)].flatMap(({ 0: span, index }) => {
      const reading = span === '' ? null : read(span, line.text, index)
      return reading ? [valueAt(line, index, index + span.length, [reading])] : []
    })
  )
}

/** Nats of a likelihood, against tokens by chance. */
function weightOf(confidence: number): number {
  const share = Math.min(Math.max(confidence, 0.02), 0.98)
  return 2 + Math.log(share / (1 - share)) / 2
}

/** Penalty for a failed check. */
const INVALID = 1.2

export function valueAt(line: Line, from: number, to: number, readings: readonly Reading[], more = 0): Span {
  return {
    from: line.tokenAt(from),
    to: line.tokenAt(to),
    treatment: 'value',
    weight: weightOf(readings[0]?.confidence ?? 0) + more - (readings[0]?.valid === false ? INVALID : 0),
    readings
  }
}
