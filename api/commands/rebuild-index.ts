import { openSecrets } from '#api/db/keys.ts'
import { lowerPriority } from '#api/db/lower-priority.ts'
import type { IndexCheck } from '#api/engines/contract.ts'
import { ENGINES, openRecords, type Records } from '#api/engines/index.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { createProgress, reportTo } from '#api/lib/progress.ts'
import { UsageError } from './frame/usage-error.ts'
import { withDatabase } from './with-database.ts'

const number = new Intl.NumberFormat('ru-RU')
const FAILED = 1
/** How soon it is looked again whether what answered before may be dropped. */
const PAUSE_MS = 500

interface IndexOptions {
  check: boolean
  all: boolean
  'another-database': boolean
}

/** `bun run reindex`. Returns the exit code. */
export async function rebuildIndex(to: string | undefined, options: IndexOptions): Promise<number> {
  const names = ENGINES.map(({ name }) => name)
  if (to !== undefined && !names.includes(to))
    throw new UsageError(`где: допустимые значения: ${names.join(', ')}`)
  let code = 0
  await withDatabase(options, async (database, config) => {
    const records = openRecords(config, database)
    await openSecrets(config, database.owner)
    await lowerPriority(database.owner, config)
    try {
      code = options.check ? await check(records, options.all) : await rebuild(records, to)
    } finally {
      await records.close()
    }
  })
  return code
}

async function rebuild(records: Records, to: string | undefined): Promise<number> {
  const progress = createProgress(process.stderr, 'Индекс', 1)
  const startedAt = performance.now()
  const engine = to === undefined ? records.engine : records.engines.find(({ name }) => name === to)
  if (!engine) throw new OperatorError(`Настройки не ведут в ${to}: задайте ELASTICSEARCH_URL`)
  const rebuilt = await engine
    .rebuild({
      onProgress: (stored, total) => progress.update(total === 0 ? 1 : stored / total, stored),
      report: reportTo(progress)
    })
    .finally(progress.clear)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Отвечает ${engine.name}, записей ${number.format(rebuilt.records)}, за ${seconds} с`)
  // A server would do so later.
  while (await records.keepIndex()) await Bun.sleep(PAUSE_MS)
  return 0
}

async function check({ engine }: Records, all: boolean): Promise<number> {
  const progress = createProgress(process.stderr, 'Сверка', 1)
  const { records } = await engine.health()
  const total = Math.max(1, records ?? 1)
  const result = await engine
    .check?.({ all }, compared => progress.update(Math.min(1, compared / total), compared))
    .finally(progress.clear)
  if (!result) {
    console.log(`Отвечает ${engine.name}: его индекс — часть базы данных, сверять нечего`)
    return 0
  }
  console.log(describe(result, all))
  return isSame(result) ? 0 : FAILED
}

const isSame = ({ lacking, other, surplus, sources }: IndexCheck): boolean =>
  lacking + other + surplus + sources.length === 0

function describe(result: IndexCheck, all: boolean): string {
  const { compared, lacking, other, surplus, sources, behind } = result
  const counts = sources.map(
    ({ key, book, index }) => `${key}: в базе ${number.format(book)}, в индексе ${number.format(index)}`
  )
  return [
    `Сверено записей ${number.format(compared)}${all ? '' : ' (число всех и выборка)'}: ` +
      (isSame(result)
        ? `индекс совпадает с базой данных${behind > 0 ? ', кроме того, что ещё не внесено' : ''}.`
        : `нет в индексе ${number.format(lacking)}, другие ${number.format(other)}, лишние ${number.format(surplus)}. ` +
          'Постройте его заново: bun run reindex'),
    ...counts,
    ...(behind > 0 ? [`Ещё не внесены изменения: ${number.format(behind)}`] : [])
  ].join('\n')
}
