import type { Reading } from '#shared/contracts/reading.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'

/** A form of a value: a pattern, and what reads the text that it finds. */
export interface Form {
  pattern: RegExp
  read(span: string, line: string, at: number): Reading | null
}

/** Spans of all places where one of the forms is found and is read. */
export function formsIn(line: Line, forms: readonly Form[]): Span[] {
  return forms.flatMap(({ pattern, read }) =>
    [...line.text.matchAll(pattern)].flatMap(({ 0: span, index }) => {
      const reading = span === '' ? null : read(span, line.text, index)
      return reading ? [valueAt(line, index, index + span.length, [reading])] : []
    })
  )
}

/** Nats for an identifier, a date or a name of this likelihood, against its tokens being there by chance. */
function weightOf(confidence: number): number {
  const share = Math.min(Math.max(confidence, 0.02), 0.98)
  return 2 + Math.log(share / (1 - share)) / 2
}

/** A check that does not hold. */
const INVALID = 1.2

/** A value between two signs of the text. */
export function valueAt(line: Line, from: number, to: number, readings: readonly Reading[], more = 0): Span {
  return {
    from: line.tokenAt(from),
    to: line.tokenAt(to),
    treatment: 'value',
    weight: weightOf(readings[0]?.confidence ?? 0) + more - (readings[0]?.valid === false ? INVALID : 0),
    readings
  }
}
