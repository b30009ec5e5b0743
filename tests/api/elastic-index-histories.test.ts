import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { endOfLog, type Unversioned } from '#api/book/changes.ts'
import { openCluster } from '#api/engines/cluster/cluster.ts'
import { writeRecords } from '#api/engines/elastic/bulk.ts'
import { followOnce } from '#api/engines/elastic/following.ts'
import { createIndex, dropIndices } from '#api/engines/elastic/own-index.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { type IndexedBook, keyStep, NO_DIFFERENCE, openIndexedBook } from '#tests/kit/elastic/indexed-book.ts'
import { type FaultProxy, startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'

const RECORDS = 25
const ROUNDS = 25
const REFUSED = {
  kind: 'answer',
  status: 400,
  type: 'application/json',
  body: '{"error":{"type":"refused"}}'
} as const

const recordOf = (number: string, value: number): Unversioned => ({
  number,
  source: 1,
  keys: `{${value}}`,
  surname: null,
  subjects: '{}'
})

/** A change of a record: from here on it has a value, or is gone. */
const histories = fc.array(
  fc.record({ record: fc.integer({ min: 1, max: 6 }), value: fc.option(fc.nat(99)) }),
  {
    minLength: 1,
    maxLength: 24
  }
)

describeElastic('an index of the book', server => {
  const cluster = openCluster({ elasticsearchUrl: [server] })
  let book: IndexedBook
  const proxies: FaultProxy[] = []
  beforeAll(async () => {
    book = await openIndexedBook(server)
    for (let at = 0; at < 3; at += 1) proxies.push(await startFaultProxy(server))
  })
  afterAll(async () => {
    await Promise.all(proxies.map(proxy => proxy.stop()))
    await cluster.close()
    await book.close()
  })

  test('ends as the book whatever is delayed, repeated and in whatever order', async () => {
    const client = await cluster.client()
    let runs = 0
    const isEqual = async (
      history: { record: number; value: number | null }[],
      random: (below: number) => number
    ) => {
      const name = `sverka-${'0'.repeat(12)}-${Bun.hash(`${Date.now()} ${runs++}`).toString(16).padStart(16, '0').slice(0, 8)}`
      await createIndex(client, name, 0)
      try {
        // What a follower reads of a change is at least as new.
        const messages = history.flatMap(({ record }, at) => {
          const later = history.slice(at).filter(change => change.record === record)
          return Array.from({ length: 1 + random(2) }, () => ({
            number: String(record),
            version: String(at + 1),
            value: later[random(later.length)]?.value ?? null
          }))
        })
        const shuffled = messages
          .map(message => ({ message, place: random(1e9) }))
          .sort((a, b) => a.place - b.place)
        for (let at = 0; at < shuffled.length; at += 4) {
          const part = shuffled.slice(at, at + 4).map(({ message }) => message)
          const records = part.flatMap(({ number, version, value }) =>
            value === null ? [] : [{ ...recordOf(number, value), version }]
          )
          await writeRecords(
            client,
            name,
            records,
            part.filter(({ value }) => value === null)
          )
        }
        for (const record of new Set(history.map(change => change.record))) {
          const last = history.findLast(change => change.record === record)?.value ?? null
          const { docs } = await client.mget<{ k?: string[] }>({ index: name, ids: [String(record)] })
          const [doc] = docs
          const stored = doc && 'found' in doc ? doc._source?.k : undefined
          if ((stored?.[0] ?? null) !== (last === null ? null : String(last))) return false
        }
        return true
      } finally {
        await dropIndices(client, [name])
      }
    }
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(), (history, seed) => isEqual(history, seededRandom(seed))),
      { seed: 35, numRuns: 12, endOnFailure: true }
    )
  })

  test('ends as the book with several indexers at once, late ones, and ones killed before they note their place', async () => {
    const random = seededRandom(35)
    const { owner } = book
    const clusters = proxies.map(({ url }) => openCluster({ elasticsearchUrl: [url] }))
    const name = (await book.state())?.name ?? ''
    const ridOf = () => `и${random(RECORDS)}`
    const change = async (sql: typeof owner) => {
      const source = random(2) === 0 ? 'first' : 'second'
      if (random(3) === 0) await book.remove([{ source, rid: ridOf() }], sql)
      else
        await book.write(
          [{ source, rid: ridOf(), keys: [`n:${random(9)}`], values: [String(random(1e6))] }],
          sql
        )
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const proxy of proxies) {
        const fault = random(3)
        if (fault === 0) await proxy.begin({ kind: 'late', ms: random(400) }, /_bulk/)
        else if (fault === 1) await proxy.begin(REFUSED, /_refresh/)
        else await proxy.end()
      }
      const following = clusters.map(async each => {
        await Bun.sleep(random(60))
        await followOnce({ owner, client: await each.client(), name }).catch(() => {})
      })
      // A transaction that is long under way beside others.
      await owner.begin(async tx => {
        await change(tx)
        for (let at = 0; at < 3; at += 1) await Promise.race([change(owner), Bun.sleep(30)])
        await change(tx)
      })
      await Promise.all(following)
    }
    await Promise.all(proxies.map(proxy => proxy.end()))
    await book.follow()
    expect(await endOfLog(owner, name)).toBe(null)
    expect(await book.differences()).toEqual(NO_DIFFERENCE)
    for (let key = 0; key < 9; key += 1) {
      const steps = [keyStep(`n:${key}`)]
      const rows = await owner<{ count: number }[]>`SELECT count(*)::int AS count FROM rec
        WHERE k @> ARRAY[${String(BigInt.asIntN(64, Bun.hash.xxHash64(`n:${key}`)))}::int8]`
      expect((await book.look(steps)).ids.length).toBe(rows[0]?.count ?? -1)
    }
    await Promise.all(clusters.map(each => each.close()))
  })
})
