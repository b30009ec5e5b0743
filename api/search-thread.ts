import { createSearchContext } from './context.ts'
import { openDatabase } from './db/connect.ts'
import { searchPlan } from './db/connection-plan.ts'
import { openExternal, openRecords } from './engines/index.ts'
import { createSearchHandler, type SearchSetup } from './features/search/search-worker.ts'
import { loadTracing } from './lib/load-tracing.ts'
import { setLogLevel } from './lib/log.ts'
import { serveTasks } from './processes/worker-task.ts'

const VOCABULARY_MS = 30_000

/** A search thread of `main.ts`, with an engine and connections of its own. */
serveTasks(async ({ config, secrets }: SearchSetup) => {
  setLogLevel(config.logLevel)
  const database = await openDatabase(config, { plan: searchPlan(config.searchThreads) })
  const records = openRecords(config, database)
  const tracing = await loadTracing(config)
  const context = createSearchContext(records, openExternal(config), database.app, secrets, tracing)
  const { search, engine, external } = context
  // The vocabulary is read now, not in somebody's first search; nothing waits for it.
  engine.spellings(['а'], VOCABULARY_MS, new AbortController().signal).catch(() => {})
  return createSearchHandler(search.answer, context, async () => {
    await records.close()
    await external.close()
    await tracing.close()
    await database.close()
  })
})
