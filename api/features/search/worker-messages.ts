import type { Counters } from '#api/features/statistics/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { Answer, Question } from './answer.ts'

/** What threads tell each other: flat objects of texts, numbers and bytes, which cost least to hand over. */
export type ToThread =
  | { ask: number; query: string; chosen: string; key: string }
  /** The client of that question has left. */
  | { leave: number }
  | { stop: true }

export type FromThread =
  | { ready: true }
  | { stopped: true }
  | { ask: number; json: Uint8Array; rest: string }
  | { ask: number; refused: string }
  /** Nothing that a client is told; the thread has logged it. */
  | { ask: number; failed: true }

type Rest = Omit<Answer, 'json'>

export const askMessage = (ask: number, { query, chosen, key }: Question): ToThread => ({
  ask,
  query,
  chosen: JSON.stringify(chosen ?? null),
  key
})

export const questionOf = (
  { query, chosen, key }: Extract<ToThread, { ask: number }>,
  signal: AbortSignal
): Question => ({ query, chosen: JSON.parse(chosen), key, signal })

/** With what the thread has counted since its last answer. The bytes are handed over, unless they are shared. */
export function answerMessage(
  ask: number,
  { json, ...rest }: Answer,
  counts: Counters
): [FromThread, ArrayBuffer[]] {
  const handed = json.buffer instanceof ArrayBuffer ? [json.buffer] : []
  return [{ ask, json, rest: JSON.stringify([rest, [...counts]]) }, handed]
}

export function answerOf({ json, rest }: { json: Uint8Array; rest: string }): {
  answer: Answer
  counts: Counters
} {
  const [said, counts]: [Rest, Iterable<[number, never]>] = JSON.parse(rest)
  return { answer: { json, ...said }, counts: new Map(counts) }
}

export function refusalMessage(ask: number, refusal: Refusal): FromThread {
  const { code, message, fields, retryAfterSeconds } = refusal
  return { ask, refused: JSON.stringify({ code, text: message, fields, retryAfterSeconds }) }
}

export function refusalOf({ refused }: { refused: string }): Refusal {
  const { code, ...more } = JSON.parse(refused)
  return new Refusal(code, more)
}
