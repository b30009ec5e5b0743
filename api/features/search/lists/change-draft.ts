import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { List, ListFile } from '#shared/contracts/lists/lists.ts'
import type { ListCaller } from './caller.ts'
import { chooseReading, setRowUsed } from './draft-store.ts'
import { EVERY_ROW, rowsOfList } from './row-store.ts'
import { oneList } from './service.ts'
import { ownList } from './store.ts'

/** @throws Refusal `NOT_FOUND`, `LIST_STATE`, `LIST_ROW_NOT_FOUND`, `UNKNOWN_READING`. */
export async function chooseRowReading(
  context: Context,
  caller: ListCaller,
  id: string,
  n: number,
  reading: { kind: string; value?: string | undefined } | null
): Promise<List> {
  const { id: listId, state } = await ownList(context.sql, caller.userId, id)
  if (state !== 'draft') throw new Refusal('LIST_STATE')
  const { rows } = await rowsOfList(context.sql, listId, EVERY_ROW, n - 1, 1)
  const [row] = rows
  if (row?.outcome !== 'waiting') throw new Refusal('LIST_ROW_NOT_FOUND')
  const isOffered = row.choices?.some(({ kind, value }) => kind === reading?.kind && value === reading?.value)
  if (reading !== null && !isOffered) throw new Refusal('UNKNOWN_READING')
  if (!(await chooseReading(context.sql, listId, n, reading))) throw new Refusal('LIST_STATE')
  return await oneList(context, caller.userId, id)
}

/**
 * Leaves a row of a draft out, with those that repeat it, or takes it in again.
 *
 * @throws Refusal `NOT_FOUND`, `LIST_STATE`, `LIST_ROW_NOT_FOUND` also of a repeat and of a row that cannot be searched.
 */
export async function leaveRow(
  context: Context,
  caller: ListCaller,
  id: string,
  n: number,
  use: boolean
): Promise<List> {
  const { id: listId, state } = await ownList(context.sql, caller.userId, id)
  if (state !== 'draft') throw new Refusal('LIST_STATE')
  if (!(await setRowUsed(context.sql, listId, n, use))) throw new Refusal('LIST_ROW_NOT_FOUND')
  return await oneList(context, caller.userId, id)
}

/** The file of a draft, as it was read; null of typed lines, and of a list that was started. */
export async function draftFile({ sql }: Context, userId: number, id: string): Promise<ListFile | null> {
  const { file } = await ownList(sql, userId, id)
  return file && { ...file, is_kept: false }
}
