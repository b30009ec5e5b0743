import { timingSafeEqual } from 'node:crypto'
import type { PagePosition } from '#api/engines/next-page.ts'
import type { KeyedHash } from '#api/lib/hmac.ts'

/** A cursor is valid for one search and source. */
export interface CursorScope {
  searchId: string
  source: string | null
}

/** Where to go on, and after which answer. */
interface Onward {
  place: PagePosition
  /** `answerMark` of a program's answer; null after what the page shows. */
  mark: Uint8Array | null
}

const PLACE_BYTES = 10
const MARK_BYTES = 8
const SEAL_BYTES = 16
/** Without a mark, and with one. */
const TEXT = /^(?:[\w-]{35}|[\w-]{46})$/
const BASE64 = { alphabet: 'base64url', omitPadding: true } as const

/** Stands for the records of an answer, in their order. Postgres makes the same of an audited array. */
export const answerMark = (recordNumbers: string): Uint8Array =>
  new Bun.CryptoHasher('sha256').update(recordNumbers).digest().subarray(0, MARK_BYTES)

function seal(hash: KeyedHash, open: Uint8Array, { searchId, source }: CursorScope): Uint8Array {
  return hash.digest(JSON.stringify(['cursor', open.toHex(), searchId, source])).subarray(0, SEAL_BYTES)
}

export function writeCursor(
  hash: KeyedHash,
  { place: { stage, after }, mark }: Onward,
  scope: CursorScope
): string {
  const open = new Uint8Array(PLACE_BYTES + (mark?.length ?? 0))
  const view = new DataView(open.buffer)
  view.setUint8(0, stage)
  view.setUint8(1, Number(after !== null))
  view.setBigInt64(2, after ?? 0n)
  open.set(mark ?? [], PLACE_BYTES)
  return Uint8Array.from([...open, ...seal(hash, open, scope)]).toBase64(BASE64)
}

/** Null for a foreign text. */
export function readCursor(hash: KeyedHash, text: string, scope: CursorScope): Onward | null {
  if (!TEXT.test(text)) return null
  const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url', lastChunkHandling: 'loose' })
  const open = bytes.subarray(0, -SEAL_BYTES)
  if (!timingSafeEqual(bytes.subarray(-SEAL_BYTES), seal(hash, open, scope))) return null
  const view = new DataView(open.buffer)
  const place = { stage: view.getUint8(0), after: view.getUint8(1) === 1 ? view.getBigInt64(2) : null }
  return { place, mark: open.length > PLACE_BYTES ? open.slice(PLACE_BYTES) : null }
}
