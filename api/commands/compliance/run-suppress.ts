import * as v from 'valibot'
import { UsageError } from '#api/commands/frame/usage-error.ts'
import { isConfirmed } from '#api/commands/is-confirmed.ts'
import { withDatabase } from '#api/commands/with-database.ts'
import type { Config } from '#api/config.ts'
import type { Database } from '#api/db/connect.ts'
import { openSecrets } from '#api/db/keys.ts'
import { openRecords } from '#api/engines/index.ts'
import { eraseSuppressed } from '#api/features/suppressions/erasing.ts'
import { importHashes } from '#api/features/suppressions/hash-list.ts'
import { readValue } from '#api/features/suppressions/read-value.ts'
import {
  addSuppressions,
  checkSuppression,
  type ListContext,
  liftSuppression,
  listSuppressions
} from '#api/features/suppressions/service.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { ADMIN_PAGE_MAX } from '#shared/constants.ts'
import type { Suppression } from '#shared/contracts/admin/suppressions.ts'
import { SUPPRESSION_KINDS } from '#shared/labels/suppression-kinds.ts'
import { IMPORT_RESULTS, SUPPRESSION_STATES } from '#shared/labels/suppressions.ts'
import { IMPORT_ROWS_MAX, newSuppression, type TypedValue } from '#shared/rules/suppression.ts'

interface Options {
  add: boolean
  check: boolean
  list: boolean
  lift: number | undefined
  import: string | undefined
  erase: number[] | undefined
  kind: string | undefined
  reason: string | undefined
  request: string | undefined
  until: string | undefined
  provisional: boolean
  because: string | undefined
  yes: boolean
  'another-database': boolean
}

const FAILED = 1
const NOTHING_NEW = { sources: [], expectedRecords: 0, isResumed: false, isProbablyNew: false }
/** Until nothing is left: a command has the time. */
const ERASE_MS = 24 * 3_600_000

/** `bun run suppress`. Returns the exit code. */
export async function runSuppress(options: Options): Promise<number | undefined> {
  const act = actOf(options)
  return await withDatabase(options, async (database, config) => {
    const context = await contextOf(database, config)
    try {
      return await act(context, database, config)
    } catch (error) {
      if (error instanceof Refusal) throw new OperatorError(error.message)
      throw error
    }
  })
}

type Act = (context: ListContext, database: Database, config: Config) => Promise<number | undefined>

function actOf(options: Options): Act {
  const { lift, because, import: file, erase } = options
  if (options.add) return async context => await add(context, await typedValues(options), options)
  if (options.check) return async context => await check(context, await typedValues(options))
  if (options.list) return list
  if (lift !== undefined) {
    if (!because?.trim()) throw new UsageError('Параметру --lift нужна причина: --because <причина>')
    return async context => {
      console.log(`Снято: ${lineOf(await liftSuppression(context, String(lift), because.trim(), 'command'))}`)
      return undefined
    }
  }
  if (file !== undefined) return context => importFile(context, file, options)
  if (erase) return (context, database, config) => eraseAll(context, database, config, erase, options.yes)
  throw new UsageError('Не сказано, что сделать: --add, --check, --list, --lift, --import или --erase')
}

async function contextOf({ app, owner }: Database, config: Config): Promise<ListContext> {
  const secrets = await openSecrets(config, owner)
  const hashes = { audit: createKeyedHash(secrets.audit), suppress: createKeyedHash(secrets.suppress) }
  // A server reads the list anew within a second.
  return { sql: app, secrets, hashes, sources: { forget() {} } }
}

interface TypedLine extends TypedValue {
  line: number
}

/** @throws OperatorError that names the line which says nobody: nothing is done then. */
async function typedValues({ kind: word = '' }: Options): Promise<TypedLine[]> {
  const kind = (['', ...SUPPRESSION_KINDS] as const).find(each => each === word)
  if (kind === undefined) throw new UsageError(`--kind: ${SUPPRESSION_KINDS.join(', ')}`)
  if (process.stdin.isTTY) console.error('Значения, по одному в строке, потом Enter и Ctrl+D:')
  const lines = (await Bun.stdin.text()).split(/\r?\n/)
  const values = lines
    .map((text, at) => ({ kind, value: text.trim(), line: at + 1 }))
    .filter(({ value }) => value !== '')
  if (values.length === 0) throw new OperatorError('На входе нет ни одного значения.')
  for (const typed of values)
    try {
      readValue(typed)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new OperatorError(`Строка ${typed.line}: ${error.message} Ничего не сделано.`)
    }
  return values
}

