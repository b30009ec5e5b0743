import { basename, resolve } from 'node:path'
import { ConfigError, configOfProcess } from '#api/config.ts'
import { DatabaseError, openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import { ImportError } from '#api/features/imports/import-error.ts'
import { openTable } from '#api/features/imports/reader.ts'
import { openRejects, type Rejects } from '#api/features/imports/rejects.ts'
import { NumberingError, type PlanTable } from '#api/features/numbering/importer.ts'
import { importNumbering } from '#api/features/numbering/service.ts'

const USAGE = `Импорт плана нумерации: все файлы сразу, они заменяют таблицу целиком.
  bun run import:numbering ABC-3xx.csv ABC-4xx.csv ABC-8xx.csv DEF-9xx.csv

Файлы лежат на opendata.digital.gov.ru; годятся и сжатые (.gz).`

/** The command line was not understood: exit code 2. */
class UsageError extends Error {}

const count = (value: number) => value.toLocaleString('ru-RU')

async function run(args: string[]): Promise<void> {
  if (args.includes('--help')) return console.log(USAGE)
  if (args.length === 0 || args.some(arg => arg.startsWith('-'))) throw new UsageError(USAGE)
  const config = configOfProcess()
  const rejectsOf = new Map<PlanTable, Rejects>()
  const tables: PlanTable[] = []
  for (const path of args) {
    const file = resolve(path)
    const { labels, rows } = await openTable(file, {})
    const table = { name: basename(file), labels, rows }
    tables.push(table)
    rejectsOf.set(table, openRejects(file, config.dataDir, 'csv'))
  }

  const database = await openDatabase(config)
  const lists = new Set<string>()
  let rejected = 0
  try {
    await migrate(database.owner)
    const done = await importNumbering(database.owner, tables, (table, line, reason, raw) => {
      const rejects = rejectsOf.get(table)
      rejects?.add(line, reason, raw)
      if (rejects) lists.add(rejects.path)
      rejected += 1
    })
    console.log(`Прочитано строк: ${count(done.read)}, диапазонов после объединения: ${count(done.stored)}`)
    if (done.kept > 0)
      console.log(`Осталось приблизительных диапазонов (кодов нет в файлах): ${count(done.kept)}`)
    console.log('План нумерации заменён. Работающий сервер увидит его в течение минуты.')
  } finally {
    await Promise.all([...rejectsOf.values()].map(rejects => rejects.close()))
    if (rejected > 0) console.log(`Отклонено строк: ${count(rejected)}, списки: ${[...lists].join(', ')}`)
    await database.close()
  }
}

/** Errors that a person can put right are told in one line; anything else is a bug and shows where it is. */
function tell(error: unknown): number {
  const expected = [UsageError, NumberingError, ImportError, ConfigError, DatabaseError]
  console.error(expected.some(kind => error instanceof kind) ? (error as Error).message : error)
  return error instanceof UsageError ? 2 : 1
}

process.exitCode = await run(Bun.argv.slice(2)).then(() => 0, tell)
