import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, configOfProcess } from '#api/config.ts'
import { DatabaseError, openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import { findSource } from '#api/engines/batches.ts'
import { ensureSearchIndexes } from '#api/engines/postgres-load.ts'
import { checkAdmitted, checkSourceKey, parsePassport } from '#api/features/imports/admission.ts'
import { readEncoding } from '#api/features/imports/encoding.ts'
import { ImportError } from '#api/features/imports/import-error.ts'
import { NO_MAP, readColumnMap } from '#api/features/imports/mapping.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { openTable, readDelimiter } from '#api/features/imports/reader.ts'
import { reportOf } from '#api/features/imports/report.ts'
import { importTable } from '#api/features/imports/service.ts'
import { createProgress } from '#api/lib/progress.ts'
import { loadSecrets } from '#api/lib/secrets.ts'

const USAGE = `Импорт файла в источник:
  bun run import <источник> <файл.csv|.ndjson|.gz> [настройки]

  --passport <файл>     паспорт источника (JSON); нужен для первого импорта
  --map <файл>          соответствия колонок (JSON): {"id": "…", "columns": {"Мобильный": "phone"}, "drop": ["…"]}
  --id <колонка>        колонка с номером записи
  --dry-run             показать соответствия и три записи, ничего не сохраняя
  --encoding <имя>      utf-8 или windows-1251; без неё определяется само
  --delimiter <знак>    , ; | или tab; без него определяется сам`

const OPTIONS = {
  passport: { type: 'string' },
  map: { type: 'string' },
  id: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
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

  const config = configOfProcess()
  const secrets = await loadSecrets(config)
  const database = await openDatabase(config)
  try {
    await migrate(database.owner)
    if (given['dry-run']) {
      const source = await findSource(database.owner, sourceKey)
      checkAdmitted(sourceKey, source, today)
      return console.log(
        await previewOf(table, { ...rules, known: source?.columns ?? [], fields: source?.fields ?? null })
      )
    }
    await ensureSearchIndexes(database.owner)
    const settings = [map === NO_MAP ? '' : JSON.stringify(map), given.id, encoding, delimiter]
      .filter(Boolean)
      .join('\n')
    const progress = createProgress(process.stderr, 'Импорт', table.totalBytes)
    const order = { sourceKey, file, table, passport, rules, settings }
    const done = await importTable(order, {
      owner: database.owner,
      secrets,
      dataDir: config.dataDir,
      onProgress: progress.update
    }).finally(progress.clear)
    console.log(reportOf(done))
  } finally {
    await database.close()
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
