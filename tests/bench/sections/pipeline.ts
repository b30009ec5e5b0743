import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQL } from 'bun'
import { readConfig } from '#api/config.ts'
import { openDatabase } from '#api/db/connect.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { startImport, writePeopleFile } from '#tests/bench/importing.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { type Loading, openStage, peopleFor } from '#tests/bench/stage.ts'

const OF_COPY = 0.45
const PER_SECOND = 40_000
/** Enough for the path of a large first load, which builds its indexes at the end. */
const RECORDS = 300_000
const COPIES = 3
const OTHER_SEED = 99
const BUILDS = 'Строю индексы поиска'

const asRate = (perSecond: number) => `${(perSecond / 1000).toFixed(1)} k/s`

/** P9: records on their way in, against ready rows that the server copies from its own disk. */
export const pipeline: Section = {
  ids: ['P9'],
  async run(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'sverka-bench-'))
    // The server writes and reads the ready rows as its own user.
    chmodSync(folder, 0o777)
    try {
      const seeded = await seedLoading(bench, folder)
      const file = join(folder, 'people.ndjson')
      const rows = await writePeopleFile(file, RECORDS, OTHER_SEED)
      const imported = await importLoading(folder, file, rows)
      const ofImport = await copyRates(imported.dataDir, folder)
      report(bench, 'bun run import of NDJSON', imported.loading, ofImport, true)
      report(bench, 'bun run seed, made on the way', seeded, ofImport, false)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** What the run itself has loaded, or a load of its own when everything was there already. */
async function seedLoading(bench: Bench, folder: string): Promise<Loading> {
  const stage = await bench.stage()
  if (stage.loading && stage.loading.records >= RECORDS) return stage.loading
  const own = await openStage(folder, peopleFor(RECORDS), bench.say)
  await own.close()
  if (!own.loading) throw new Error('nothing was loaded')
  return own.loading
}

/** The command on an empty data folder, from its start to its end. */
async function importLoading(
  folder: string,
  file: string,
  records: number
): Promise<{ dataDir: string; loading: Loading }> {
  const dataDir = join(folder, 'import')
  mkdirSync(dataDir)
  const { done, output } = await startImport(dataDir, file)
  const indexed = await done
  const stored = output.find(line => line.text.includes(BUILDS))?.at
  if (stored === undefined) throw new Error('the import has built no indexes')
  return { dataDir, loading: { records, stored, indexed } }
}

/** Records a second that Postgres copies from a file of ready rows into a table without an index. */
async function copyRates(dataDir: string, folder: string): Promise<number[]> {
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'error' }))
  try {
    const { owner } = database
    const path = join(folder, 'ready.copy')
    await owner.unsafe(`COPY rec TO '${path}'`)
    await owner`CREATE TABLE ready (LIKE rec)`
    const rates: number[] = []
    for (let round = 0; round < COPIES; round += 1) rates.push(await copyRate(owner, path))
    return rates
  } finally {
    await database.close()
  }
}

async function copyRate(owner: SQL, path: string): Promise<number> {
  await owner`TRUNCATE ready`
  const startedAt = performance.now()
  await owner.unsafe(`COPY ready FROM '${path}'`)
  const seconds = (performance.now() - startedAt) / 1000
  const [row] = await owner<{ rows: number }[]>`SELECT count(*)::float8 AS rows FROM ready`
  return (row?.rows ?? 0) / seconds
}

function report({ row }: Bench, what: string, loading: Loading, copies: number[], isJudged: boolean): void {
  const { records, stored, indexed } = loading
  const [pipe, all] = [records / stored, records / indexed]
  const ratio = pipe / median(copies)
  const measured = `${asRate(pipe)} against ${roundsText(
    copies.map(rate => rate / 1000),
    ' k/s',
    1
  )}`
  const goal = isJudged ? `${what} ≥ ${OF_COPY}× server COPY of ready rows` : what
  row('P9', goal, measured, isJudged ? ratio >= OF_COPY : null, `${ratio.toFixed(2)}×`)
  const took = `${asRate(all)}: ${records} in ${indexed.toFixed(1)} s`
  row('P9', `${what}: loaded and indexed ≥ ${PER_SECOND / 1000} k/s`, took, all >= PER_SECOND)
}
