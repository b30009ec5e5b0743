import type { Context } from '#api/context.ts'
import { purposeOf, requirePurpose } from '#api/features/search/purpose.ts'
import { newSearchId, readSearchId, searchIdText } from '#api/features/search/search-id.ts'
import { sourcesFor } from '#api/features/sources/service.ts'
import { listsToTell } from '#api/features/users/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import {
  LIST_FILE_MAX_BYTES,
  LIST_ROWS_MAX,
  LIST_SAMPLE_ROWS,
  LIST_TITLE_MAX_CODE_POINTS,
  SEARCH_COST_REQUESTS
} from '#shared/constants.ts'
import type { User } from '#shared/contracts/auth.ts'
import type { List, ListFile, ListRow, NewListBody } from '#shared/contracts/lists/lists.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { NO_SUCH_LIST } from '#shared/texts/lists.ts'
import type { ListCaller } from './caller.ts'
import { linesOf, rowsOfDraft, titleOf } from './draft.ts'
import { insertList, renameList } from './draft-store.ts'
import { deleteList, endList, forgetOldLists, noteSeen } from './end-store.ts'
import { readAllRows } from './read-all-rows.ts'
import { readListFile } from './read-file.ts'
import { EVERY_ROW, rowsOfList } from './row-store.ts'
import { markWithdrawnRows } from './rows.ts'
import { countedLists, type OwnList, ownList, type StartOrder, startList } from './store.ts'
import { listView, rowView } from './view.ts'

export { runLists } from './run.ts'

/** What a file is called without it is a list's title until there is another. */
const FILE_ENDING = /\.[^.]*$/

interface MadeList {
  list: List
  sample: ListRow[]
  file: ListFile | null
}

/**
 * Reads lines or a file into a draft with its price. Nothing is charged.
 *
 * @throws Refusal `LIST_EMPTY`, `LIST_TOO_LONG`, `LIST_TITLE_TOO_LONG`, `LIST_FILE_TOO_LARGE`, `LIST_FILE_REFUSED`,
 *   `LIST_COLUMN_UNKNOWN`, `TOO_MANY_LISTS`, `LISTS_BEING_READ`, `SEARCH_DOWN`, `PURPOSE_REQUIRED`.
 */
export async function makeList(context: Context, caller: ListCaller, body: NewListBody): Promise<MadeList> {
  const title = titleOf(
    body.title ?? body.file?.name?.replace(FILE_ENDING, '').slice(0, LIST_TITLE_MAX_CODE_POINTS)
  )
  const source = await givenRows(context, body)
  const { file } = source
  if (source.rows.length === 0) throw new Refusal('LIST_EMPTY')
  if (source.rows.length > LIST_ROWS_MAX) throw new Refusal('LIST_TOO_LONG')
  const lines = source.rows.map(({ line }) => line)
  const purpose = purposeOf(context, caller.usualPurpose, body)
  const rows = rowsOfDraft(source.rows, await readAllRows(context, lines, caller.signal))
  const publicId = newSearchId()
  const { userId, isApi, ipPrefix } = caller
  if (!(await insertList(context.sql, { publicId, userId, title, isApi, ipPrefix, purpose, file, rows })))
    throw new Refusal('TOO_MANY_LISTS')
  const id = searchIdText(publicId)
  const { id: listId } = await ownList(context.sql, userId, id)
  const sample = await rowsOfList(context.sql, listId, EVERY_ROW, 0, LIST_SAMPLE_ROWS)
  return {
    list: await oneList(context, userId, id),
    sample: sample.rows.map(row => rowView(row, null)),
    file: file && { ...file, is_kept: false }
  }
}

async function givenRows({ config }: Pick<Context, 'config'>, body: NewListBody) {
  const { lines, file, columns, label, sheet } = body
  if (file !== undefined && lines !== undefined) throw new Refusal('BAD_INPUT')
  if (file === undefined)
    return { file: null, rows: linesOf(lines ?? []).map(line => ({ line, label: null })) }
  if (file.size > LIST_FILE_MAX_BYTES) throw new Refusal('LIST_FILE_TOO_LARGE')
  return await readListFile(config, file, { columns, label, sheet })
}

/** @throws Refusal `NOT_FOUND`. */
export async function oneList(context: Context, userId: number, id: string): Promise<List> {
  const { sql, sources } = context
  const own = await ownList(sql, userId, id)
  await toldInTime(context, userId, own)
  const [list] = await countedLists(sql, userId, own.id)
  if (!list) throw new Refusal('NOT_FOUND', { text: NO_SUCH_LIST })
  const { policy } = sourcesFor(await sources.current(), own.purpose).current
  return listView(list, key => policy.sources.has(key))
}

