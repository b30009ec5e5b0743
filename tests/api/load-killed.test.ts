import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openDatabase } from '#api/db/connect.ts'
import { readPostmaster } from '#api/db/embedded/server.ts'
import { openEmbedded } from '#api/db/embedded.ts'
import { countRange } from '#api/db/seed/portion.ts'
import { PORTION_PEOPLE } from '#api/db/seed/segments.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { ROOT } from '#tests/shape/tree.ts'

/** Of two units, the second of which is small: whoever goes on after the first has little left to do. */
const PEOPLE = PORTION_PEOPLE + 500
const ROWS = 60_000
const MAX_CONNECTIONS = 100

/** Removed by the next run of the tests when this one leaves it behind. */
const folder = mkdtempSync(join(tmpdir(), `sverka-test-${process.pid}-killed-`))
afterAll(async () => {
  await Bun.$`rm -rf ${folder}`.quiet()
})

function start(dataDir: string, ...args: string[]) {
  return Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, RUN_DIR: join(dataDir, 'run'), LOG_LEVEL: 'error' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe'
  })
}

async function query<T>(dataDir: string, ask: (owner: Bun.SQL) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir })
  try {
    return await ask(database.owner)
  } finally {
    await database.close()
  }
}

/** Records that are committed, seen by nobody whom a load would take for a server. */
async function untilStored(dataDir: string, load: Bun.Subprocess): Promise<number> {
  const server = await openEmbedded(dataDir, { maxConnections: MAX_CONNECTIONS })
  const owner = new SQL({ ...server.connection, max: 1 })
  try {
    for (;;) {
      const [table] = await owner`SELECT to_regclass('rec') IS NOT NULL AS exists`
      const [row] = table.exists ? await owner`SELECT count(*)::int AS count FROM rec` : [{ count: 0 }]
      if (row.count > 0 || load.exitCode !== null) return row.count
      await Bun.sleep(20)
    }
  } finally {
    await owner.close()
    await server.close()
  }
}

/** Its database server runs; there are no tables yet. */
async function untilServed(dataDir: string, load: Bun.Subprocess): Promise<void> {
  while (readPostmaster(join(dataDir, 'postgres')) === null && load.exitCode === null) await Bun.sleep(20)
}

/** kill -9 as soon as its database server runs, then as soon as something is stored, which is somewhere in the second unit. */
async function runThroughKills(dataDir: string, ...args: string[]) {
  const early = start(dataDir, ...args)
  await untilServed(dataDir, early)
  await killed(early)
  const late = start(dataDir, ...args)
  const stored = await untilStored(dataDir, late)
  await killed(late)
  const last = start(dataDir, ...args)
  const [out, err] = await Promise.all([new Response(last.stdout).text(), new Response(last.stderr).text()])
  return { stored, code: await last.exited, out, err }
}

async function killed(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGKILL')
  await child.exited
}

test('seeds everybody once through kill -9 at its start and in its middle', async () => {
  const dataDir = join(folder, 'seed')
  const done = await runThroughKills(
    dataDir,
    'api/commands/seed.ts',
    '--people',
    String(PEOPLE),
    '--seed',
    '4'
  )
  expect([done.code, done.err]).toEqual([0, expect.stringContaining('Продолжаю')])
  expect(done.stored).toBeGreaterThan(0)
  const rows = await query(
    dataDir,
    owner => owner`SELECT key, records::int AS records, (SELECT count(*)::int FROM rec WHERE src = s.id) AS held,
      (SELECT count(DISTINCT rid)::int FROM rec WHERE src = s.id) AS numbers,
      (SELECT array_agg(state) FROM import_batch WHERE source_id = s.id) AS states FROM source s`
  )
  const counted = countRange({ from: 0, to: PEOPLE, seed: 4 })
  for (const [at, { key }] of SEED_SOURCES.entries()) {
    const count = counted[at]
    const row = rows.find((each: { key: string }) => each.key === key)
    expect(row).toEqual({ key, records: count, held: count, numbers: count, states: ['done'] })
  }
}, 180_000)

test('imports every row once through kill -9 at its start and in its middle', async () => {
  const dataDir = join(folder, 'import')
  const file = join(folder, 'people.csv')
  const passport = join(folder, 'passport.json')
  const line = (at: number) =>
    at % 1_000 === 999
      ? `${at},лишнее`
      : `${at},Тестов Иван Петрович,+7 973 ${String(at).padStart(7, '0')},Примерск`
  const rows = Array.from({ length: ROWS }, (_, at) => line(at))
  writeFileSync(file, `id,ФИО,Телефон,Город\n${rows.join('\n')}\n`)
  writeFileSync(passport, JSON.stringify(KIT_PASSPORT))
  const command = ['api/commands/import.ts', 'mine', file, '--id', 'id', '--passport', passport]
  const done = await runThroughKills(dataDir, ...command)
  expect([done.code, done.stored > 0]).toEqual([0, true])
  const [row] = await query(
    dataDir,
    owner => owner`SELECT records::int AS records, (SELECT count(*)::int FROM rec) AS held,
      (SELECT count(DISTINCT rid)::int FROM rec) AS numbers, b.state, b.stored::int AS stored,
      b.rejected::int AS rejected
      FROM source JOIN import_batch b ON b.source_id = source.id`
  )
  const [stored, rejected] = [ROWS - ROWS / 1_000, ROWS / 1_000]
  expect(row).toEqual({ records: stored, held: stored, numbers: stored, state: 'done', stored, rejected })
}, 180_000)
