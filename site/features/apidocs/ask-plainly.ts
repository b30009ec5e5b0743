import { AskError, NETWORK_ERROR, send } from '#site/lib/ask.ts'

/** What a program is answered: a refusal is an answer too. */
export interface PlainAnswer {
  status: number
  text: string
  /** From the call to the last byte. */
  tookMs: number
}

/** Calls as a program would, without anything done for a session. @throws AskError «Network error» without an answer. */
export async function askPlainly(path: string, body: unknown): Promise<PlainAnswer> {
  const startedAt = performance.now()
  const response = await send(path, { body })
  const text = await response.text().catch(() => {
    throw new AskError(NETWORK_ERROR)
  })
  return { status: response.status, text, tookMs: Math.round(performance.now() - startedAt) }
}
