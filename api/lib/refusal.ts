import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'

/** An expected "no": understood, but the rules forbid it. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ProblemCode
  /** Field name → Russian text, for validation refusals. */
  readonly fields: Record<string, string> | undefined
  /** Seconds for `Retry-After`, with 429 and 503. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ProblemCode,
    more: { text?: string; fields?: Record<string, string>; retryAfterSeconds?: number } = {}
  ) {
    super(more.text ?? PROBLEMS[code].text)
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
