import { expect, test } from 'bun:test'
import { subjectToken } from '#api/book/subject-keys.ts'
import type { Database } from '#api/db/connect.ts'
import { seedPeople } from '#api/db/seed/demo.ts'
import { openRecords } from '#api/engines/index.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'

const SECRETS = { session: '', audit: '', suppress: 'the-key-of-the-seed-tests-0123456789' }

/** What a load into a database needs. */
const into = (database: Database) => ({
  owner: database.owner,
  book: openRecords({ elasticsearchUrl: null }, database).book,
  secrets: SECRETS
})

async function total(database: Database): Promise<number> {
  const [row] = await database.owner`SELECT count(*)::int AS count FROM rec`
  return row.count
}

test('loads people beside others, twice without a change, and keeps the suppressed out', async () => {
  const database = await freshDatabase()
  const { owner } = database
  try {
    const load = { ...into(database), people: 400, seed: 5 }
    const token = subjectToken(createKeyedHash(SECRETS.suppress), { kind: 'phone', value: '9732041740' })
    await owner`INSERT INTO suppression (token, prefix, kind, class)
      VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, 'phone', 'objection')`
    const first = await seedPeople(load)
    const stored = await total(database)
    const [key] =
      await owner`SELECT count(*)::int AS count FROM rec WHERE k @> ${`{${hash64('phone:79732041740')}}`}::int8[]`
    expect(key.count).toBe(0)
    expect(stored).toBeLessThan(first.records)
    expect(await seedPeople(load)).toEqual(first)
    expect(await total(database)).toBe(stored)
    await seedPeople({ ...load, people: 800 })
    const more = await total(database)
    expect(more).toBeGreaterThan(stored)
    const [sum] = await owner`SELECT sum(records)::int AS records FROM source`
    expect(sum.records).toBe(more)
  } finally {
    await database.close()
  }
})
