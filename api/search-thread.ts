import { configOfProcess } from './config.ts'
import { openDatabase } from './db/connect.ts'
import { createEngine } from './engines/index.ts'
import { serveSearches } from './features/search/search-worker.ts'
import type { Context } from './lib/context.ts'
import { setLogLevel } from './lib/log.ts'
import { loadSecrets } from './lib/secrets.ts'

/** A thread of `main.ts` that searches, with an engine and database connections of its own. */
const config = configOfProcess()
setLogLevel(config.logLevel)
const secrets = await loadSecrets(config)
const database = await openDatabase(config)
const context: Context = { config, secrets, sql: database.app, engine: createEngine(config, database) }
serveSearches(context, () => database.close())
