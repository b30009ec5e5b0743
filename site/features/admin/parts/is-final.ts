import { AskError } from '#site/lib/ask.ts'

/** No name or id, or one of nothing that is there: asking again would say the same. */
export const isFinal = (error: unknown): boolean =>
  error instanceof AskError && (error.status === 400 || error.status === 404)
