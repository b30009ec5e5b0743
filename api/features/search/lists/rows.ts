import type { Context } from '#api/context.ts'
import { askRowPeople } from '#api/features/search/past/ask-rows.ts'
import { numbersIn } from '#api/features/search/past/store.ts'
import { requirePurpose } from '#api/features/search/purpose.ts'
import { askAboutShown, type PastCaller } from '#api/features/search/search-now.ts'
import { sourcesFor } from '#api/features/sources/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { LIST_ROWS_MAX, LIST_ROWS_SHOWN, VERDICT_NOTE_MAX_CODE_POINTS } from '#shared/constants.ts'
import {
  type ListRow,
  type ListRowsQuery,
  ROW_CODES,
  type RowVerdictBody
} from '#shared/contracts/lists/lists.ts'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import type { Withheld } from '#shared/labels/lists.ts'
import { ROW_WITHDRAWN } from '#shared/texts/lists.ts'
import type { ListCaller } from './caller.ts'
import { type RowFilter, rowOfList, rowsOfList, type StoredRow } from './row-store.ts'
import { foundRows, noteRowsShown, noteWithdrawn } from './shown-store.ts'
import { type OwnList, ownList } from './store.ts'
import { storeRowVerdict } from './verdict-store.ts'
import { isRowWithdrawn, rowView, shownNumbers } from './view.ts'

/** Fewer are in too many lines. */
const DIGITS_AT_LEAST = 5

/** The digits of a number, without the one that phones begin with: «+7», «8» or nothing is written before them. */
const digitsIn = (text: string) => {
  const digits = /[^\d\s()+./№-]/u.test(text) ? '' : text.replace(/\D/g, '').replace(/^[78](?=9)/, '')
  return digits.length < DIGITS_AT_LEAST ? '' : digits
}

/** @throws Refusal `BAD_INPUT` of an outcome that is none. */
export function filterOf({
  headline,
  verdict,
  unsure,
  find = '',
  sort
}: Omit<ListRowsQuery, 'cursor'>): RowFilter {
  const text = headline?.toString() ?? ''
  const names = text === '' ? null : text.split(',')
  const outcomes = names && ROW_CODES.filter(code => code !== 'withdrawn' && names.includes(code))
  if (names && outcomes?.length !== new Set(names).size) throw new Refusal('BAD_INPUT')
  const needle = sanitizeText(find).toLowerCase().replaceAll('ё', 'е')
  return {
    outcomes,
    verdict: verdict ?? null,
    isUnsure: unsure !== undefined,
    find: needle,
    findDigits: digitsIn(needle),
    sort: sort ?? 'none'
  }
}

/**
 * Rows of a list with the best people behind them, who are read again now and audited as shown.
 *
 * @throws Refusal `NOT_FOUND`, `BAD_INPUT`, `PURPOSE_REQUIRED`; those of a search that finds no turn.
 */
export async function rowsPage(
  context: Context,
  caller: ListCaller,
  id: string,
  query: ListRowsQuery
): Promise<{ rows: ListRow[]; total: number; cursor: string | null }> {
  const list = await ownList(context.sql, caller.userId, id)
  await markWithdrawnRows(context, caller, list)
  const from = Number(query.cursor ?? 0)
  const page = await rowsOfList(context.sql, list.id, filterOf(query), from, LIST_ROWS_SHOWN)
  const rows = await withPeople(context, caller, list, page.rows, 'list_rows')
  const next = from + rows.length
  return { rows, total: page.total, cursor: rows.length > 0 && next < page.total ? String(next) : null }
}

export async function withPeople(
  context: Context,
  caller: ListCaller,
  list: OwnList,
  rows: readonly StoredRow[],
  action: 'list_rows' | 'list_export'
): Promise<ListRow[]> {
  const answered = rows.filter(({ bestRecords }) => bestRecords !== null)
  if (answered.length === 0) return rows.map(row => rowView(row, null))
  requirePurpose(context, list)
  const shownRows = answered.map(row => ({
    line: row.asked,
    chosen: row.reading,
    numbers: shownNumbers(row)
  }))
  const { people, ...shown } = await askRowPeople(context, caller, list, shownRows)
  await noteRowsShown(
    context.sql,
    { ...caller, listId: list.id, action },
    { ...shown, rows: answered.length }
  )
  const { policy } = sourcesFor(await context.sources.current(), list.purpose).current
  const why = whyLess(list.sourceKeys, policy.sources)
  const changes = answered.flatMap((row, place) => {
    const isWithdrawn = isRowWithdrawn(row, people[place] ?? null)
    return isWithdrawn === row.isWithdrawn ? [] : { n: row.repeatOf ?? row.n, isWithdrawn }
  })
  if (changes.length > 0) await noteWithdrawn(context.sql, list.id, changes, null)
  const byRow = new Map(answered.map((row, place) => [row.n, { person: people[place] ?? null, why }]))
  return rows.map(row => rowView(row, byRow.get(row.n) ?? null))
}

