import type {
  List,
  ListRow,
  ListRowsAnswer,
  NewListAnswer,
  RowChoice
} from '#shared/contracts/lists/lists.ts'
import type { VerdictValue } from '#shared/contracts/verdict.ts'
import type { RowOutcome } from '#shared/labels/lists.ts'
import { ask } from '#site/lib/ask.ts'

export interface RowsFilter {
  outcomes: readonly RowOutcome[]
  verdict: VerdictValue | 'none' | null
  /** Rows of a draft of which a reading is to be chosen. */
  isUnsure: boolean
  /** A part of a line or a label. */
  find: string
}

export const EVERY_ROW: RowsFilter = { outcomes: [], verdict: null, isUnsure: false, find: '' }

const at = (id: string) => `/api/lists/${id}`

export const fetchLists = async (): Promise<List[]> => (await ask<{ lists: List[] }>('/api/lists')).lists

export const fetchList = async (id: string): Promise<List> => (await ask<{ list: List }>(at(id))).list

export const makeFromLines = (lines: string): Promise<NewListAnswer> => ask('/api/lists', { body: { lines } })

export interface FileChoice {
  file: File
  /** Those that make the line; null to be told. */
  columns: readonly string[] | null
  label: string | null
  /** Of a workbook; null for the one that the reader chooses. */
  sheet: string | null
}

export function makeFromFile({ file, columns, label, sheet }: FileChoice): Promise<NewListAnswer> {
  const form = new FormData()
  form.append('file', file)
  if (columns) form.append('columns', JSON.stringify(columns))
  if (label !== null) form.append('label', label)
  if (sheet !== null) form.append('sheet', sheet)
  return ask('/api/lists', { form })
}

const change = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<List> =>
  (await ask<{ list: List }>(path, { method, body })).list

export const startList = (id: string, most: number | null) => change(`${at(id)}/start`, { most })
export const pauseList = (id: string) => change(`${at(id)}/pause`, {})
export const stopList = (id: string) => change(`${at(id)}/stop`, {})
export const nameList = (id: string, title: string) => change(at(id), { title }, 'PUT')
export const readAs = (id: string, n: number, choice: RowChoice | null) =>
  change(
    `${at(id)}/rows/${n}/reading`,
    { reading: choice && { kind: choice.kind, value: choice.value } },
    'PUT'
  )

export const deleteList = (id: string): Promise<unknown> => ask(at(id), { method: 'DELETE' })

export function fetchRows(id: string, filter: RowsFilter, from: number): Promise<ListRowsAnswer> {
  const { outcomes, verdict, isUnsure, find } = filter
  const body = {
    cursor: String(from),
    find,
    ...(outcomes.length > 0 && { headline: outcomes }),
    ...(verdict && { verdict }),
    ...(isUnsure && { unsure: 'true' })
  }
  return ask(`${at(id)}/rows`, { body })
}

export async function judgeRow(
  id: string,
  { n, verdict_at }: ListRow,
  verdict: VerdictValue | null,
  note: string | null
): Promise<ListRow> {
  const body = { verdict, note, replaces: verdict_at }
  return (await ask<{ row: ListRow }>(`${at(id)}/rows/${n}/verdict`, { method: 'PUT', body })).row
}

export const exportHref = (id: string, format: string): string => `${at(id)}/export?format=${format}`
