import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { SQL } from 'bun'
import { type Config, ConfigError, configOfProcess } from '#api/config.ts'
import { type Database, DatabaseError, openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import { createEngine } from '#api/engines/index.ts'
import {
  describeBatches,
  describeRemoval,
  readBatchNumbers,
  undoBatch
} from '#api/features/imports/batches.ts'
import { checkAdmitted, checkSourceKey, parsePassport } from '#api/features/imports/check-passport.ts'
import { readEncoding } from '#api/features/imports/encoding.ts'
import { ImportError } from '#api/features/imports/import-error.ts'
import { NO_MAP, readColumnMap } from '#api/features/imports/mapping.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { openTable, readDelimiter } from '#api/features/imports/reader.ts'
import { reportOf } from '#api/features/imports/report.ts'
import { importTable } from '#api/features/imports/service.ts'
import { listBatches } from '#api/features/imports/undo-store.ts'
import { findSource } from '#api/features/sources/service.ts'
import { createProgress, type Progress } from '#api/lib/progress.ts'
import { loadSecrets } from '#api/lib/secrets.ts'
import { stepBack } from './step-back.ts'

const USAGE = `Импорт файла в источник:
  bun run import <источник> <файл.csv|.ndjson|.gz> [настройки]
  bun run import --batches [источник]      список партий
  bun run import --undo <номер[,номер…]>   убрать записи, которые принесла партия

  --passport <файл>     паспорт источника (JSON); нужен для первого импорта
  --map <файл>          соответствия колонок (JSON): {"id": "…", "columns": {"Мобильный": "phone"}, "drop": ["…"]}
  --id <колонка>        колонка с номером записи
  --dry-run             показать соответствия и три записи, ничего не сохраняя
  --encoding <имя>      utf-8 или windows-1251; без неё определяется само
  --delimiter <знак>    , ; | или tab; без него определяется сам

Прерванный импорт продолжается с того же места: повторите ту же команду.`

const OPTIONS = {
  passport: { type: 'string' },
  map: { type: 'string' },
  id: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
  batches: { type: 'boolean', default: false },
  undo: { type: 'string' },
  help: { type: 'boolean', default: false }
} as const

/** The command line was not understood: exit code 2. */
class UsageError extends Error {}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch {
    throw new UsageError(USAGE)
  }
}

async function readText(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
  } catch {
    throw new ImportError(`Файл ${file} не читается`)
  }
}

async function run(args: string[]): Promise<void> {
  const { values: given, positionals } = readArguments(args)
  const [sourceKey, path] = positionals
  if (given.help) return console.log(USAGE)
  if (given.batches || given.undo !== undefined) {
    const numbers = given.undo === undefined ? null : readBatchNumbers(given.undo)
    if (given.undo !== undefined && (numbers === null || positionals.length > 0)) throw new UsageError(USAGE)
    return await withDatabase((database, config) =>
      numbers ? undo(database, config, numbers) : list(database.owner, sourceKey)
    )
  }
  if (sourceKey === undefined || path === undefined || positionals.length > 2) throw new UsageError(USAGE)
  checkSourceKey(sourceKey)
  const encoding = given.encoding === undefined ? undefined : readEncoding(given.encoding)
  const delimiter = given.delimiter === undefined ? undefined : readDelimiter(given.delimiter)
  if (encoding === null) throw new UsageError('--encoding: utf-8 или windows-1251')
  if (delimiter === null) throw new UsageError('--delimiter: , ; | или tab')

  const today = new Date().toISOString().slice(0, 10)
  const passport = given.passport === undefined ? null : parsePassport(await readText(given.passport), today)
  const map = given.map === undefined ? NO_MAP : readColumnMap(await readText(given.map))
  const rules = { map, id: given.id ?? map.id }
  const file = resolve(path)
  const table = await openTable(file, { ...(encoding && { encoding }), ...(delimiter && { delimiter }) })
  if (given['dry-run'] && passport) {
    return console.log(await previewOf(table, { ...rules, known: [], fields: passport.fields ?? null }))
  }

  await withDatabase(async (database, config) => {
    const { owner } = database
    if (given['dry-run']) {
      const source = await findSource(owner, sourceKey)
      checkAdmitted(sourceKey, source, today)
      const known = { known: source?.columns ?? [], fields: source?.fields ?? null }
      return console.log(await previewOf(table, { ...rules, ...known }))
    }
    const settings = [map === NO_MAP ? '' : JSON.stringify(map), given.id, encoding, delimiter]
      .filter(Boolean)
      .join('\n')
    await stepBack(owner, config)
    const progress = createProgress(process.stderr, 'Импорт', table.totalBytes)
    const order = { sourceKey, file, table, passport, rules, settings }
    const workshop = {
      owner,
      engine: createEngine(database),
      secrets: await loadSecrets(config),
      dataDir: config.dataDir,
      onProgress: progress.update,
      report: reportTo(progress)
    }
    console.log(reportOf(await importTable(order, workshop).finally(progress.clear)))
  })
}

const reportTo = (progress: Progress) => (text: string) => {
  progress.clear()
  console.error(text)
}

async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  const config = configOfProcess()
  const database = await openDatabase(config)
  try {
    await migrate(database.owner)
    await work(database, config)
  } finally {
    await database.close()
  }
}

async function list(owner: SQL, sourceKey: string | undefined): Promise<void> {
  console.log(describeBatches(await listBatches(owner, { sourceKey })))
}

async function undo(database: Database, config: Config, numbers: readonly number[]): Promise<void> {
  await stepBack(database.owner, config)
  const engine = createEngine(database)
  for (const id of numbers) {
    const progress = createProgress(process.stderr, `Удаление партии № ${id}`, 1)
    const update = (removed: number, part: number) => progress.update(part, removed)
    const removal = undoBatch(database.owner, engine, id, update).finally(progress.clear)
    console.log(describeRemoval(await removal))
  }
}

/** Errors that a person can put right are told in one line; anything else is a bug and shows where it is. */
function tell(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(error.message)
    return 2
  }
  const known = error instanceof ImportError || error instanceof ConfigError || error instanceof DatabaseError
  console.error(known ? error.message : error)
  return 1
}

process.exitCode = await run(Bun.argv.slice(2)).then(() => 0, tell)