/** Why records of a row may be missing now. Those of adopted sources are found by a search alone, and say nothing. */
function whyLess(
  keys: readonly string[],
  sources: ReadonlyMap<string, { adopted?: boolean | undefined }>
): Withheld | null {
  const isGone = keys.some(key => !sources.has(key))
  const hasAdopted = keys.some(key => sources.get(key)?.adopted)
  if (hasAdopted) return isGone ? 'records' : null
  return isGone ? 'source' : 'records'
}

/**
 * Tells which rows of a list are about people who may not be shown now, once for each policy: totals, filters and orders
 * then say of them what the rows do.
 *
 * @throws Refusal of a search that finds no turn or no source.
 */
export async function markWithdrawnRows(context: Context, caller: PastCaller, list: OwnList): Promise<void> {
  if (list.state === 'draft') return
  const { policy } = sourcesFor(await context.sources.current(), list.purpose).current
  if (policy.version === list.shownPolicy) return
  const foundNumbers = (await foundRows(context.sql, list.id)).map(({ n, records }) => ({
    n,
    numbers: numbersIn(records)
  }))
  const shown = await shownOf(context, caller, list, [
    ...new Set(foundNumbers.flatMap(({ numbers }) => numbers))
  ])
  const rows = foundNumbers.map(({ n, numbers }) => ({
    n,
    isWithdrawn: !numbers.some(number => shown.has(number))
  }))
  await noteWithdrawn(context.sql, list.id, rows, policy.version)
}

async function shownOf(
  context: Context,
  caller: PastCaller,
  { purpose }: OwnList,
  numbers: readonly string[]
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set()
  const nothing = { query: '', reading: null, purpose }
  const shownRequest = { ask: 'visible', numbers, sourceKeys: [] } as const
  const shown = await askAboutShown(context, caller, nothing, shownRequest, context.admissions.looks)
  if (!shown.isComplete) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
  return new Set(shown.numbers)
}

export const JUDGING_REFUSALS = [
  'NOT_FOUND',
  'LIST_ROW_NOT_FOUND',
  'LIST_ROW_UNANSWERED',
  'NOTE_TOO_LONG',
  'VERDICT_CHANGED'
] as const

/**
 * @throws Refusal of `JUDGING_REFUSALS`, and those of reading rows.
 */
export async function judgeRow(
  context: Context,
  caller: ListCaller,
  id: string,
  n: number,
  { verdict, note, replaces }: RowVerdictBody
): Promise<ListRow> {
  const { userId, isApi, ipPrefix } = caller
  const list = await ownList(context.sql, userId, id)
  const listId = list.id
  const text = sanitizeText(note ?? '')
  if (!hasAtMost(text, VERDICT_NOTE_MAX_CODE_POINTS)) throw new Refusal('NOTE_TOO_LONG')
  const before = await rowOfList(context.sql, listId, n)
  // Read first: a row that cannot be read now is refused with nothing stored.
  const [shown] = before ? await withPeople(context, caller, list, [before], 'list_rows') : []
  if (!shown) throw new Refusal('LIST_ROW_NOT_FOUND')
  if (shown.outcome === 'withdrawn') throw new Refusal('LIST_ROW_UNANSWERED', { text: ROW_WITHDRAWN })
  const outcome = await storeRowVerdict(context.sql, {
    listId,
    n,
    userId,
    isApi,
    ipPrefix,
    verdict,
    note: verdict === null || text === '' ? null : text,
    replaces: typeof replaces === 'string' ? new Date(replaces) : replaces
  })
  if (outcome === 'none') throw new Refusal('LIST_ROW_NOT_FOUND')
  if (outcome === 'unanswered') throw new Refusal('LIST_ROW_UNANSWERED')
  if (outcome === 'changed') throw new Refusal('VERDICT_CHANGED')
  const row = await rowOfList(context.sql, listId, n)
  if (!row) throw new Refusal('LIST_ROW_NOT_FOUND')
  const { verdict: stored, note: storedNote, verdict_at } = rowView(row, null)
  return { ...shown, verdict: stored, note: storedNote, verdict_at }
}

/** @throws Refusal `LIST_ROW_NOT_FOUND`. */
export function rowNumberOf(text: string): number {
  const n = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (n < 1 || n > LIST_ROWS_MAX) throw new Refusal('LIST_ROW_NOT_FOUND')
  return n
}
