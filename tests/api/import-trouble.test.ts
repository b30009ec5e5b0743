import { afterAll, beforeAll, expect, test } from 'bun:test'
import { withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { withSoleLock } from '#api/db/shared-lock.ts'
import type { Table } from '#api/features/imports/files/reader.ts'
import { closeBatch, openBatch } from '#api/features/imports/store.ts'
import { beginUndo } from '#api/features/imports/undo-store.ts'
import { insertIndex, switchOff } from '#api/features/indices/store.ts'
import { addSource, findSource, removeUnused } from '#api/features/sources/service.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const ROWS = 24_000
const table = Array.from({ length: ROWS }, (_, at) => `${at},${Bun.hash.xxHash64(`${at}`)}`)
const whole = () => Buffer.from(`id,Метка\n${table.join('\n')}\n`)

async function standing(key: string) {
  const [row] = await desk.database.owner`SELECT records::int AS records,
    (SELECT count(*)::int FROM rec WHERE src = source.id) AS held,
    (SELECT coalesce(sum(stored), 0)::int FROM import_batch WHERE source_id = source.id) AS stored
    FROM source WHERE key = ${key}`
  return row
}

test('stores what a torn archive still holds, and the mended file brings the rest', async () => {
  const packed = Bun.gzipSync(whole())
  const file = desk.write('torn.csv.gz', packed.subarray(0, packed.length / 2))
  const torn = desk.load('torn', file, { passport: KIT_PASSPORT, id: 'id' })
  await expect(torn).rejects.toThrow('повреждён или оборван')
  const before = await standing('torn')
  expect(before.held).toBeGreaterThan(1_000)
  expect([before.records, before.stored]).toEqual([before.held, before.held])
  const mended = await desk.load('torn', desk.write('torn.csv.gz', packed), { id: 'id' })
  expect([mended.stored, mended.added]).toEqual([ROWS, ROWS - before.held])
  expect((await standing('torn')).held).toBe(ROWS)
})

test('stores what stands before the damage of an archive, also of a small one', async () => {
  const packed = Bun.gzipSync(whole())
  const damaged = Buffer.concat([packed.subarray(0, packed.length - 40_000), Buffer.alloc(40_000, 0xa5)])
  const file = desk.write('damaged.csv.gz', damaged)
  await expect(desk.load('damaged', file, { passport: KIT_PASSPORT, id: 'id' })).rejects.toThrow('повреждён')
  expect((await standing('damaged')).held).toBeGreaterThan(1_000)
  const small = Bun.gzipSync(Buffer.from('id,ФИО\n1,Тестов Иван\n2,Тестов Пётр\n3,'))
  const cut = desk.write('small.csv.gz', small.subarray(0, small.length - 6))
  await expect(desk.load('small', cut, { passport: KIT_PASSPORT, id: 'id' })).rejects.toThrow('повреждён')
})

test('refuses what only calls itself an archive', async () => {
  for (const [name, content] of [
    ['text.csv.gz', 'id,ФИО\n1,Тестов Иван\n'],
    ['noise.csv.gz', crypto.getRandomValues(new Uint8Array(2_000)).fill(7, 0, 2)],
    ['head.csv.gz', new Uint8Array([0x1f, 0x8b, 8, 0, 1])]
  ] as const) {
    const loaded = desk.load('noise', desk.write(name, content), { passport: KIT_PASSPORT })
    await expect(loaded).rejects.toThrow(/не архив gzip|повреждён или оборван/)
  }
})

test('says that it waits while the kinds of its source change', async () => {
  const file = desk.write('waits.csv', 'id,ФИО\n1,Тестов Иван\n')
  const { source } = await desk.load('waits', file, { passport: KIT_PASSPORT, id: 'id' })
  const messages: string[] = []
  const begun = Promise.withResolvers<void>()
  const changes = Promise.withResolvers<void>()
  const lock = { name: `columns:${source.id}`, busyError: () => new Error('busy') }
  const changing = withExclusiveLocks(desk.database.owner, [], connection =>
    withSoleLock(connection, lock, async () => {
      begun.resolve()
      await changes.promise
    })
  )
  await begun.promise
  const report = (text: string) => {
    messages.push(text)
    changes.resolve()
  }
  const next = desk.write('next.csv', 'id,ФИО\n2,Тестов Лев\n')
  expect((await desk.load('waits', next, { id: 'id', report })).added).toBe(1)
  expect(messages[0]).toContain('Жду')
  await changing
})

test('lets one process read a file at a time', async () => {
  const file = desk.write('twice.csv', whole())
  const load = () => desk.load('twice', file, { passport: KIT_PASSPORT, id: 'id' })
  const outcomes = await Promise.allSettled([load(), load()])
  expect(outcomes.map(outcome => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(outcome => outcome.status === 'rejected')
  expect(String(refused?.reason)).toContain('загружает другой процесс')
  expect(await standing('twice')).toEqual({ records: ROWS, held: ROWS, stored: ROWS })
})

test('adds its source anew when another load takes it back before the first batch', async () => {
  const { owner } = desk.database
  const file = desk.write('anew.csv', 'id,ФИО\n1,Тестов Иван\n')
  let removals = 0
  const through = (table: Table): Table => ({
    ...table,
    async again() {
      const source = await findSource(owner, 'anew')
      if (source && removals === 0) {
        removals += 1
        await removeUnused(owner, source)
      }
      return await table.again()
    }
  })
  const { stored } = await desk.load('anew', file, { passport: KIT_PASSPORT, id: 'id', through })
  expect([removals, stored]).toEqual([1, 1])
  expect(await standing('anew')).toEqual({ records: 1, held: 1, stored: 1 })
})

const refusedFile = () => desk.write('refused.csv', 'id,ФИО\n,\n')

test('leaves nothing of a source that another load had added when both fail', async () => {
  const { owner } = desk.database
  expect(await addSource(owner, 'both', 'Оба')).toBe(true)
  await expect(desk.load('both', refusedFile(), { passport: KIT_PASSPORT, id: 'id' })).rejects.toThrow()
  expect(await findSource(owner, 'both')).toBeNull()
})

test('leaves nothing of a new source when many load one bad file at once', async () => {
  const file = refusedFile()
  for (let round = 0; round < 5; round += 1) {
    const load = () => desk.load('crowd', file, { passport: KIT_PASSPORT, id: 'id' })
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, load))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(await findSource(desk.database.owner, 'crowd')).toBeNull()
  }
})

test('leaves an empty source that an administrator has made and switched off', async () => {
  const { owner } = desk.database
  const [user] = await owner`INSERT INTO users (username, username_key, password_hash, role)
    VALUES ('Админ', 'админ', 'x', ${ROLE_ADMIN}) RETURNING id`
  const actor = { actorId: user.id, ipPrefix: null }
  await insertIndex(owner, 'administered', null, actor)
  await switchOff(owner, 'administered', actor)
  await expect(
    desk.load('administered', refusedFile(), { passport: KIT_PASSPORT, id: 'id' })
  ).rejects.toThrow()
  expect(await findSource(owner, 'administered')).toMatchObject({ status: 'disabled' })
})

test('does not end a batch that was taken back meanwhile', async () => {
  const { owner } = desk.database
  const file = desk.write('ended.csv', 'id,ФИО\n1,Тестов Иван\n')
  const { batchId } = await desk.load('ended', file, { passport: KIT_PASSPORT, id: 'id' })
  await beginUndo(owner, batchId)
  expect(await closeBatch(owner, batchId)).toBe(false)
  const [row] = await owner`SELECT state, finished_at FROM import_batch WHERE id = ${batchId}`
  expect(row).toEqual({ state: 'undone', finished_at: null })
})

test('leaves a source in which a batch is just being opened', async () => {
  const { owner } = desk.database
  expect(await addSource(owner, 'opened', 'Открытый')).toBe(true)
  const source = await findSource(owner, 'opened')
  if (!source) throw new Error('a source is missing')
  let removal: Promise<void> | undefined
  await owner.begin(async tx => {
    await openBatch(tx, source.id, 'opened.csv', new Uint8Array(32))
    removal = removeUnused(owner, source)
    while ((await tx`SELECT FROM pg_locks WHERE NOT granted`).length === 0) await Bun.sleep(5)
  })
  await removal
  expect(await findSource(owner, 'opened')).toMatchObject({ id: source.id })
})

test('says that the disk is full and goes on when there is room', async () => {
  const { owner } = desk.database
  await owner`CREATE FUNCTION fill_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF new.stored > 20000 THEN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
    RETURN new; END $$`.simple()
  await owner`CREATE TRIGGER fill_up BEFORE UPDATE ON import_batch FOR EACH ROW EXECUTE FUNCTION fill_up()`.simple()
  const file = desk.write('full.csv', whole())
  const full = desk.load('full', file, { passport: KIT_PASSPORT, id: 'id' })
  await expect(full).rejects.toThrow('Кончилось место на диске')
  const before = await standing('full')
  expect(before).toEqual({ records: 20_000, held: 20_000, stored: 20_000 })
  await owner`DROP TRIGGER fill_up ON import_batch`
  const done = await desk.load('full', file, { id: 'id' })
  expect([done.resumedAfter, done.stored]).toEqual([20_000, ROWS])
  expect(await standing('full')).toEqual({ records: ROWS, held: ROWS, stored: ROWS })
})

test('keeps each number once though the file has it in several chunks', async () => {
  const rows = [
    ...table.slice(0, 21_000),
    ...table.slice(100, 200).map(row => `${row}0`),
    ...table.slice(21_000)
  ]
  const file = desk.write('double.csv', `id,Метка\n${rows.join('\n')}\n`)
  const done = await desk.load('double', file, { passport: KIT_PASSPORT, id: 'id' })
  expect([done.stored, done.added]).toEqual([ROWS + 100, ROWS])
  const [row] = await desk.database.owner`SELECT doc FROM rec JOIN source ON source.id = src
    WHERE key = 'double' AND rid = '150'`
  expect(JSON.parse(row.doc)).toEqual(['150', `${Bun.hash.xxHash64('150')}0`])
})
