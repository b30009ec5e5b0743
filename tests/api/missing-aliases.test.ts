import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createIndexRecords } from '#api/engines/index-record.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import {
  indicesOf,
  loadSurnames,
  SURNAME_COLUMNS,
  startOnElastic
} from '#tests/kit/elastic/surname-source.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const SIZE = 40

describeElastic('a source whose aliases somebody took away', server => {
  let app: TestApp
  let namespace: string
  let key: string
  let batch: number
  let sources = 0

  beforeAll(async () => {
    ;({ app, namespace } = await startOnElastic(server))
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    key = `alias-${sources++}`
    batch = await load(0)
  })

  const load = (from: number) => loadSurnames(app, key, 'Прежнев', { from, size: SIZE })

  /** @param what Of its index: nothing for the index itself. */
  async function takeAway(what: string): Promise<void> {
    const [index] = await indicesOf(server, namespace, key)
    const { status } = await callServer(server, 'DELETE', `/${index}${what}`)
    expect(status).toBe(200)
  }
  const undo = () => app.context.engine.removeBatch(batch, bookRemoved, () => {})
  const remake = () =>
    app.context.engine.remake(
      key,
      null,
      createIndexRecords({ key, columns: SURNAME_COLUMNS }, app.context.secrets.suppress)
    )
  const stored = async () => (await app.context.engine.countStored()).get(key)

  test('gets them back with the next load', async () => {
    await takeAway('/_alias/*')
    await load(SIZE)
    expect(await stored()).toBe(2 * SIZE)
    expect((await undo()).removed).toBe(SIZE)
    expect(await stored()).toBe(SIZE)
  })

  test('gets them back before an undo, which removes all that it says', async () => {
    await takeAway('/_alias/*')
    expect((await app.context.engine.planRemoval(batch)).removed).toBe(SIZE)
    await takeAway('/_alias/*')
    expect((await undo()).removed).toBe(SIZE)
    await load(SIZE)
    expect(await stored()).toBe(SIZE)
  })

  test('gets them back before its records are made anew', async () => {
    await takeAway('/_alias/*')
    expect((await remake()).records).toBe(SIZE)
  })

  test('and whose index has gone lets no undo and no remaking say that it is done', async () => {
    await takeAway('')
    await expect(undo()).rejects.toThrow('Индекс источника убрали')
    await expect(remake()).rejects.toThrow('Индекс источника убрали')
  })
})
