import type {
  LIST_EXPORTS,
  List,
  ListFile,
  ListRow,
  ListRowsAnswer,
  NewListAnswer,
  ROW_SORTS,
  RowChoice
} from '#shared/contracts/lists/lists.ts'
import type { VerdictValue } from '#shared/contracts/verdict.ts'
import type { RowOutcome } from '#shared/labels/lists.ts'
import { PRICE_CHANGED } from '#shared/texts/lists.ts'
import { statedFields } from '#site/lib/account/purpose-store.ts'
import { AskError, ask, send, UNKNOWN_ERROR } from '#site/lib/ask.ts'

export interface RowsFilter {
  outcomes: readonly RowOutcome[]
  verdict: VerdictValue | 'none' | null
  /** Rows of a draft of which a reading is to be chosen. */
  isUnsure: boolean
  /** A part of a line or a label. */
  find: string
  /** Null for their own order. */
  sort: (typeof ROW_SORTS)[number] | null
}

export const EVERY_ROW: RowsFilter = { outcomes: [], verdict: null, isUnsure: false, find: '', sort: null }

/** Whether the filter leaves rows out. */
export const isNarrowed = ({ outcomes, verdict, find }: RowsFilter): boolean =>
  outcomes.length > 0 || verdict !== null || find !== ''

const at = (id: string) => `/api/lists/${id}`

export const fetchLists = async (): Promise<List[]> => (await ask<{ lists: List[] }>('/api/lists')).lists

/** A list, and of a draft the file that it was read from. */
export const fetchOne = (id: string): Promise<{ list: List; file?: ListFile | null }> => ask(at(id))

export const fetchList = async (id: string): Promise<List> => (await fetchOne(id)).list

export const makeFromLines = (lines: string): Promise<NewListAnswer> =>
  ask('/api/lists', { body: { lines, ...statedFields() } })

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
  for (const [name, value] of Object.entries(statedFields())) form.append(name, value)
  return ask('/api/lists', { form })
}

const change = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<List> =>
  (await ask<{ list: List }>(path, { method, body })).list

/** Of a list that is done. */
export type StartedRows = 'failed' | 'left_out'

export const startList = (id: string, most: number | null, only?: StartedRows) =>
  change(`${at(id)}/start`, { most, ...(only && { only }) })
/** Starts a draft, unless it costs something else by now than what was shown. @throws AskError. */
export async function startDraft(
  shown: List,
  now: List | null | undefined,
  most: number | null
): Promise<List> {
  if (now?.price !== shown.price) throw new AskError(PRICE_CHANGED)
  return await startList(shown.id, most)
}
export const pauseList = (id: string) => change(`${at(id)}/pause`, {})
export const stopList = (id: string) => change(`${at(id)}/stop`, {})
export const nameList = (id: string, title: string) => change(at(id), { title }, 'PUT')
/** Whether a row of a draft is searched, with those that repeat it. */
export const setRowUse = (id: string, n: number, use: boolean) =>
  change(`${at(id)}/rows/${n}/use`, { use }, 'PUT')
export const setRowReading = (id: string, n: number, choice: RowChoice | null) =>
  change(
    `${at(id)}/rows/${n}/reading`,
    { reading: choice && { kind: choice.kind, value: choice.value } },
    'PUT'
  )

export const deleteList = (id: string): Promise<unknown> => ask(at(id), { method: 'DELETE' })

const filterFields = ({ outcomes, verdict, find, sort }: RowsFilter) => ({
  find,
  ...(outcomes.length > 0 && { headline: outcomes }),
  ...(verdict && { verdict }),
  ...(sort && { sort })
})

export function fetchRows(id: string, filter: RowsFilter, from: number): Promise<ListRowsAnswer> {
  const body = {
    cursor: String(from),
    ...filterFields(filter),
    ...(filter.isUnsure && { unsure: 'true' })
  }
  return ask(`${at(id)}/rows`, { body })
}

export async function judgeRow(
  id: string,
  { n, verdict_at, verdict, note }: Pick<ListRow, 'n' | 'verdict_at' | 'verdict' | 'note'>
): Promise<ListRow> {
  const body = { verdict, note, replaces: verdict_at }
  return (await ask<{ row: ListRow }>(`${at(id)}/rows/${n}/verdict`, { method: 'PUT', body })).row
}

export type Format = (typeof LIST_EXPORTS)[number]

/** The file of the rows that a filter leaves, in its order. @throws AskError. */
export async function fetchExport(id: string, format: Format, filter: RowsFilter): Promise<Blob> {
  const response = await send(`${at(id)}/export`, { body: { format, ...filterFields(filter) } })
  if (!response.ok) throw new AskError((await response.json().catch(() => null))?.error ?? UNKNOWN_ERROR)
  return await response.blob()
}
