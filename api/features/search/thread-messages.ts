import type { Counters } from '#api/features/statistics/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { Answer, Question } from './answer.ts'

/** What threads tell each other: flat objects of texts and numbers, which are copied fifty times quicker than others. */
export type ToThread =
  | { ask: number; query: string; chosen: string; key: string }
  /** The client of that question has left. */
  | { leave: number }
  | { stop: true }

export type FromThread =
  | { ready: true }
  | { stopped: true }
  | { ask: number; text: string; rest: string }
  | { ask: number; refused: string }
  /** Nothing that a client is told; the thread has logged it. */
  | { ask: number; failed: true }

type Rest = Omit<Answer, 'text'>

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

/** With what the thread has counted since its last answer. */
export function answerMessage(ask: number, { text, ...rest }: Answer, counts: Counters): FromThread {
  return { ask, text, rest: JSON.stringify([rest, [...counts]]) }
}

export function answerOf({ text, rest }: { text: string; rest: string }): {
  answer: Answer
  counts: Counters
} {
  const [said, counts]: [Rest, Iterable<[number, never]>] = JSON.parse(rest)
  return { answer: { text, ...said }, counts: new Map(counts) }
}

export function refusalMessage(ask: number, refusal: Refusal): FromThread {
  const { code, message, fields, retryAfterSeconds } = refusal
  return { ask, refused: JSON.stringify({ code, text: message, fields, retryAfterSeconds }) }
}

export function refusalOf({ refused }: { refused: string }): Refusal {
  const { code, ...more } = JSON.parse(refused)
  return new Refusal(code, more)
}
