import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'

export interface RefusalOptions {
  text?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

/** An expected refusal: the request was understood, but the rules forbid it. Any other error is a bug. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ProblemCode
  /** Field name → Russian text, for validation refusals. */
  readonly fields: Record<string, string> | undefined
  /** For `Retry-After`, with 429 and 503. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, { text, fields, retryAfterSeconds }: RefusalOptions = {}) {
    super(text ?? PROBLEMS[code].text)
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}