/** Of a list nobody waits longer for its totals: those of before are told. */
const TOLD_MS = 1_000

async function toldInTime(context: Context, userId: number, list: OwnList): Promise<void> {
  const signal = AbortSignal.timeout(TOLD_MS)
  await markWithdrawnRows(context, { userId, signal }, list).catch(error => {
    if (!(error instanceof Refusal) && !signal.aborted) throw error
  })
}

/** @param onlyNew Those that have ended and were not looked at since. */
export async function listsOf({ sql, sources }: Context, userId: number, onlyNew = false): Promise<List[]> {
  const current = await sources.current()
  const lists = await countedLists(sql, userId, null, onlyNew)
  return lists.map(list =>
    listView(list, key => sourcesFor(current, list.purpose).current.policy.sources.has(key))
  )
}

const actOf = ({ userId, isApi, ipPrefix }: ListCaller, listId: number) => ({
  listId,
  userId,
  isApi,
  ipPrefix
})

/**
 * Starts a draft, goes on with a pause, or takes up the rows of a list that is done which failed or were left out.
 *
 * @param most Of those rows so many; the others are left out.
 * @throws Refusal `NOT_FOUND`, `LIST_STATE`, `LIST_NOTHING_TO_SEARCH`, `PURPOSE_REQUIRED`, `NO_CREDITS` when they do not suffice for all of them.
 */
export async function beginList(
  context: Context,
  caller: ListCaller,
  id: string,
  { most, only }: StartOrder
): Promise<List> {
  const { sql, sources } = context
  const before = await oneList(context, caller.userId, id)
  const open = before.state === 'done' ? again(before, only) : before.left
  const order = { only, most: most && Math.min(most, LIST_ROWS_MAX) }
  const wanted = Math.min(open, order.most ?? LIST_ROWS_MAX)
  if (before.state === 'draft' && wanted === 0) throw new Refusal('LIST_NOTHING_TO_SEARCH')
  if (caller.role !== ROLE_INFINITY && wanted * SEARCH_COST_REQUESTS > before.balance)
    throw new Refusal('NO_CREDITS')
  const own = await ownList(sql, caller.userId, id)
  requirePurpose(context, own)
  const { policy } = sourcesFor(await sources.current(), own.purpose).current
  const hasStarted = await startList(sql, actOf(caller, own.id), order, [...policy.sources.keys()])
  if (!hasStarted) throw new Refusal('LIST_STATE')
  return await oneList(context, caller.userId, id)
}

const again = ({ failed, skips }: List, only: StartOrder['only']) =>
  (only === 'left_out' ? 0 : failed) + (only === 'failed' ? 0 : (skips.LEFT_OUT ?? 0))

/** @throws Refusal `NOT_FOUND`, `LIST_STATE`. */
export async function pauseOrStopList(
  context: Context,
  caller: ListCaller,
  id: string,
  state: 'paused' | 'stopped'
): Promise<List> {
  const { id: listId } = await ownList(context.sql, caller.userId, id)
  if (!(await endList(context.sql, actOf(caller, listId), state))) throw new Refusal('LIST_STATE')
  return await oneList(context, caller.userId, id)
}

/** @throws Refusal `NOT_FOUND`, `LIST_TITLE_TOO_LONG`. */
export async function nameList(
  context: Context,
  caller: ListCaller,
  id: string,
  title: string
): Promise<List> {
  const { id: listId } = await ownList(context.sql, caller.userId, id)
  await renameList(context.sql, listId, titleOf(title))
  return await oneList(context, caller.userId, id)
}

/** @throws Refusal `NOT_FOUND`. */
export async function removeList({ sql }: Context, caller: ListCaller, id: string): Promise<void> {
  const { id: listId } = await ownList(sql, caller.userId, id)
  // Nobody goes on with what is being deleted.
  await endList(sql, actOf(caller, listId), 'stopped')
  if (!(await deleteList(sql, actOf(caller, listId)))) throw new Refusal('NOT_FOUND', { text: NO_SUCH_LIST })
}

/** Notes that lists were looked at; says what is left to tell. Names that are no list of the user's are nothing. */
export async function markListsSeen(
  context: Context,
  userId: number,
  ids: readonly string[]
): Promise<NonNullable<User['lists']>> {
  await noteSeen(
    context.sql,
    userId,
    ids.flatMap(id => readSearchId(id) ?? [])
  )
  return await listsToTell(context, userId)
}

/** Forgets lists older than `HISTORY_DAYS`, at most so many; says how many. */
export const forgetLists = ({ sql, config }: Pick<Context, 'sql' | 'config'>, most: number) =>
  forgetOldLists(sql, config.historyDays, most)