/** @throws OperatorError with what is wrong, as the page would say it. */
function groundsOf({ reason, request, until, provisional }: Options, values: TypedValue[]) {
  const sent = { values, reason: reason ?? 'objection', request, until, is_provisional: provisional }
  const read = v.safeParse(newSuppression, sent)
  if (!read.success) throw new OperatorError(read.issues[0].message)
  return read.output
}

async function add(context: ListContext, values: TypedValue[], options: Options): Promise<undefined> {
  const { added, known } = await addSuppressions(context, groundsOf(options, values), 'command')
  for (const entry of added) console.log(`Добавлено: ${lineOf(entry)}`)
  if (known > 0) console.log(`Уже в списке: ${known}`)
}

/** One answer a line: 1 when somebody is not on the list. */
async function check(context: ListContext, values: TypedLine[]): Promise<number | undefined> {
  let isEverybody = true
  for (const { line, ...typed } of values) {
    const { kind_label, suppressions } = await checkSuppression(context, typed, 'command')
    isEverybody &&= suppressions.length > 0
    const entries = suppressions.map(({ id }) => `№ ${id}`).join(', ')
    console.log(`Строка ${line}, ${kind_label}: ${entries === '' ? 'не исключён' : `исключён, ${entries}`}`)
  }
  return isEverybody ? undefined : FAILED
}

async function list(context: ListContext): Promise<undefined> {
  for (let offset = 0; ; offset += ADMIN_PAGE_MAX) {
    const { suppressions, total } = await listSuppressions(context, {
      state: '',
      limit: ADMIN_PAGE_MAX,
      offset
    })
    for (const entry of suppressions) console.log(lineOf(entry))
    if (offset + ADMIN_PAGE_MAX >= total) break
  }
}

const lineOf = ({ id, kind_label, token, reason, request, state, added_at_str }: Suppression): string =>
  [
    `№ ${id}`,
    kind_label,
    token,
    reason,
    request ?? 'без обращения',
    SUPPRESSION_STATES[state],
    added_at_str
  ].join(' · ')

async function importFile(context: ListContext, path: string, options: Options): Promise<number | undefined> {
  const file = Bun.file(path)
  if (!(await file.exists())) throw new OperatorError(`Файла ${path} нет.`)
  const lines = (await file.text()).split(/\r?\n/).map((row, at) => ({ row, line: at + 1 }))
  const rows = lines.filter(({ row }) => row.trim() !== '')
  const { values: _, ...grounds } = groundsOf(options, [{ kind: '', value: '-' }])
  let failed = 0
  for (let from = 0; from < rows.length; from += IMPORT_ROWS_MAX) {
    const some = rows.slice(from, from + IMPORT_ROWS_MAX)
    const results = await importHashes(context, { rows: some.map(({ row }) => row), ...grounds }, 'command')
    for (const [at, result] of results.entries()) {
      console.log(`Строка ${some[at]?.line}: ${IMPORT_RESULTS[result]}`)
      if (result === 'broken' || result === 'other_key') failed += 1
    }
  }
  console.log(`Строк ${rows.length}, не взято ${failed}.`)
  return failed === 0 ? undefined : FAILED
}

async function eraseAll(
  { sql }: ListContext,
  database: Database,
  config: Config,
  ids: number[],
  yes: boolean
): Promise<number | undefined> {
  if (
    !yes &&
    !isConfirmed(`Записи исключений № ${ids.join(', ')} удаляются навсегда. Удалить? Да или нет:`)
  ) {
    console.log('Ничего не удалено. Чтобы удалить без вопроса: --yes')
    return FAILED
  }
  const { book, engine } = openRecords(config, database)
  // Nobody may be there who brings an index of its own along.
  const finish = await engine.prepareLoad?.(NOTHING_NEW, text => console.log(text))
  const erasure = eraseSuppressed({ sql, book }, { ids }, 'command', ERASE_MS)
  const { erased, is_over } = await erasure.finally(finish)
  console.log(`Удалено записей: ${erased}.${is_over ? '' : ' Остальные удалит сервер.'}`)
  return undefined
}
