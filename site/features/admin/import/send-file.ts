import type { ImportView } from '#shared/contracts/admin/imports.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { importPath, readImport } from './imports.ts'

const FIRST_PIECE_BYTES = 512 * 1024
const LEAST_PIECE_BYTES = 128 * 1024
/** Half of what the server takes: a piece in memory twice is no burden for a phone. */
const MOST_PIECE_BYTES = 4 * 1024 ** 2
/** Pieces grow while they take less than this, and shrink when they take four times as long. */
const PIECE_MS = 1_000
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000]
/** Refusals that pass: of a server that is busy or restarts, and of a piece that went astray. */
const PASSING_STATUSES = [0, 429, 502, 503, 504]
const PASSING_CODES = ['UPLOAD_OFFSET', 'UPLOAD_DAMAGED']
const UNREADABLE = 'Файл изменился или больше недоступен. Выберите его снова.'

interface Sending {
  file: File
  job: Pick<ImportView, 'id' | 'received'>
  /** Called with how many bytes the server has; `isWaiting` while the connection is lost. */
  onProgress(received: number, isWaiting: boolean): void
  signal: AbortSignal
}

/**
 * Sends what is missing of a file, piece after piece. What was cut goes on from where the server has it.
 *
 * @throws AskError where the server refuses for good or the file cannot be read; the signal's reason when it is aborted.
 */
export async function sendFile({ file, job, onProgress, signal }: Sending): Promise<void> {
  let offset = job.received
  let pieceBytes = FIRST_PIECE_BYTES
  let failures = 0
  while (offset < file.size) {
    const bytes = await readPiece(file, offset, pieceBytes)
    const startedAt = performance.now()
    try {
      if (failures > 0) {
        const { received } = await readImport(job.id, signal)
        if (received !== offset) {
          offset = received
          failures = 0
          continue
        }
      }
      offset = await sendPiece(job.id, offset, bytes, signal)
      failures = 0
      onProgress(offset, false)
      pieceBytes = nextSize(pieceBytes, performance.now() - startedAt)
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error)) throw error
      onProgress(offset, true)
      await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0, signal)
      failures += 1
      // What was too slow for the server, or for the line, is tried again in smaller pieces.
      pieceBytes = Math.max(pieceBytes / 2, LEAST_PIECE_BYTES)
    }
  }
}

async function readPiece(file: File, offset: number, bytes: number): Promise<Blob> {
  try {
    return new Blob([await file.slice(offset, offset + bytes).arrayBuffer()])
  } catch {
    throw new AskError(UNREADABLE)
  }
}

async function sendPiece(id: string, offset: number, body: Blob, signal: AbortSignal): Promise<number> {
  const { received } = await ask<{ received: number }>(importPath(id, `/piece?offset=${offset}`), {
    method: 'PUT',
    body,
    headers: { 'Content-Type': 'application/octet-stream', ...(await digestHeader(body)) },
    signal
  })
  return received
}

function nextSize(bytes: number, tookMs: number): number {
  if (tookMs < PIECE_MS) return Math.min(bytes * 2, MOST_PIECE_BYTES)
  return tookMs > PIECE_MS * 4 ? Math.max(bytes / 2, LEAST_PIECE_BYTES) : bytes
}

const isPassing = (error: unknown): boolean =>
  error instanceof AskError &&
  error.message !== UNREADABLE &&
  (PASSING_STATUSES.includes(error.status) || PASSING_CODES.includes(error.code ?? ''))

/** Ends early when the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      signal.removeEventListener('abort', over)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(over, ms)
    addEventListener('online', over)
    signal.addEventListener('abort', over)
  })
}

const SAMPLE_BYTES = 64 * 1024

/** What tells a file from another of its name and size, without reading all of it. @throws AskError. */
export async function fingerprintOf(file: File): Promise<string> {
  const places = [0, Math.floor(file.size / 2), Math.max(0, file.size - SAMPLE_BYTES)]
  const samples = await Promise.all(places.map(place => readPiece(file, place, SAMPLE_BYTES)))
  return (await sha256(new Blob(samples))) ?? `changed ${file.lastModified}`
}

/** So that the server can tell a piece that was damaged on its way (RFC 9530). */
async function digestHeader(piece: Blob): Promise<Record<string, string>> {
  const digest = await sha256(piece)
  return digest ? { 'Content-Digest': `sha-256=:${digest}:` } : {}
}

/** In base64; null where the browser has none: it offers digests to safe origins alone. */
async function sha256(bytes: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
