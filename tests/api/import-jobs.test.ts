import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TASK_CONNECTIONS } from '#api/db/connection-plan.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { heldOf } from '#tests/kit/stored-records.ts'
import { taskProcesses } from '#tests/kit/task-processes.ts'
import { until } from '#tests/kit/until.ts'
import { IMPORTS } from '#tests/kit/uploads.ts'
import { withJobs } from '#tests/kit/with-jobs.ts'

const { app, admin, files } = administeredApp()

const folderOf = (id: string) => join(app.context.config.dataDir, 'uploads', id)
const isDone = ({ state }: { state: string }) => state === 'done'
const MESSY = [
  'sep=;',
  'ФИО;Тел.;Мой код;Прим',
  'Уховертов Пантелеймон Кузьмич;8 (973) 100-00-01;A1;',
  'Уховертова Анна Кузьминична;+7 973 100-00-02;A2;',
  '=HYPERLINK("http://x");лишнее;поле;в;строке',
  '@СУММ(1);лишнее;поле;в;строке',
  'Уховертов Кузьма Ильич;8-973-100-00-03;A3;'
].join('\r\n')

test('a messy file: preview, correction, import, rejected rows, search, undo', async () => {
  const id = await files.send('клиенты.csv', MESSY, 100)
  const seen = (await files.preview(id, { source: 'clients' })).body
  expect(seen.needs_passport).toBe(true)
  expect([seen.preview.format, seen.preview.delimiter, seen.preview.rejected]).toEqual(['csv', ';', 2])
  const kinds = (preview: { columns: { label: string; kind: string }[] }) =>
    Object.fromEntries(preview.columns.map(({ label, kind }) => [label, kind]))
  expect(kinds(seen.preview)).toMatchObject({ ФИО: 'full_name', 'Тел.': 'phone', 'Мой код': 'other' })
  const order = { source: 'clients', columns: { 'Мой код': 'record_number' }, id: 'Мой код', drop: ['Прим'] }
  const corrected = (await files.preview(id, order)).body.preview
  expect(corrected.columns.map(({ is_id, dropped }: Record<string, unknown>) => [is_id, dropped])).toEqual([
    [false, null],
    [false, null],
    [true, null],
    [false, 'map']
  ])
  expect((await files.start(id, { ...order, passport: null })).body.code).toBe('PASSPORT_INCOMPLETE')
  expect((await files.start(id, order)).body.import.state).toBe('running')
  expect((await files.start(id, order)).body.code).toBe('IMPORT_UNDER_WAY')
  const done = await files.until(id, isDone)
  const { remarks, id_column, ...counts } = done.report ?? {}
  expect(counts).toEqual({
    stored: 3,
    added: 3,
    changed: 0,
    same: 0,
    rejected: 2,
    suppressed: 0,
    answers: true
  })
  expect(remarks).toEqual(['Отброшено колонок: 1, по соответствиям колонок: «Прим»'])
  expect([done.has_rejects, done.progress?.part, done.progress?.rows]).toEqual([true, 1, 5])

  const rejects = await admin.request(`${IMPORTS}/${id}/rejects`)
  expect(rejects.headers.get('content-disposition')).toBe(
    `attachment; filename="rejects.csv"; filename*=UTF-8''${encodeURIComponent('клиенты — отклонённые строки.csv')}`
  )
  expect(rejects.headers.get('cache-control')).toBe('no-store')
  const bytes = Buffer.from(await rejects.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [, head, formula = '', at = ''] = /^\uFEFF(.*)\r\n(.*)\r\n(.*)\r\n$/.exec(bytes.toString()) ?? []
  expect(head).toBe('Строка;Причина;Исходная строка')
  expect(formula).toEndWith(`"'=HYPERLINK(""http://x"");лишнее;поле;в;строке"`)
  expect(at).toEndWith(`"'@СУММ(1);лишнее;поле;в;строке"`)
  // The records are stored: the file is not kept.
  expect(readdirSync(folderOf(id))).toEqual(['клиенты.csv.rejects.csv'])

  // Whoever is told that it has ended may search at once.
  const countNow = async () =>
    (await admin.post('/api/search/perform', { query: '+7 973 100-00-02' })).body.results_count
  expect(await countNow()).toBe(1)
  expect(await actsOf(app, admin, 'import_start')).toHaveLength(1)
  const path = `/api/auth/admin/es_indices/clients/batches/${done.batch_id}/undo`
  expect((await admin.post(path)).body.removal.removed).toBe(3)
  expect(await countNow()).toBe(0)
  // Nothing is left of it: the next load decides what its columns hold.
  expect((await admin.get('/api/auth/admin/es_indices/clients')).body.index).toMatchObject({
    records: 0,
    columns: []
  })
})

describe('what cannot be imported is refused with what to do, and leaves nothing', () => {
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200, 1)])
  const bomb = Bun.gzipSync(Buffer.alloc(150_000_000, 'a,b\n'))
  test.each([
    ['liar.xlsx', 'ФИО;Телефон\nТестов;1\n', 'называется книгой Excel'],
    ['liar.csv', zip, 'повреждён'],
    ['page.csv', '<html><body><table></table></body></html>', 'HTML'],
    ['bomb.csv.gz', bomb, 'распаковывается'],
    ['noise.csv', Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 32)), 'не текст']
  ])('%s', async (name, content, says) => {
    const id = await files.send(name, content)
    const { status, body } = await files.preview(id, { source: 'refused' })
    expect([status, body.code]).toEqual([400, 'IMPORT_REFUSED'])
    expect(body.error).toContain(says)
    expect(body.error).not.toContain(app.context.config.dataDir)
    const started = await files.start(id, { source: 'refused' })
    expect([started.status, started.body.error]).toEqual([400, body.error])
    expect((await files.read(id)).state).toBe('ready')
    expect((await admin.get('/api/auth/admin/es_indices/refused')).status).toBe(404)
    await admin.delete(`${IMPORTS}/${id}`)
    expect(existsSync(folderOf(id))).toBe(false)
  })

  test('a mistyped column', async () => {
    const id = await files.send('typing.csv', 'ФИО,Телефон\nТестов Иван,89731000001\n')
    const { body } = await files.preview(id, { source: 'typing', columns: { Телефн: 'phone' } })
    expect(body.error).toContain('«Телефн» (может быть, «Телефон»?)')
    expect((await files.preview(id, { source: 'typing', columns: { Телефон: 'fone' } })).status).toBe(400)
    const started = await files.start(id, { source: 'typing', drop: ['Телефн'] })
    expect([started.body.code, (await files.read(id)).state]).toEqual(['IMPORT_REFUSED', 'ready'])
  })

  test('columns with the names of what every object has, and very many of them', async () => {
    const labels = Array.from({ length: 990 }, (_, at) => `${'Колонка'.repeat(12)} ${at}`)
    const header = ['constructor', 'toString', 'ФИО', ...labels].join(',')
    const id = await files.send('names.csv', `${header}\n1,2,Тестов Иван${',3'.repeat(labels.length)}\n`)
    const { preview } = (await files.preview(id, { source: 'names' })).body
    expect(preview.columns.map(({ kind }: { kind: string }) => kind).slice(0, 3)).toEqual([
      'other',
      'other',
      'full_name'
    ])
  })

  test('a header that is not there, or a table of nothing else', async () => {
    const id = await files.send('header.csv', 'Отчёт\nФИО,Телефон\nТестов Иван,89731000001\n')
    const preview = async (header: unknown) => (await files.preview(id, { source: 'header', header })).body
    expect((await preview(2)).preview).toMatchObject({ header_line: 2, rows: 1 })
    expect((await preview(9)).error).toContain('строка 9 не может быть заголовком')
    for (const header of [-1, 1.5, 201, '2']) expect((await preview(header)).code).toBe('BAD_INPUT')
    const [warning] = (await preview(3)).preview.warnings
    expect(warning.code).toBe('nothing_to_store')
    // Whoever starts it all the same is told at the end.
    await files.start(id, { source: 'header', header: 3 })
    const { failure, order } = await files.until(id, ({ state }) => state === 'failed')
    expect([failure, order?.header]).toEqual([expect.stringContaining('ни одной строки с данными'), 3])
  })

  test.each(['*', '_all', 'a,b', '.security', '%2A', '-x', 'a'.repeat(300)])('index %s', async source => {
    const id = await files.send('name.csv', 'ФИО\nТестов Иван\n')
    expect((await files.preview(id, { source })).body.code).toBe('BAD_INDEX_NAME')
    expect((await files.start(id, { source })).body.code).toBe('BAD_INDEX_NAME')
  })

  test('a cell of 10 MB is rejected alone', async () => {
    const id = await files.send(
      'cell.csv',
      `ФИО,Заметка\nТестов Иван,"${'я'.repeat(5_000_000)}"\nТестов Пётр,\n`
    )
    await files.start(id, { source: 'cell' })
    const { report } = await files.until(id, isDone)
    expect([report?.stored, report?.rejected]).toEqual([1, 1])
  })
})

