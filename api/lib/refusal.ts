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

/** A rule of input says its refusal by the text: which code has it. */
export const codeOfText = (text: string): ProblemCode =>
  (Object.keys(PROBLEMS) as ProblemCode[]).find(
    code => PROBLEMS[code].status === 400 && PROBLEMS[code].text === text
  ) ?? 'BAD_INPUT'
