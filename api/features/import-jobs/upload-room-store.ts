import { and, eq, ne, sql as text } from 'drizzle-orm'
import type { Orm } from '#api/db/orm.ts'
import { importJobs } from '#api/db/schema/index.ts'
import { UPLOAD_RESERVED_MINUTES, UPLOADS_ALL_MAX_BYTES } from '#shared/constants.ts'

/** Advisory lock. */
const ROOM = 73_200_004
/** Reserve for the database. */
const LEFT_FREE_BYTES = 1024 ** 3

const { id, kind, state, size, received, writer, touchedAt } = importJobs

/** An upload without pieces, or idle for long, counts by what it has. */
const isLapsed = text<boolean>`(${state} = 'uploading' AND ((${received} = 0 AND ${writer} IS NULL) OR
  ${touchedAt} < now() - make_interval(mins => ${UPLOAD_RESERVED_MINUTES})))`
export const takesRoom = text<boolean>`(${received} = 0 OR ${isLapsed})`
const reserved = text`CASE WHEN ${isLapsed} THEN ${received} ELSE ${size} END`

/** Until the transaction ends. */
export async function lockRoom(tx: Pick<Orm, 'execute'>): Promise<void> {
  await tx.execute(text`SELECT pg_advisory_xact_lock(${ROOM})`)
}

/** Under `lockRoom`. @param free Free bytes beside its pieces. */
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
