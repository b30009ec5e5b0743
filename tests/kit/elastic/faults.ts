import type { Fault } from '#tests/kit/fault-proxy.ts'

const JSON_TYPE = 'application/vnd.elasticsearch+json;compatible-with=9'
const refusal = (status: number, type: string): Fault => ({
  kind: 'answer',
  status,
  type: JSON_TYPE,
  body: JSON.stringify({ error: { type, reason: type, root_cause: [] }, status })
})

/** What a search is answered, one of several or the only one. */
interface SearchResponse {
  hits?: { hits: unknown[] }
  _shards?: object
  error?: object
  status?: number
}

/** Each search of an answer as another one. */
const each = (change: (answer: SearchResponse) => SearchResponse): Fault => ({
  kind: 'altered',
  alter: answer =>
    answer.responses
      ? { ...answer, responses: answer.responses.map(change) }
      : answer.hits
        ? change(answer)
        : answer
})

/** A search is answered as ever, only later. */
export const HARMLESS: Record<string, Fault> = { '1 s late': { kind: 'late', ms: 1_000 } }

/** A search is not answered by all sources, and that is known at once. */
export const SUDDEN: Record<string, Fault> = {
  refused: { kind: 'refuse' },
  reset: { kind: 'reset' },
  'cut in the middle': { kind: 'cut' },
  overloaded: refusal(429, 'es_rejected_execution_exception'),
  'out of memory': refusal(429, 'circuit_breaking_exception'),
  unavailable: refusal(503, 'no_shard_available_action_exception'),
  garbage: { kind: 'answer', status: 200, type: 'application/json', body: '{"responses": [{{{' },
  'another server': { kind: 'answer', status: 200, type: 'text/html', body: '<h1>It works!</h1>' },
  'failed shard': each(answer => ({
    ...answer,
    hits: { hits: [] },
    _shards: { total: 2, successful: 1, skipped: 0, failed: 1, failures: [] }
  })),
  'missing index': each(() => ({ error: { type: 'index_not_found_exception' }, status: 404 }))
}

/** Nobody knows that a search is not answered before its time is over. */
export const SLOW: Record<string, Fault> = {
  silent: { kind: 'silence' },
  '6 s late': { kind: 'late', ms: 6_000 },
  '60 s late': { kind: 'late', ms: 60_000 },
  'a byte a second': { kind: 'trickle', msPerByte: 1_000 },
  '4 s late': { kind: 'late', ms: 4_000 }
}
