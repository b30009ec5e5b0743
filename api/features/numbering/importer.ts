import { OperatorError } from '#api/lib/operator-error.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { byStart, numberOf, type PhoneRange } from './ranges.ts'

/** Russian message; nothing was changed. */
export class NumberingError extends OperatorError {
  override name = 'NumberingError'
}

/** `labels` are known after the first rows. */
export interface PlanTable {
  name: string
  labels: readonly string[]
  rows(): AsyncIterable<readonly PlanRow[]>
}

interface PlanRow {
  line: number
  raw: string
  values?: readonly string[] | undefined
  reason?: string | undefined
}

export type Reject = (table: PlanTable, line: number, reason: string, raw: string) => void

interface PlanEntry extends PhoneRange {
  table: PlanTable
  line: number
}

const TEXT_MAX_CHARS = 200

/** Letters only. Official: «АВС/ DEF;От;До;Емкость;Оператор;Регион;ИНН». */
const HEADERS = {
  code: /^(авс|abc|def|авсdef|abcdef|код.*|code)$/,
  from: /^(от|начало.*|from)$/,
  to: /^(до|конец.*|to)$/,
  operator: /^(оператор.*|operator)$/,
  region: /^(регион.*|region)$/
} as const
type Column = keyof typeof HEADERS

const NAMES: Record<Column, string> = {
  code: 'АВС/DEF',
  from: 'От',
  to: 'До',
  operator: 'Оператор',
  region: 'Регион'
}

/**
 * Reads official files (opendata.digital.gov.ru: ABC-3xx, ABC-4xx, ABC-8xx, DEF-9xx) and rejects bad lines.
 * @returns Ordered, disjoint ranges.
 * @throws NumberingError for a missing column, or more bad lines than good.
 */
export async function readPlan(tables: readonly PlanTable[], reject: Reject): Promise<PhoneRange[]> {
  const entries: PlanEntry[] = []
  let rejected = 0
  const rejectLine: Reject = (table, line, reason, raw) => {
    rejected += 1
    reject(table, line, reason, raw)
  }
  for (const table of tables) await readTable(table, entries, rejectLine)

  entries.sort((a, b) => byStart(a, b) || a.hi - b.hi)
  const ranges: PhoneRange[] = []
  for (const { table, line, ...range } of entries) {
    const last = ranges.at(-1)
    if (last && range.lo <= last.hi) rejectLine(table, line, 'диапазон пересекается с другим', rawOf(range))
    else ranges.push(range)
  }
  if (ranges.length === 0 || rejected > ranges.length) {
    throw new NumberingError(
      `Это не похоже на план нумерации: строк прочитано ${ranges.length}, отклонено ${rejected}. Таблица не изменена.`
    )
  }
  return ranges
}

async function readTable(table: PlanTable, entries: PlanEntry[], reject: Reject): Promise<void> {
  let columns: Record<Column, number> | undefined
  for await (const rows of table.rows()) {
    columns ??= columnsOf(table)
    for (const { line, raw, values, reason } of rows) {
      const range = values ? rangeOf(values, columns) : (reason ?? '')
      if (typeof range === 'string') reject(table, line, range, raw)
      else entries.push({ ...range, table, line })
    }
  }
}

function columnsOf({ name, labels }: PlanTable): Record<Column, number> {
  const bare = labels.map(label => label.toLowerCase().replace(/[^a-zа-яё]/g, ''))
  const columns = Object.entries(HEADERS).map(([column, spelling]) => [
    column,
    bare.findIndex(label => spelling.test(label))
  ])
  const missing = columns.filter(([, at]) => at === -1).map(([column]) => `«${NAMES[column as Column]}»`)
  if (missing.length > 0) throw new NumberingError(`Файл ${name}: нет колонок ${missing.join(', ')}`)
  return Object.fromEntries(columns)
}

function rangeOf(values: readonly string[], columns: Record<Column, number>): PhoneRange | string {
  const cell = (column: Column) => cleanText(values[columns[column]] ?? '')
  const [code, from, to, operator] = [cell('code'), cell('from'), cell('to'), cell('operator')]
  if (!/^[2-9]\d\d$/.test(code)) return 'код не из трёх цифр'
  if (!/^\d{1,7}$/.test(from) || !/^\d{1,7}$/.test(to)) return 'границы диапазона не из семи цифр'
  if (Number(from) > Number(to)) return 'начало диапазона больше конца'
  if (operator === '') return 'оператор не назван'
  const region = (values[columns.region] ?? '').split('|').map(cleanText).filter(Boolean)
  return {
    lo: numberOf(Number(code), Number(from)),
    hi: numberOf(Number(code), Number(to)),
    operator,
    region: [...new Set(region)].join(', ').slice(0, TEXT_MAX_CHARS),
    country: 'Россия',
    kind: 'official'
  }
}

const cleanText = (text: string): string => sanitizeText(text).slice(0, TEXT_MAX_CHARS)

const rawOf = ({ lo, hi, operator }: PhoneRange): string => `${lo};${hi};${operator}`
