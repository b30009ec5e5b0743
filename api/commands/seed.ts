import { parseArgs } from 'node:util'
import { ConfigError, configOfProcess } from '#api/config.ts'
import { DatabaseError, openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import { DEFAULT_SEED, DEMO_PEOPLE, seedPeople } from '#api/db/seed/demo.ts'
import { RECORDS_PER_PERSON } from '#api/db/seed/generate.ts'
import { createEngine } from '#api/engines/index.ts'
import { createProgress } from '#api/lib/progress.ts'
import { loadSecrets } from '#api/lib/secrets.ts'
import { WORKERS } from '#api/lib/worker-pool.ts'
import { stepBack } from './step-back.ts'

const PEOPLE_MAX = 10_000_000
const RECORDS_MAX = Math.floor(PEOPLE_MAX * RECORDS_PER_PERSON)
const SEED_MAX = 1_000_000
const WORKERS_MAX = 64

const USAGE = `Вымышленные люди в нескольких источниках:
  bun run seed [--people N | --records N] [--seed S] [--workers W]

  --people N    сколько людей, 1–${PEOPLE_MAX} (без неё ${DEMO_PEOPLE}); на человека выходит около 2,7 записи
  --records N   столько людей, чтобы записей вышло около N, 1–${RECORDS_MAX}
  --seed S      другое число даёт других людей, 0–${SEED_MAX} (без него ${DEFAULT_SEED})
  --workers W   потоков, которые готовят записи, 0–${WORKERS_MAX} (без неё ${WORKERS}); на записи не влияет

Прерванная команда продолжает с того же места, повторённая ничего не меняет.`

/** Whole number of an option, or null when it is none or out of bounds. */
function wholeNumber(text: string | undefined, fallback: number, from: number, to: number): number | null {
  if (text === undefined) return fallback
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return number >= from && number <= to ? number : null
}

const OPTIONS = {
  people: { type: 'string' },
  records: { type: 'string' },
  seed: { type: 'string' },
  workers: { type: 'string' }
} as const

function readArguments(args: string[]): { people: number; seed: number; workers: number } | null {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    if (values.people !== undefined && values.records !== undefined) return null
    const records = wholeNumber(values.records, 0, 1, RECORDS_MAX)
    const people = records
      ? Math.ceil(records / RECORDS_PER_PERSON)
      : wholeNumber(values.people, DEMO_PEOPLE, 1, PEOPLE_MAX)
    const seed = wholeNumber(values.seed, DEFAULT_SEED, 0, SEED_MAX)
    const workers = wholeNumber(values.workers, WORKERS, 0, WORKERS_MAX)
    return people === null || records === null || seed === null || workers === null
      ? null
      : { people, seed, workers }
  } catch {
    return null
  }
}

async function run(args: string[]): Promise<number> {
  const wanted = readArguments(args)
  if (!wanted) {
    console.error(USAGE)
    return 2
  }
  const config = configOfProcess()
  const secrets = await loadSecrets(config)
  const database = await openDatabase(config)
  try {
    await migrate(database.owner)
    await stepBack(database.owner, config)
    const progress = createProgress(process.stderr, 'Вымышленные люди', wanted.people)
    const startedAt = performance.now()
    const report = (text: string) => {
      progress.clear()
      console.error(text)
    }
    const loaded = await seedPeople({
      ...wanted,
      owner: database.owner,
      engine: createEngine(database),
      secrets,
      onProgress: progress.update,
      report
    }).finally(progress.clear)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const number = new Intl.NumberFormat('ru-RU')
    console.log(
      `Готово: людей ${number.format(wanted.people)}, записей ${number.format(loaded.records)} ` +
        `в ${loaded.sources} источниках за ${seconds} с`
    )
    return 0
  } finally {
    await database.close()
  }
}

process.exitCode = await run(Bun.argv.slice(2)).catch(error => {
  console.error(error instanceof ConfigError || error instanceof DatabaseError ? error.message : error)
  return 1
})
