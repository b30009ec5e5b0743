import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { BookWritten, RecordWriter } from '#api/engines/contract.ts'
import { createEncoder } from '#api/engines/index.ts'
import { createIndexRecords } from '#api/engines/index-record.ts'
import { undoBatch } from '#api/features/imports/service.ts'
import { bookRows, NO_ROWS, openBatch } from '#api/features/imports/store.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import {
  indicesOf,
  loadSurnames,
  SURNAME_COLUMNS,
  startOnElastic
} from '#tests/kit/elastic/surname-source.ts'
import { signedInAs } from '#tests/kit/people.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const SURNAME = 'Встречный'
const BEFORE = 10
/** Of one chunk; the first of them is there already. */
const NUMBERS = Array.from({ length: 20 }, (_, at) => String(BEFORE - 1 + at))
const REFRESH = '17s'

describeElastic('an index of somebody else that comes in the midst of a load', server => {
  let app: TestApp
  let namespace: string
  let sources = 0

  beforeAll(async () => {
    ;({ app, namespace } = await startOnElastic(server))
  })
  afterAll(() => app.stop())

  /** A second load of a source, with the batch and the writer that it opened. */
  async function openLoad(expectedRecords: number) {
    const { owner } = app.database
    const key = `intruded-${sources++}`
    await loadSurnames(app, key, SURNAME, { size: BEFORE })
    const [row] = await owner<{ id: number }[]>`SELECT id FROM source WHERE key = ${key}`
    const sourceId = row?.id ?? 0
    const batch = await openBatch(owner, sourceId, 'second', new Uint8Array([1]))
    const load = { sources: [key], expectedRecords, isResumed: false, isProbablyNew: true }
    const open = () => app.context.engine.openWriter(load, () => {})
    const columns = [...SURNAME_COLUMNS]
    const makeRecord = createIndexRecords({ key, columns }, app.context.secrets.suppress)
    return {
      key,
      open,
      async write(writer: RecordWriter): Promise<void> {
        const encoder = await createEncoder(writer.encoding)
        for (const number of NUMBERS) encoder.add(makeRecord(number, [number, SURNAME]), batch.id)
        const book: BookWritten = async (tx, written) => {
          const more = { ...NO_ROWS, ...written.get(key), stored: NUMBERS.length }
          await bookRows(tx, { id: batch.id, sourceId }, 0, more)
        }
        await writer.write(encoder.take(), book)
      },
      async counted(): Promise<number> {
        const [own] = await owner`SELECT records::int AS records FROM source WHERE key = ${key}`
        return own.records
      }
    }
  }

  test.each([
    'behind its alias for writing',
    'in its place behind that alias',
    'behind its alias for reading'
  ])('%s ends it by name, nothing is booked, and its repetition has all', async where => {
    const { key, open, write, counted } = await openLoad(100_000)
    const writer = await open()
    const [index = ''] = await indicesOf(server, namespace, key)
    const name = `others-${key}-${namespace}`
    const alias = where === 'behind its alias for reading' ? `${namespace}-${key}` : `${index}.w`
    const settings = { refresh_interval: REFRESH }
    expect((await callServer(server, 'PUT', `/${name}`, { settings })).status).toBe(200)
    const actions = [{ add: { index: name, alias } }]
    const isInPlace = where.startsWith('in its place')
    const { status } = await callServer(server, 'POST', '/_aliases', {
      actions: isInPlace ? [{ remove: { index, alias } }, ...actions] : actions
    })
    expect(status).toBe(200)
    await expect(write(writer)).rejects.toThrow(`стоят чужие: ${name} (псевдоним ${alias})`)
    await writer.commit()
    expect(await counted()).toBe(BEFORE)
    const { body } = await callServer(server, 'GET', `/${name}/_settings?filter_path=**.refresh_interval`)
    expect(body[name].settings.index.refresh_interval).toBe(REFRESH)
    expect((await callServer(server, 'DELETE', `/${name}`)).status).toBe(200)
    const again = await open()
    await write(again)
    await again.commit()
    const total = BEFORE + NUMBERS.length - 1
    expect(await counted()).toBe(total)
    expect((await app.context.engine.countStored()).get(key)).toBe(total)
  })

  test('cannot take what is written by an alias beside its index', async () => {
    const { key, open } = await openLoad(1)
    await open()
    const [index = ''] = await indicesOf(server, namespace, key)
    const aliases = { [`${index}.w`]: { is_write_index: true } }
    const { status } = await callServer(server, 'PUT', `/others-${key}-${namespace}`, { aliases })
    expect(status).toBe(500)
  })

  test.each(['beside the index', 'in its place'])(
    'behind an alias %s ends an undo by name, over HTTP too, and its repetition takes all back',
    async where => {
      const key = `undone-${sources++}`
      const batch = await loadSurnames(app, key, SURNAME, { size: BEFORE })
      await loadSurnames(app, key, SURNAME, { from: BEFORE, size: 2 })
      const [index = ''] = await indicesOf(server, namespace, key)
      const name = `others-${key}-${namespace}`
      const alias = `${index}.w`
      const real = app.context.engine
      const intrude = async () => {
        await callServer(server, 'PUT', `/${name}`, {})
        const add = { add: { index: name, alias } }
        const actions = where === 'in its place' ? [{ remove: { index, alias } }, add] : [add]
        expect((await callServer(server, 'POST', '/_aliases', { actions })).status).toBe(200)
      }
      let isFirst = true
      app.context.engine = {
        ...real,
        removeBatch: (id, book, ...rest) =>
          real.removeBatch(
            id,
            async (tx, removed) => {
              if (isFirst) await intrude()
              isFirst = false
              await book(tx, removed)
            },
            ...rest
          )
      }
      const admin = await signedInAs(app, ROLE_ADMIN)
      const undo = () => admin.post(`/api/auth/admin/es_indices/${key}/batches/${batch}/undo`, {})
      const { status, body } = await undo()
      app.context.engine = real
      expect([status, body.code]).toEqual([409, 'BATCH_BUSY'])
      expect(body.error).toContain(`стоят чужие: ${name} (псевдоним ${alias})`)
      await expect(undoBatch(app.database.owner, real, batch, () => {})).rejects.toThrow('стоят чужие')
      expect((await callServer(server, 'DELETE', `/${name}`)).status).toBe(200)
      await undoBatch(app.database.owner, real, batch, () => {})
      const [row] = await app.database.owner`SELECT records::int AS records FROM source WHERE key = ${key}`
      expect([row.records, (await real.countStored()).get(key)]).toEqual([2, 2])
    }
  )
})
