import type { EngineDatabase } from '#api/engines/contract.ts'
import { openRecords, type Records } from '#api/engines/index.ts'
import { callServer } from './call-server.ts'

/** The records with their index on a server, which follows them as beside a running product and goes when they are closed. */
export const openElastic = (server: string, database: EngineDatabase): Records =>
  openElasticOn([server], database)

/** The same on a server of several nodes. */
export function openElasticOn(urls: readonly string[], database: EngineDatabase): Records {
  const records = openRecords({ elasticsearchUrl: [...urls] }, database)
  const leave = records.followBook()
  return {
    ...records,
    async close() {
      await leave()
      const indices = await indicesOf(database)
      await records.close()
      for (const name of indices) await callServer(urls[0] ?? '', 'DELETE', `/${name}`)
    }
  }
}

/** Names of the indices of a database: of the one that answers, what is being made and what is left. */
export async function indicesOf({ owner }: Pick<EngineDatabase, 'owner'>): Promise<string[]> {
  const rows = await owner<{ name: string }[]>`SELECT DISTINCT n AS name
    FROM search_index, unnest(leaving || ARRAY[name, building]) AS n WHERE n IS NOT NULL AND n <> 'postgres'`
  return rows.map(({ name }) => name)
}
