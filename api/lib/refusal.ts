import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'

export interface RefusalOptions {
  text?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

/** An expected refusal; any other error is a bug. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ProblemCode
  /** Field → Russian text. */
  readonly fields: Record<string, string> | undefined
  /** `Retry-After` of 429 and 503. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, { text, fields, retryAfterSeconds }: RefusalOptions = {}) {
    super(text ?? PROBLEMS[code].text)
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}
