import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import { openRecords } from '#api/engines/index.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { indicesOf } from '#tests/kit/elastic/open-elastic.ts'
import { startTlsFront, type TlsFront } from '#tests/kit/elastic/tls-front.ts'

describeElastic('a cluster over TLS', server => {
  let front: TlsFront
  let database: Database
  beforeAll(async () => {
    front = await startTlsFront(server)
    database = await freshDatabase()
  })
  afterAll(async () => {
    for (const name of await indicesOf(database)) await callServer(server, 'DELETE', `/${name}`)
    await database.close()
    await front.stop()
  })

  /** What the start says; null when there is nothing to say. */
  async function startWith(elasticsearchCa: string | null): Promise<string | null> {
    const { engine, close } = openRecords({ elasticsearchUrl: [front.url], elasticsearchCa }, database)
    try {
      await engine.open()
      return (await engine.health()).ok ? null : 'no health'
    } catch (error) {
      return (error as Error).message
    } finally {
      await close()
    }
  }

  test('is believed when its certificate is signed by the one that is named, and asked over one connection', async () => {
    expect(await startWith(front.ca)).toBeNull()
    expect(front.connections).toBe(1)
  })

  test('is refused with a sentence when somebody else is named, or nobody', async () => {
    for (const ca of [front.otherCa, null]) {
      const refusal = await startWith(ca)
      expect(refusal).toContain('сертификат, которому нельзя верить: проверьте ELASTICSEARCH_CA')
      expect(refusal).not.toContain('elastic:')
    }
  })

  test('is not asked with a file that is missing, or is no certificate', async () => {
    expect(await startWith(`${front.ca}.gone`)).toContain('не читается')
    expect(await startWith(import.meta.path)).toContain('нет сертификата')
  })
})
