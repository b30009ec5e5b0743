import { SQL } from 'bun'
import { createEngine } from '#api/engines/index.ts'
import { serveSearches } from '#api/features/search/search-worker.ts'
import type { Context } from '#api/lib/context.ts'

/** What a thread of a test is given. */
export interface Searcher {
  connection: SQL.Options
  context: Pick<Context, 'config' | 'secrets'>
}

/** Searches in the database of a test, as `api/search-thread.ts` does in that of the product. Dies of one surname. */
export function serveSearcher({ connection, context }: Searcher): void {
  const pools: SQL[] = []
  const pool = (max: number, settings: Record<string, string> = {}) => {
    const made = new SQL({ ...connection, max, connection: { application_name: 'searcher', ...settings } })
    pools.push(made)
    return made
  }
  const [app, owner] = [pool(4), pool(1)]
  const engine = createEngine({}, { app, owner, lane: settings => pool(1, settings) })
  const find: Context['engine']['find'] = async (plan, ...rest) => {
    if (plan.query.includes('Погибелев')) process.exit(1)
    return await engine.find(plan, ...rest)
  }
  serveSearches({ ...context, sql: app, engine: { ...engine, find } }, async () => {
    await Promise.all(pools.map(each => each.close()))
  })
}
