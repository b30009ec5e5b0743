import type { SQL } from 'bun'
import { and, eq, inArray, isNull, lt, or, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct, requireAdmin } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { importJobs } from '#api/db/schema/index.ts'
import { UPLOADS_ALL_MAX_BYTES } from '#shared/constants.ts'
import type { Job } from './store.ts'

const ID_BYTES = 16

/** Of an upload or an import; opaque, and too long to be guessed. */
export const newJobId = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(ID_BYTES))).toString('base64url')

/** Number of the advisory lock under which room is given to uploads. */
const ROOM = 73_200_004
/** Left to the database, whose records take more than their file. */
const LEFT_FREE_BYTES = 1024 ** 3
/** Who has not written a piece after so long has died at it. */
const WRITES_FOR = text`interval '10 seconds'`

interface NewUpload {
  id: string
  fileName: string
  size: number
  fingerprint: string
}

/**
 * Adds an upload where there is room for it, or finds the unfinished one of the same person's same file. Null without
 * room.
 *
 * @param free Bytes on the disk.
 */
export async function addUpload(
  sql: SQL,
  upload: NewUpload,
  free: number,
  actor: Actor
): Promise<string | null> {
  const { kind, state, userId, fingerprint, size, received, fileName, id } = importJobs
  return await orm(sql).transaction(async tx => {
    await tx.execute(text`SELECT pg_advisory_xact_lock(${ROOM})`)
    const [same] = await tx
      .select({ id })
      .from(importJobs)
      .where(
        and(
          eq(state, 'uploading'),
          eq(userId, actor.actorId),
          eq(fingerprint, upload.fingerprint),
          eq(size, upload.size),
          eq(fileName, upload.fileName)
        )
      )
    if (same) return same.id
    const [held] = await tx
      .select({
        all: text<number>`coalesce(sum(${size}), 0)::float8`,
        coming: text<number>`coalesce(sum(${size} - ${received}), 0)::float8`
      })
      .from(importJobs)
      .where(and(eq(kind, 'file'), text`${state} <> 'done'`))
    const { all = 0, coming = 0 } = held ?? {}
    if (all + upload.size > UPLOADS_ALL_MAX_BYTES || coming + upload.size > free - LEFT_FREE_BYTES)
      return null
    await tx.insert(importJobs).values({ ...upload, kind: 'file', state: 'uploading', userId: actor.actorId })
    const after = { import: upload.id, file: upload.fileName, size: upload.size }
    await noteAdminAct(tx, { ...actor, action: 'import_upload', detail: { before: null, after } })
    return upload.id
  })
}

/**
 * Gives an upload to whoever writes its next piece, and to nobody else at once. False when it is somebody else's, or the
 * piece is not the next one of an upload that has room for it.
 */
export async function claimPiece(
  sql: SQL,
  upload: string,
  piece: { writer: string; offset: number; length: number }
): Promise<boolean> {
  const { id, state, received, size, writer, writerSince } = importJobs
  const claimed = await orm(sql)
    .update(importJobs)
    .set({ writer: piece.writer, writerSince: text`now()` })
    .where(
      and(
        eq(id, upload),
        eq(state, 'uploading'),
        eq(received, piece.offset),
        text`${received} + ${piece.length} <= ${size}`,
        or(isNull(writer), lt(writerSince, text`now() - ${WRITES_FOR}`))
      )
    )
    .returning({ id })
  return claimed.length > 0
}

/**
 * Books a piece that is on the disk. Returns how much has come; null when the upload was taken away meanwhile.
 *
 * @throws Refusal `FORBIDDEN` when whoever brought it is no administrator any more.
 */
export async function bookPiece(
  sql: SQL,
  upload: string,
  piece: { writer: string; length: number },
  actorId: number
): Promise<number | null> {
  const { id, received, size, state, writer } = importJobs
  const now = text`${received} + ${piece.length}`
  return await orm(sql).transaction(async tx => {
    const [booked] = await tx
      .update(importJobs)
      .set({
        received: now,
        state: text<Job['state']>`CASE WHEN ${now} = ${size} THEN 'ready' ELSE ${state} END`,
        writer: null,
        writerSince: null,
        touchedAt: text`now()`
      })
      .where(and(eq(id, upload), eq(writer, piece.writer)))
      .returning({ received })
    await requireAdmin(tx, actorId)
    return booked?.received ?? null
  })
}

/** Lets another one write the piece that could not be. */
export async function releasePiece(sql: SQL, upload: string, writer: string): Promise<void> {
  await orm(sql)
    .update(importJobs)
    .set({ writer: null, writerSince: null })
    .where(and(eq(importJobs.id, upload), eq(importJobs.writer, writer)))
}

/** Those of the ids that no job has. */
export async function unknownIds(sql: SQL, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await orm(sql)
    .select({ id: importJobs.id })
    .from(importJobs)
    .where(inArray(importJobs.id, [...ids]))
  return ids.filter(id => !rows.some(job => job.id === id))
}
