import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer } from 'node:http'
import type { Client } from '@elastic/elasticsearch'
import type { Database } from '#api/db/connect.ts'
import { sendBulk } from '#api/engines/elastic/bulk.ts'
import { AnswerTooLargeError } from '#api/engines/elastic/failures.ts'
import { createPaging } from '#api/engines/elastic/pages/paging.ts'
import { openEngines } from '#api/engines/index.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'

const MEGABYTE = 1024 ** 2

describe('pages of records', () => {
  /** Reads 3,000 records that are so large, from a server that refuses what is too large. */
  async function readAll(bytesOf: (at: number) => number, most = 1_000) {
    const paging = createPaging(most)
    const [sizes, refused]: [number[], number[]] = [[], []]
    for (let at = 0; at < 3_000; ) {
      const { page, size } = await paging(async (ids, { maxResponseSize = Number.POSITIVE_INFINITY }) => {
        const records = Array.from({ length: ids }, (_, place) => ({
          v: 'з'.repeat(bytesOf(at + place) / 2)
        }))
        if (records.reduce((sum, { v }) => sum + v.length * 2, 0) <= maxResponseSize) return records
        refused.push(ids)
        throw new AnswerTooLargeError(maxResponseSize)
      })
      expect(page.length).toBe(size)
      sizes.push(size)
      at += size
    }
    return { sizes, refused }
  }

  test('of small ones are soon as large as they may be', async () => {
    const { sizes, refused } = await readAll(() => 300)
    expect(sizes).toEqual([64, 512, 1_000, 1_000, 1_000])
    expect(refused).toEqual([])
  })

  test('of large ones have few, and as many as before when they are small again', async () => {
    const { sizes, refused } = await readAll(at => (at > 700 && at < 800 ? MEGABYTE : 300))
    expect(refused.length).toBeGreaterThan(0)
    expect(sizes.some(size => size <= 16)).toBe(true)
    expect(sizes.at(-1)).toBe(1_000)
  })

  test('have one record at last, which may be larger than a page', async () => {
    const { sizes } = await readAll(at => (at === 5 ? 65 * MEGABYTE : 2))
    expect(sizes).toContain(1)
  })

  test('that fail for anything else are not asked for again', async () => {
    let calls = 0
    const reading = createPaging(10)(async () => {
      calls += 1
      throw new Error('another')
    })
    await expect(reading).rejects.toThrow('another')
    expect(calls).toBe(1)
  })
})

test('writes of large records go in calls that a server takes, each told what became of it', async () => {
  const calls: number[] = []
  const client = {
    transport: {
      async request({ bulkBody }: { bulkBody: Buffer }) {
        calls.push(bulkBody.length)
        const statuses = [...bulkBody.toString().matchAll(/"at":(\d+)/g)].map(
          ([, at]) => 200 + (Number(at) % 2)
        )
        return { items: statuses.map(status => ({ index: { status } })) }
      }
    }
  }
  const actions = Array.from(
    { length: 40 },
    (_, at) => `${JSON.stringify({ at, v: 'x'.repeat(MEGABYTE) })}\n`
  )
  const items = await sendBulk(client as unknown as Client, actions)
  expect(items.map(({ status }) => status)).toEqual(actions.map((_action, at) => 200 + (at % 2)))
  expect(calls.length).toBeGreaterThan(1)
  expect(Math.max(...calls)).toBeLessThanOrEqual(16 * MEGABYTE)
})

describe('an answer that is larger than is taken', () => {
  let database: Database
  // It says how much is to come, and need not send it.
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-elastic-product': 'Elasticsearch',
      'content-length': 600 * MEGABYTE
    })
    response.write('{')
  })
  beforeAll(async () => {
    database = await freshDatabase()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await database.close()
  })

  test('is an error with a sentence for whoever moves, backs up or takes back', async () => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const [engine] = openEngines({ elasticsearchUrl: [`http://127.0.0.1:${port}`] }, database)
    const calls = [
      () => engine?.open(),
      () => engine?.countStored(),
      () => engine?.readStored(null),
      () => engine?.openSnapshot?.(),
      () => engine?.clear()
    ]
    for (const call of calls) {
      const error = await call()?.catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(OperatorError)
      expect(String(error)).toContain('больше 512 МБ')
    }
    await engine?.close()
  })
})
