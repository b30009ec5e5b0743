import type { SQL } from 'bun'
import { and, eq, inArray, isNull, lt, or, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct, requireAdmin } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { importJobs } from '#api/db/schema/index.ts'
import type { Job } from './store.ts'
import { hasRoom, lockRoom, takesRoom } from './upload-room-store.ts'

const ID_BYTES = 16

export const newJobId = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(ID_BYTES))).toString('base64url')

const WRITES_FOR = text`interval '10 seconds'`

interface NewUpload {
  id: string
  fileName: string
  size: number
  fingerprint: string
}

/** Finds an upload of the same file; null without room. @param free Free bytes. */
export async function addUpload(
  sql: SQL,
  upload: NewUpload,
  free: number,
  actor: Actor
): Promise<string | null> {
  const { state, userId, fingerprint, size, fileName, id } = importJobs
  return await orm(sql).transaction(async tx => {
    await lockRoom(tx)
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
    if (!(await hasRoom(tx, { ...upload, received: 0 }, free))) return null
    await tx.insert(importJobs).values({ ...upload, kind: 'file', state: 'uploading', userId: actor.actorId })
    const after = { import: upload.id, file: upload.fileName, size: upload.size }
    await noteAdminAct(tx, { ...actor, action: 'import_upload', detail: { before: null, after } })
    return upload.id
  })
}

/**
 * Claims the next piece exclusively. `missed`: another owner or offset; `full`: the room was given away.
 * @param free Free bytes.
 */
export async function claimPiece(
  sql: SQL,
  upload: string,
  piece: { writer: string; offset: number; length: number },
  actorId: number,
  free: number
): Promise<'claimed' | 'missed' | 'full'> {
  const { id, state, received, size, userId, writer, writerSince } = importJobs
  return await orm(sql).transaction(async tx => {
    const [claimed] = await tx
      .update(importJobs)
      .set({ writer: piece.writer, writerSince: text`now()` })
      .where(
        and(
          eq(id, upload),
          eq(userId, actorId),
          eq(state, 'uploading'),
          eq(received, piece.offset),
          text`${received} + ${piece.length} <= ${size}`,
          or(isNull(writer), lt(writerSince, text`now() - ${WRITES_FOR}`))
        )
      )
      .returning({ id, size, received, takesRoom })
    if (!claimed) return 'missed'
    if (!claimed.takesRoom) return 'claimed'
    await lockRoom(tx)
    const fits = await hasRoom(tx, claimed, free)
    const claim = fits ? { touchedAt: text`now()` } : { writer: null, writerSince: null }
    await tx.update(importJobs).set(claim).where(eq(id, upload))
    return fits ? 'claimed' : 'full'
  })
}

/**
 * Records a written piece; returns the received bytes, or null when the upload is gone.
 * @throws Refusal `FORBIDDEN` for a former administrator.
 */
export async function bookPiece(
  sql: SQL,
  upload: string,
  piece: { writer: string; length: number },
  actor: Actor
): Promise<number | null> {
  const { id, received, size, state, writer, fileName } = importJobs
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
      .returning({ received, size, state, fileName })
    if (booked?.state === 'ready') {
      const after = { import: upload, file: booked.fileName, size: booked.size }
      await noteAdminAct(tx, { ...actor, action: 'import_upload_end', detail: { before: null, after } })
    } else await requireAdmin(tx, actor.actorId)
    return booked?.received ?? null
  })
}

export async function releasePiece(sql: SQL, upload: string, writer: string): Promise<void> {
  await orm(sql)
    .update(importJobs)
    .set({ writer: null, writerSince: null })
    .where(and(eq(importJobs.id, upload), eq(importJobs.writer, writer)))
}

export async function unknownIds(sql: SQL, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await orm(sql)
    .select({ id: importJobs.id })
    .from(importJobs)
    .where(inArray(importJobs.id, [...ids]))
  return ids.filter(id => !rows.some(job => job.id === id))
}
