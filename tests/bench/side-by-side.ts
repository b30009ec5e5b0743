import type { Context } from '#api/context.ts'
import { createRandom } from '#api/db/seed/random.ts'
import { matchesAny, narrowed } from '#api/engines/elastic/queries.ts'
import { SHOWN, search } from '#api/engines/search.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import { mistype, TYPOS } from '#tests/kit/typos.ts'
import type { ClusterStage } from './cluster-stage.ts'
import { exactQueries, frequentSurnames } from './queries.ts'
import { SEED } from './stage.ts'

/** The same number of records as the adapter asks for at first. */
const RAW_SIZE = 101
const PATIENCE_MS = 10_000
const SURNAMES = 20

/** Lines of each kind about people all over the loaded ones. */
export function linesByKind(people: number, count: number): Map<string, string[]> {
  const exact = exactQueries(people, SEED, count)
  const random = createRandom(SEED, 5)
  const mistyped = (exact.get('name') ?? []).map(name => {
    const [surname = '', ...others] = name.split(' ')
    return [mistype(surname, random.pick(TYPOS), random), ...others].join(' ')
  })
  return new Map([
    ...(['phone', 'inn', 'dated', 'name'] as const).map(kind => [kind, exact.get(kind) ?? []] as const),
    ['surname', frequentSurnames(SEED, Math.min(SURNAMES, count))],
    ['typing error', mistyped]
  ])
}

export interface TimedAnswer {
  line: string
  ms: number
  ids: string[]
  /** A source had more than is shown, of which an engine may choose any, or did not answer. */
  isPartial: boolean
}

/** A search in this process, as a search thread does it, without ranking. */
export async function timeSearch(context: Context, line: string): Promise<TimedAnswer> {
  const { policy } = await context.sources.current()
  const plan = parseLine(line, null)
  const startedAt = performance.now()
  const { candidates, more, failed } = await search(context, plan, policy, AbortSignal.timeout(PATIENCE_MS))
  return {
    line,
    ms: performance.now() - startedAt,
    ids: candidates.map(({ record_id }) => record_id).toSorted(),
    isPartial: more.size > 0 || failed.size > 0
  }
}

/** Milliseconds of a line's exact look-up by the engine, and by the same query sent to the server with nothing around it. */
export function exactAgainstRaw({ context, database, index }: ClusterStage, server: string) {
  const { username, password, origin } = new URL(server)
  const headers = {
    'content-type': 'application/x-ndjson',
    // As the engine: a packed answer takes longer.
    'accept-encoding': 'identity',
    ...(username && { authorization: `Basic ${btoa(`${username}:${password}`)}` })
  }
  const stepsOf = (line: string) => parseLine(line, null).steps.filter(({ tier }) => tier === 0)
  return {
    async engine(line: string): Promise<number> {
      const { policy } = await context.sources.current()
      const lookups = [{ steps: stepsOf(line), limits: SHOWN }]
      const startedAt = performance.now()
      await context.engine.look(lookups, policy, PATIENCE_MS, AbortSignal.timeout(PATIENCE_MS))
      return performance.now() - startedAt
    },

    async raw(line: string): Promise<number> {
      const { policy } = await context.sources.current()
      const sources = await database.owner<{ id: string }[]>`SELECT id::text AS id FROM source
        WHERE key = ANY (${`{${[...policy.sources.keys()].join(',')}}`}::text[])`
      const body = {
        query: narrowed(matchesAny(stepsOf(line)), { sources: sources.map(({ id }) => id) }),
        size: RAW_SIZE,
        sort: ['n'],
        _source: false,
        track_total_hits: false
      }
      const startedAt = performance.now()
      const answer = await fetch(`${origin}/_msearch`, {
        method: 'POST',
        headers,
        body: `${JSON.stringify({ index })}\n${JSON.stringify(body)}\n`
      })
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
      await answer.json()
      return performance.now() - startedAt
    }
  }
}
