import { expect } from 'bun:test'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { type Person, signedInAs } from './people.ts'
import type { KitSource } from './people-table.ts'
import { loadSource } from './sources.ts'
import { startApp, type TestApp } from './start-app.ts'

/** The product with sources of a test, and somebody who searches them as often as they like. */
export interface SearchedApp {
  app: TestApp
  client: Person
  /** The answer to a line. */
  ask(query: string): Promise<SearchAnswer>
}

export async function startSearched(sources: Record<string, KitSource>): Promise<SearchedApp> {
  const app = await startApp()
  for (const [key, source] of Object.entries(sources)) await loadSource(app, key, source)
  const client = await signedInAs(app, ROLE_INFINITY)
  return {
    app,
    client,
    ask: async query => {
      const { status, body } = await client.post('/api/search/perform', { query })
      expect(status).toBe(200)
      return body
    }
  }
}
