import { configOfProcess } from './config.ts'
import { createSearchContext } from './context.ts'
import { openDatabase } from './db/connect.ts'
import { searchPlan } from './db/connection-plan.ts'
import { createEngine } from './engines/index.ts'
import { createSearchHandler } from './features/search/search-worker.ts'
import { setLogLevel } from './lib/log.ts'
import { loadSecrets } from './lib/secrets.ts'
import { serveTasks } from './lib/worker-task.ts'

/** A search thread of `main.ts`, with an engine and connections of its own. */
serveTasks(async () => {
  const config = configOfProcess()
  setLogLevel(config.logLevel)
  const database = await openDatabase(config, { plan: searchPlan(config.searchThreads) })
  const { search, statistics, engine } = createSearchContext(
    createEngine(config, database),
    database.app,
    await loadSecrets(config)
  )
  return createSearchHandler(search.answer, statistics, async () => {
    await engine.close()
    await database.close()
  })
})
