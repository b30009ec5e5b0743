import type { SearchPolicy } from '#api/book/contract.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { openElastic } from './open-elastic.ts'

export const SURNAME_COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const }
]

/** An app whose index is on a server. */
export async function startOnElastic(server: string): Promise<TestApp> {
  const app = await startApp({}, database => openElastic(server, database))
  await app.context.engine.open()
  return app
}

type Loaded = Parameters<typeof loadSource>[0]

/** Loads records of a surname, by their numbers. Answers the number of the batch. */
export const loadSurnames = (
  app: Loaded,
  key: string,
  surname: string,
  { from = 0, size }: { from?: number; size: number }
): Promise<number> =>
  loadSource(app, key, {
    title: 'Фамилии',
    kind: 'ordinary',
    columns: SURNAME_COLUMNS,
    rows: Array.from({ length: size }, (_, at) => [`${from + at}`, surname])
  })

/** By which such a source alone is searched, and nobody is suppressed. */
export const surnamePolicy = (key: string): SearchPolicy => ({
  sources: new Map([[key, { labels: SURNAME_COLUMNS.map(({ label }) => label), columns: {} }]]),
  suppressedKeys: null,
  subjectKey: () => '',
  version: ''
})
