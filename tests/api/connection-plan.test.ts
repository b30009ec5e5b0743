import { describe, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#api/db/connect.ts'
import { assertConnectionsFit } from '#api/db/connection-budget.ts'
import {
  type ConnectionPlan,
  processConnections,
  searchPlan,
  serverConnections,
  TASK_CONNECTIONS,
  webPlan
} from '#api/db/connection-plan.ts'
import { testCluster } from '#tests/kit/cluster.ts'

const THREADS = Array.from({ length: 17 }, (_, threads) => threads)

async function untilHolds(check: () => Promise<void>): Promise<void> {
  for (let tries = 100; tries > 0; tries -= 1) {
    if (
      await check().then(
        () => true,
        () => false
      )
    )
      return
    await Bun.sleep(50)
  }
  await check()
}

describe('the plan of connections', () => {
  test.each(THREADS)(
    'lets three processes of %d threads and a command fit into the embedded server',
    threads => {
      expect(3 * processConnections(threads) + 20).toBeLessThanOrEqual(serverConnections(threads))
    }
  )

  test.each(THREADS)('gives each of %d threads at least two connections to search with', threads => {
    expect(searchPlan(threads).search).toBeGreaterThanOrEqual(2)
    expect(webPlan(threads).search).toBeGreaterThanOrEqual(1)
  })

  test.each(THREADS)('counts a job and six previews beside %d threads', threads => {
    const { job, preview } = TASK_CONNECTIONS
    const connectionsOf = (plan: ConnectionPlan) => plan.app + plan.owner + plan.search + 2
    const serving = connectionsOf(webPlan(threads)) + threads * connectionsOf(searchPlan(threads))
    expect(processConnections(threads) - serving).toBe(job + 1 + 6 * preview)
  })

  test('does not grow beyond what a machine can use', () => {
    expect(Math.max(...THREADS.map(serverConnections))).toBeLessThan(460)
  })
})

describe('a process that starts', () => {
  test('is refused with the numbers when its connections do not fit beside those of others', async () => {
    const dataDir = mkdtempSync(join((await testCluster()).dataDir, 'budget-'))
    const open = (searchThreads: number) => openDatabase({ databaseUrl: null, dataDir, searchThreads })
    // The first one starts the server and decides what it accepts.
    const first = await open(1)
    const others = [await open(1), await open(1)]
    try {
      for (const { owner } of [first, ...others]) await assertConnectionsFit(owner, processConnections(1), 1)
      const large = await open(12)
      try {
        const refusal = assertConnectionsFit(large.owner, processConnections(12), 12)
        await expect(refusal).rejects.toThrow(/SEARCH_THREADS=12.*нужно до \d+.*max_connections/)
      } finally {
        await large.close()
      }
      // The server may still be ending the connections that were closed.
      await untilHolds(() => assertConnectionsFit(first.owner, processConnections(1), 1))
    } finally {
      for (const database of [...others, first]) await database.close()
    }
  })
})
