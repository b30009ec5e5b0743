import { and, eq, ne, sql as text } from 'drizzle-orm'
import type { Orm } from '#api/db/orm.ts'
import { importJobs } from '#api/db/schema/index.ts'
import { UPLOAD_RESERVED_MINUTES, UPLOADS_ALL_MAX_BYTES } from '#shared/constants.ts'

/** Number of the advisory lock under which room is given to uploads. */
const ROOM = 73_200_004
/** Left to the database, whose records take more than their file. */
const LEFT_FREE_BYTES = 1024 ** 3

const { id, kind, state, size, received, writer, touchedAt } = importJobs

/**
 * An upload counts by what is there until its first piece comes, since a word costs nothing, and where nothing has come for
 * long until its next one.
 */
const isLapsed = text<boolean>`(${state} = 'uploading' AND ((${received} = 0 AND ${writer} IS NULL) OR
  ${touchedAt} < now() - make_interval(mins => ${UPLOAD_RESERVED_MINUTES})))`
/** Whether the piece that an upload was just given to takes room. */
export const takesRoom = text<boolean>`(${received} = 0 OR ${isLapsed})`
const reserved = text`CASE WHEN ${isLapsed} THEN ${received} ELSE ${size} END`

/** Gives room to one after another, until the transaction ends. */
export async function lockRoom(tx: Pick<Orm, 'execute'>): Promise<void> {
  await tx.execute(text`SELECT pg_advisory_xact_lock(${ROOM})`)
}

/**
 * Whether an upload fits beside the others, under `lockRoom`.
 *
 * @param free Bytes on the disk, beside what has come of it.
 */
export async function hasRoom(
  tx: Pick<Orm, 'select'>,
  upload: { id: string; size: number; received: number },
  free: number
): Promise<boolean> {
  const [held] = await tx
    .select({
      all: text<number>`coalesce(sum(${reserved}), 0)::float8`,
      coming: text<number>`coalesce(sum(${reserved} - ${received}), 0)::float8`
    })
    .from(importJobs)
    .where(and(eq(kind, 'file'), ne(id, upload.id), ne(state, 'done')))
  const { all = 0, coming = 0 } = held ?? {}
  const isComing = upload.size - upload.received
  return all + upload.size <= UPLOADS_ALL_MAX_BYTES && coming + isComing <= free - LEFT_FREE_BYTES
}