const LONG = `Номер записи,ФИО\n${Array.from({ length: 150_000 }, (_, at) => `${at},${at % 1_000 === 7 ? 'лишнее,' : ''}Долгов Иван`).join('\n')}\n`

/** Waits until so many rows of a source are stored and something is so. */
async function untilStored(key: string, count: number, isSo = () => true): Promise<void> {
  const stored = async (): Promise<number> => {
    const [row] = await app.database.owner`SELECT coalesce(sum(stored), 0)::int AS stored FROM import_batch
      JOIN source ON source.id = source_id WHERE key = ${key}`
    return row.stored
  }
  expect(await until(async () => (await stored()) >= count && isSo())).toBe(true)
}

test('a killed import goes on to exact counts, and one that is stopped where it was', async () => {
  const id = await files.send('long.csv', LONG)
  const order = { source: 'long' }
  await files.start(id, order)
  await untilStored('long', 10_000)
  const [open] = await app.database.owner`SELECT count(*)::int AS connections FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'sverka-import'`
  // With the one that says that it writes; the budget of the server has room for no more.
  expect(open.connections).toBeGreaterThan(1)
  expect(open.connections).toBeLessThanOrEqual(TASK_CONNECTIONS.job + 1)
  for (const pid of taskProcesses()) process.kill(pid, 'SIGKILL')
  await untilStored('long', 0, () => taskProcesses().length > 0)
  expect((await admin.post(`${IMPORTS}/${id}/stop`)).body.import.state).toBe('stopped')
  expect((await admin.post(`${IMPORTS}/${id}/stop`)).body.code).toBe('IMPORT_UNDER_WAY')
  await files.start(id, { ...order, passport: null })
  const { report, batch_id } = await files.until(id, isDone)
  expect([report?.stored, report?.added, report?.rejected]).toEqual([149_850, 149_850, 150])
  const [source] = await app.database.owner`SELECT records::int AS records FROM source WHERE key = 'long'`
  expect([source.records, await heldOf(app, 'long')]).toEqual([149_850, 149_850])
  const { batches } = (await admin.get('/api/auth/admin/es_indices/long')).body.index
  expect(batches.map((batch: { id: number }) => batch.id)).toEqual([batch_id])
  const lines = readFileSync(join(folderOf(id), 'long.csv.rejects.csv'), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(151)
})

test('imports wait for each other, and one that lost its process is taken up by the jobs', async () => {
  const rows = (at: number) => `ФИО,Телефон\nОчередной Иван,8973100001${at}\n`
  const ids = await Promise.all([1, 2, 3].map(at => files.send(`queue-${at}.csv`, rows(at))))
  for (const id of ids) await files.start(id, { source: 'queue' })
  expect(taskProcesses().length).toBeLessThanOrEqual(1)
  for (const id of ids) expect((await files.until(id, isDone)).report?.added).toBe(1)
  const id = await files.send('lost.csv', rows(4))
  await app.database
    .owner`UPDATE import_job SET state = 'running', runner = 'a process of before', source_key = 'queue',
    asked = (SELECT asked FROM import_job WHERE id = ${ids[0] ?? ''}), beat_at = now() - interval '1 minute'
    WHERE id = ${id}`
  await withJobs(app, async () => (await files.read(id)).state === 'done')
  expect((await files.read(id)).report?.added).toBe(1)
})

test('a deleted import stops, and its source can be deleted beside it', async () => {
  const id = await files.send('deleted.csv', LONG)
  await files.start(id, { source: 'deleted', passport: KIT_PASSPORT })
  await untilStored('deleted', 1)
  expect((await admin.delete('/api/auth/admin/es_indices/deleted')).status).toBe(200)
  expect((await admin.delete(`${IMPORTS}/${id}`)).status).toBe(200)
  expect(await until(taskProcesses, pids => pids.length === 0)).toEqual([])
  expect(existsSync(folderOf(id))).toBe(false)
})
