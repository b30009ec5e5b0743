import type { CallLimits, Cluster } from './cluster.ts'
import { AnswerTooLargeError } from './failures.ts'
import { answersIn, type RawAnswer } from './shapes.ts'

const TOO_LARGE: RawAnswer = { error: { type: 'answer_too_large' }, status: 413 }

/** Several searches in one call, or more when too large; answers in order. */
export async function askTogether(
  cluster: Cluster,
  index: string,
  bodies: readonly object[],
  ms: number,
  signal: AbortSignal
): Promise<RawAnswer[]> {
  const until = performance.now() + ms
  try {
    return await askAtOnce(cluster, index, bodies, ms, signal)
  } catch (error) {
    if (!(error instanceof AnswerTooLargeError)) throw error
    if (bodies.length === 1) return [TOO_LARGE]
    const half = bodies.length >> 1
    const answers: RawAnswer[] = []
    for (const part of [bodies.slice(0, half), bodies.slice(half)])
      answers.push(...(await askTogether(cluster, index, part, until - performance.now(), signal)))
    return answers
  }
}

async function askAtOnce(
  cluster: Cluster,
  index: string,
  bodies: readonly object[],
  ms: number,
  signal: AbortSignal
): Promise<RawAnswer[]> {
  if (bodies.length === 0) return []
  const searches = bodies.flatMap(body => [
    { index },
    { ...body, timeout: `${Math.max(1, Math.floor(ms))}ms`, track_total_hits: false }
  ])
  const body = await cluster.ask(ms, signal, (client, limits: CallLimits) =>
    client.msearch({ searches }, limits)
  )
  const answers = answersIn(body, bodies.length)
  for (const { error, status } of answers) if (error) cluster.note(`${status} ${error.type}`)
  return answers
}

export function failedIndices(
  { error, timed_out, _shards }: Omit<RawAnswer, 'hits'>,
  indices: readonly string[]
): Set<string> {
  if (error || timed_out || !_shards) return new Set(indices)
  if (_shards.failed === 0) return new Set()
  const named = (_shards.failures ?? []).flatMap(({ index }) => index ?? [])
  return new Set(named.length > 0 ? named : indices)
}
