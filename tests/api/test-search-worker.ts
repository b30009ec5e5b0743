import { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { createSearchContext } from '#api/context.ts'
import { openExternal, openRecords } from '#api/engines/index.ts'
import {
  createSearchHandler,
  type SearchResult,
  type SearchTask
} from '#api/features/search/search-worker.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { serveTasks, type TaskHandler } from '#api/processes/worker-task.ts'

/** What a thread of a test is given. */
export interface Searcher {
  connection: SQL.Options
  config: Config
  secrets: Secrets
}

/** Dies of one surname, and never ends with another one. */
export const DEADLY = 'Погибелев'
export const ENDLESS = 'Вечнов'

/** Searches in the database of a test, as `api/search-thread.ts` does in that of the product. */
export function serveSearcher({ connection, secrets }: Searcher): void {
  const pools: SQL[] = []
  const pool = (max: number, settings: Record<string, string> = {}) => {
    const opened = new SQL({ ...connection, max, connection: { application_name: 'searcher', ...settings } })
    pools.push(opened)
    return opened
  }
  serveTasks((): TaskHandler<SearchTask, SearchResult> => {
    const [app, owner] = [pool(4), pool(1)]
    const records = openRecords(
      { elasticsearchUrl: null },
      {
        app,
        owner,
        openConnection: settings => pool(1, settings),
        searchConnections: 4
      }
    )
    const external = openExternal({ elasticsearchUrl: null })
    const context = createSearchContext(records, external, app, secrets)
    const handler = createSearchHandler(context.search.answer, context, async () => {
      await Promise.all(pools.map(each => each.close()))
    })
    return {
      ...handler,
      run(task, signal) {
        const text = 'request' in task ? JSON.parse(task.request).query : JSON.stringify(task)
        if (text.includes(DEADLY)) process.exit(1)
        while (text.includes(ENDLESS)) Math.sqrt(2)
        return handler.run(task, signal)
      }
    }
  })
}
