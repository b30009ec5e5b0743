import type { SQL } from 'bun'
import { openRecords } from '#api/engines/index.ts'
import { search } from '#api/engines/search.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

export const BUFFERS_PER_LOOKUP = 10
export const TENTH_TO_SECOND = 2
const RUNS = 10

export interface KindOfLookup {
  kind: string
  /** Pages of table and indexes that the exact look-up touches, on average. */
  buffers: number
  /** The same of the whole search with its looser forms. */
  searchBuffers: number
  /** Pages of the tenth run over those of the second, the worst of all queries of the kind. */
  buffersRatio: number
  /** Time of the tenth run over that of the second, each the best of the repeated queries. */
  timeRatio: number
}

/** Loaded records and the engine over them. */
type Measured = Pick<TestApp, 'context' | 'database'>

type Find = (plan: SearchPlan) => Promise<Run>

interface Run {
  buffers: number
  ms: number
}

/** The engine on one connection of its own, so that its prepared statements and its page counts are its own. */
async function onOneConnection<T>(app: Measured, work: (find: Find) => Promise<T>): Promise<T> {
  const { owner } = app.database
  let only: SQL | undefined
  const lane = (settings: Record<string, string>) => {
    only ??= app.database.openConnection(settings)
    return only
  }
  const { engine, close } = openRecords(
    { elasticsearchUrl: null },
    { app: app.database.app, owner, openConnection: lane, searchConnections: 1 }
  )
  const { policy } = await app.context.sources.current()
  const find: Find = async plan => {
    const before = await pages(owner, only)
    const started = performance.now()
    await search({ engine, external: app.context.external }, plan, policy, AbortSignal.timeout(10_000))
    const ms = performance.now() - started
    return { buffers: (await pages(owner, only)) - before, ms }
  }
  try {
    return await work(find)
  } finally {
    await close()
  }
}

/** All pages of `rec` and its indexes touched so far; the connection's own counts are handed in first. */
async function pages(owner: SQL, connection: SQL | undefined): Promise<number> {
  if (connection) await connection`SELECT pg_stat_force_next_flush()`
  const [row] = await owner<
    { pages: number }[]
  >`SELECT (coalesce(heap_blks_hit, 0) + coalesce(heap_blks_read, 0)
      + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0) + coalesce(toast_blks_hit, 0))::float8 AS pages
    FROM pg_statio_user_tables WHERE relname = 'rec'`
  return row?.pages ?? 0
}

async function meanBuffers(find: Find, plans: SearchPlan[]): Promise<number> {
  let all = 0
  for (const plan of plans) all += (await find(plan)).buffers
  return all / Math.max(1, plans.length)
}

/**
 * Asks every query once for its pages, and a few of each kind ten times on a fresh connection. Pages are counted for the
 * whole table: those that autovacuum would read meanwhile are nobody's look-up.
 */
export async function measureLookups(
  app: Measured,
  queries: Map<string, string[]>,
  repeated = 5
): Promise<KindOfLookup[]> {
  const { owner } = app.database
  await owner`ALTER TABLE rec SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)`
  try {
    return await measure(app, queries, repeated)
  } finally {
    await owner`ALTER TABLE rec RESET (autovacuum_enabled, toast.autovacuum_enabled)`
  }
}

async function measure(
  app: Measured,
  queries: Map<string, string[]>,
  repeated: number
): Promise<KindOfLookup[]> {
  const kinds: KindOfLookup[] = []
  for (const [kind, lines] of queries) {
    const plans = lines.map(line => parseLine(line, null))
    // Without its readings a plan asks for nothing beyond its steps: no name in it is tried with a typing error.
    const exact = plans.map(plan => ({ ...plan, readings: [], steps: plan.steps.slice(0, 1) }))
    const [buffers, searchBuffers] = await onOneConnection(app, async find => [
      await meanBuffers(find, exact),
      await meanBuffers(find, plans)
    ])
    const buffersRatios: number[] = []
    const seconds: number[] = []
    const tenths: number[] = []
    for (const plan of plans.slice(0, repeated)) {
      const runs = await onOneConnection(app, async find => {
        const all: Run[] = []
        for (let run = 0; run < RUNS; run += 1) all.push(await find(plan))
        return all
      })
      const [second, tenth] = [runs[1], runs[RUNS - 1]]
      if (!second || !tenth) continue
      buffersRatios.push(tenth.buffers / Math.max(1, second.buffers))
      seconds.push(second.ms)
      tenths.push(tenth.ms)
    }
    kinds.push({
      kind,
      buffers: buffers ?? 0,
      searchBuffers: searchBuffers ?? 0,
      buffersRatio: Math.max(...buffersRatios),
      timeRatio: Math.min(...tenths) / Math.min(...seconds)
    })
  }
  return kinds
}
