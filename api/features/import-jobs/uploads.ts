import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { isLockHeld } from '#api/lib/database-down.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { UploadForm } from '#shared/contracts/admin/imports.ts'
import { cleanFileName } from './file-name.ts'
import { freeBytes, removeFolder, writePiece } from './folder.ts'
import { readPiece } from './piece-body.ts'
import { listJobs } from './store.ts'
import { addUpload, bookPiece, claimPiece, newJobId, releasePiece, unknownIds } from './upload-store.ts'

type UploadContext = Pick<Context, 'sql' | 'config' | 'piecePlaces'>

/** Begins or resumes an upload; returns its id. @throws Refusal `BAD_FILE_NAME`, `UPLOADS_FULL`, `UPLOAD_BUSY`. */
export async function beginUpload(
  { sql, config }: UploadContext,
  form: UploadForm,
  actor: Actor
): Promise<string> {
  const fileName = cleanFileName(form.file_name)
  if (fileName === null) throw new Refusal('BAD_FILE_NAME')
  const { size, fingerprint } = form
  const free = await freeBytes(config.dataDir)
  const upload = { id: newJobId(), fileName, size, fingerprint }
  const id = await addUpload(sql, upload, free, actor).catch(throwBusy)
  if (id === null) throw new Refusal('UPLOADS_FULL')
  return id
}

/** A long wait for room is no outage. */
function throwBusy(error: unknown): never {
  throw isLockHeld(error) ? new Refusal('UPLOAD_BUSY', { retryAfterSeconds: 1 }) : error
}

/**
 * Stores the next piece completely; slow ones yield. Returns the received bytes.
 * @throws Refusal as `readPiece` and `bookPiece`, and `NOT_FOUND` (also another user's), `UPLOAD_OFFSET`,
 * `UPLOAD_TOO_LONG`, `UPLOAD_BUSY`, `UPLOADS_FULL`.
 */
export async function takePiece(
  context: UploadContext,
  id: string,
  offset: number,
  request: Request,
  actor: Actor
): Promise<number> {
  const place = context.piecePlaces.take()
  try {
    // Before its bytes are read.
    await checkPiece(
      context,
      id,
      { offset, length: Number(request.headers.get('content-length') ?? 0) },
      actor
    )
    return await storePiece(context, id, { offset, bytes: await readPiece(request, place.signal) }, actor)
  } finally {
    place.leave()
  }
}

async function checkPiece(
  { sql }: UploadContext,
  id: string,
  { offset, length }: { offset: number; length: number },
  { actorId }: Actor
) {
  const [owned] = await listJobs(sql, { id })
  if (owned?.job.userId !== actorId) throw new Refusal('NOT_FOUND')
  const { job } = owned
  if (job.state !== 'uploading' || offset !== job.received) throw new Refusal('UPLOAD_OFFSET')
  if (offset + length > job.size) throw new Refusal('UPLOAD_TOO_LONG')
  return job
}

async function storePiece(
  context: UploadContext,
  id: string,
  { offset, bytes }: { offset: number; bytes: Uint8Array },
  actor: Actor
): Promise<number> {
  const { sql, config } = context
  const piece = { writer: newJobId(), offset, length: bytes.length }
  const job = await checkPiece(context, id, piece, actor)
  const free = await freeBytes(config.dataDir)
  const claimed = await claimPiece(sql, id, piece, actor.actorId, free).catch(throwBusy)
  if (claimed !== 'claimed') throw new Refusal(claimed === 'full' ? 'UPLOADS_FULL' : 'UPLOAD_OFFSET')
  let received: number | null
  try {
    await writePiece(config.dataDir, job, offset, bytes)
    received = await bookPiece(sql, id, piece, actor)
  } catch (error) {
    await releasePiece(sql, id, piece.writer)
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new Refusal('UPLOADS_FULL') : error
  }
  if (received !== null) return received
  if ((await unknownIds(sql, [id])).length > 0) await removeFolder(config.dataDir, id)
  throw new Refusal('UPLOAD_OFFSET')
}
