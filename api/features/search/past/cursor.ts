import { timingSafeEqual } from 'node:crypto'
import type { Place } from '#api/engines/next-page.ts'
import type { KeyedHash } from '#api/lib/hmac.ts'

/** A cursor is valid for one search and source. */
export interface CursorScope {
  searchId: string
  source: string | null
}

const PLACE_BYTES = 10
const SEAL_BYTES = 16
const TEXT = /^[\w-]{35}$/
const BASE64 = { alphabet: 'base64url', omitPadding: true } as const

function seal(hash: KeyedHash, place: Uint8Array, { searchId, source }: CursorScope): Uint8Array {
  return hash.digest(JSON.stringify(['cursor', place.toHex(), searchId, source])).subarray(0, SEAL_BYTES)
}

export function writeCursor(hash: KeyedHash, { stage, after }: Place, scope: CursorScope): string {
  const bytes = new Uint8Array(PLACE_BYTES + SEAL_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, stage)
  view.setUint8(1, Number(after !== null))
  view.setBigInt64(2, after ?? 0n)
  bytes.set(seal(hash, bytes.subarray(0, PLACE_BYTES), scope), PLACE_BYTES)
  return bytes.toBase64(BASE64)
}

/** Null for a foreign text. */
export function readCursor(hash: KeyedHash, text: string, scope: CursorScope): Place | null {
  if (!TEXT.test(text)) return null
  const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url', lastChunkHandling: 'loose' })
  if (bytes.length !== PLACE_BYTES + SEAL_BYTES) return null
  const expected = seal(hash, bytes.subarray(0, PLACE_BYTES), scope)
  if (!timingSafeEqual(bytes.subarray(PLACE_BYTES), expected)) return null
  const view = new DataView(bytes.buffer)
  return { stage: view.getUint8(0), after: view.getUint8(1) === 1 ? view.getBigInt64(2) : null }
}
