import type { EngineDatabase, SearchEngine } from '#api/engines/contract.ts'
import { createEngine } from '#api/engines/index.ts'

/** The engine on a server; its indices go when it is closed. */
export function openElastic(server: string, database: EngineDatabase): SearchEngine {
  const engine = createEngine({ elasticsearchUrl: [server] }, database)
  return {
    ...engine,
    async close() {
      const [row] = await database.owner<{ name: string }[]>`SELECT name FROM elastic_namespace`
      if (row) await dropIndices(server, row.name)
      await engine.close()
    }
  }
}

/** Names all of them: the server may refuse to delete by a pattern. */
async function dropIndices(server: string, namespace: string): Promise<void> {
  const { username, password, origin } = new URL(server)
  const headers: HeadersInit = username ? { authorization: `Basic ${btoa(`${username}:${password}`)}` } : {}
  const response = await fetch(`${origin}/${namespace}-*?filter_path=*.settings.index.uuid`, { headers })
  const indices = Object.keys((await response.json()) as object)
  if (indices.length > 0) await fetch(`${origin}/${indices.join(',')}`, { method: 'DELETE', headers })
}
