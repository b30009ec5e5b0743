import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Actor } from '#api/db/audit.ts'
import type { Table } from '#api/features/imports/files/reader.ts'
import { forgetSource } from '#api/features/indices/deletion-store.ts'
import { beginDeletion } from '#api/features/indices/store.ts'
import { activateSource, declareSource, findSource, removeUnused } from '#api/features/sources/service.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
let actor: Actor
beforeAll(async () => {
  desk = await openFileImports()
  const [row] = await desk.database.owner`INSERT INTO users (username, username_key, password_hash, role)
    VALUES ('Админ', 'админ', 'x', ${ROLE_ADMIN}) RETURNING id`
  actor = { actorId: row.id, ipPrefix: null }
})
afterAll(() => desk.database.close())

async function idOf(key: string): Promise<number> {
  const source = await findSource(desk.database.owner, key)
  if (!source) throw new Error(`no source ${key}`)
  return source.id
}

/** Loads a file, and does something while it is read for the first time, before the batch is opened. */
async function loadWhile(key: string, act: () => Promise<unknown>) {
  const file = desk.write(`${key}.csv`, 'id,ФИО\n1,Тестов Иван\n2,Тестов Лев\n')
  const through = (table: Table): Table => ({
    ...table,
    async again() {
      if (await findSource(desk.database.owner, key)) await act()
      return await table.again()
    }
  })
  return await desk.load(key, file, { passport: KIT_PASSPORT, id: 'id', through })
}

const stands = async (key: string) =>
  await desk.database.owner`SELECT status, records::int AS records,
    (SELECT count(*)::int FROM import_batch WHERE source_id = source.id) AS batches FROM source WHERE key = ${key}`

test.each([
  ['the rest of it is gone', true],
  ['its records are being removed', false]
])('a deletion by an administrator before the first batch stands when %s', async (_, isForgotten) => {
  const key = isForgotten ? 'forgotten' : 'leaving'
  const { owner } = desk.database
  const loaded = loadWhile(key, async () => {
    const id = await idOf(key)
    expect(await beginDeletion(owner, key, actor)).toBe(true)
    if (isForgotten) expect(await forgetSource(owner, id)).toBe(true)
  })
  await expect(loaded).rejects.toThrow(`Индекс «${key}» удалён, пока шла загрузка`)
  expect([...(await stands(key))]).toEqual(
    isForgotten ? [] : [{ status: 'deleting', records: 0, batches: 0 }]
  )
})

test('an import adds a source that others take back again and again no more than three times', async () => {
  let removals = 0
  const loaded = loadWhile('contended', async () => {
    removals += 1
    await removeUnused(desk.database.owner, { id: await idOf('contended'), key: 'contended' })
  })
  await expect(loaded).rejects.toThrow('Индекс «contended» удалён, пока шла загрузка')
  expect(removals).toBe(3)
})

test('the first records never make a source answer that is being deleted', async () => {
  const { owner } = desk.database
  const id = await declareSource(owner, 'between', KIT_PASSPORT)
  await owner`UPDATE source SET status = 'deleting' WHERE id = ${id}`
  await expect(owner.begin(tx => activateSource(tx, id))).rejects.toThrow('being deleted')
  expect((await stands('between'))[0].status).toBe('deleting')
})
