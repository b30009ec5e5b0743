import { openRecords } from '#api/engines/index.ts'
import { startApp, type TestApp } from './start-app.ts'

/** The app with its records in Postgres, also where `ELASTICSEARCH_URL` asks for a cluster: for what only Postgres does. */
export const startOnPostgres = (env: Record<string, string> = {}): Promise<TestApp> =>
  startApp(env, database => openRecords({ elasticsearchUrl: null }, database))
