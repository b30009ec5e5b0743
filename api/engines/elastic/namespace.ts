import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'

/** What is written together: the product's database, and its indices in the cluster. */
export interface Stores {
  owner: SQL
  client: Client
  namespace: string
}

/** How the indices of this database begin: chosen once, when they are first needed. */
export function createNamespace(sql: SQL): () => Promise<string> {
  let reading: Promise<string> | undefined
  return () => {
    reading ??= read(sql)
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
}

async function read(sql: SQL): Promise<string> {
  const [stored] = await sql<{ name: string }[]>`SELECT name FROM elastic_namespace`
  if (stored) return stored.name
  return await sql.begin(async tx => {
    await tx`LOCK TABLE elastic_namespace IN SHARE ROW EXCLUSIVE MODE`
    const [chosen] = await tx<{ name: string }[]>`INSERT INTO elastic_namespace (name)
      SELECT 'sverka-' || left(replace(gen_random_uuid()::text, '-', ''), 12)
      WHERE NOT EXISTS (SELECT FROM elastic_namespace) RETURNING name`
    if (chosen) return chosen.name
    const [other] = await tx<{ name: string }[]>`SELECT name FROM elastic_namespace`
    if (!other) throw new Error('the namespace of the indices was not stored')
    return other.name
  })
}
