import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type ArchivePlace, BackupError, filePlace } from './place.ts'

export { BackupError }

export interface ArchiveHeader {
  format: typeof FORMAT
  madeAt: string
  migrations: string[]
  tables: { name: string; columns: string[] }[]
  /** Records from outside the database follow the tables. */
  hasRecords: boolean
  keys: { suppress: string; audit: string }
}

interface ArchiveEnd {
  /** By table, in the header's order. */
  rows: number[]
  records: [source: string, count: number][]
  /** Last numbers; unused sequences are left out. */
  sequences: [name: string, last: string][]
}

const FORMATS = 'sverka backup'
export const FORMAT = `${FORMATS} 3` as const
const LENGTH_BYTES = 4
const DIGEST_BYTES = 32
/** A frame that Zstandard skips. */
const SKIPPABLE = 0x184d2a5e
const END_BYTES = 16
/** Postgres sends rows one by one, so a longer part is damaged. */
const PART_MAX_BYTES = 256 * 1024 ** 2

/**
 * Writes a Zstandard stream of length-prefixed parts: header, chunks of each table and an empty one, outside records
 * and an empty one, end, SHA-256. `endFrame` closes it.
 * @param location A place or a file path.
 * @returns Bytes before encryption.
 */
export async function writeArchive(
  location: string | ArchivePlace,
  parts: AsyncIterable<Uint8Array>
): Promise<number> {
  const compressed = createZstdCompress()
  pipeline(Readable.from(framed(parts)), compressed, () => {})
  let bytes = 0
  async function* content(): AsyncGenerator<Uint8Array> {
    for await (const chunk of compressed) {
      bytes += chunk.length
      yield chunk
    }
    yield endFrame(bytes)
  }
  await placeOf(location).write(content())
  return bytes + END_BYTES
}

const placeOf = (location: string | ArchivePlace): ArchivePlace =>
  typeof location === 'string' ? filePlace(location) : location

/** Holds the archive's length, because Bun's decompressor notices neither truncation nor trailing bytes. */
export function endFrame(bytesBefore: number): Buffer {
  const frame = Buffer.alloc(END_BYTES)
  frame.writeUInt32LE(SKIPPABLE)
  frame.writeUInt32LE(END_BYTES - 2 * LENGTH_BYTES, LENGTH_BYTES)
  frame.writeBigUInt64LE(BigInt(bytesBefore + END_BYTES), 2 * LENGTH_BYTES)
  return frame
}

/** Everything before the end frame; throws when the frame does not fit. */
async function* beforeEndFrame(
  content: AsyncIterable<Uint8Array>,
  broken: () => BackupError
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let last = Buffer.alloc(0)
  for await (const chunk of content) {
    last = Buffer.concat([last, chunk])
    const sure = last.length - END_BYTES
    if (sure <= 0) continue
    bytes += sure
    yield last.subarray(0, sure)
    last = last.subarray(sure)
  }
  if (!last.equals(endFrame(bytes))) throw broken()
}

async function* framed(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const part of parts) {
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32LE(part.length)
    hash.update(length).update(part)
    yield length
    // Bun's compressor never answers an empty chunk.
    if (part.length > 0) yield part
  }
  yield hash.digest()
}

export interface Archive {
  name: string
  header: ArchiveHeader
  chunks(): AsyncGenerator<Uint8Array>
  /** @throws BackupError when anything read was altered. */
  end(): Promise<ArchiveEnd>
  close(): void
}

/**
 * @param location A place or a file path.
 * @throws BackupError for other or altered files; truncation is noticed by `end` at the latest.
 */
export async function openArchive(location: string | ArchivePlace): Promise<Archive> {
  const { name, read } = placeOf(location)
  const broken = () =>
    new BackupError(
      `${name} — не целая резервная копия: она обрезана, изменена или сделана другой программой.`
    )
  const plain = createZstdDecompress()
  pipeline(Readable.from(beforeEndFrame(read(), broken)), plain, () => {})
  const incoming: AsyncIterator<Buffer> = plain[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let buffered = Buffer.alloc(0)

  async function take(bytes: number): Promise<Buffer> {
    while (buffered.length < bytes) {
      const chunk = await next()
      if (!chunk) throw broken()
      buffered = Buffer.concat([buffered, chunk])
    }
    const piece = buffered.subarray(0, bytes)
    buffered = buffered.subarray(bytes)
    return piece
  }

  async function next(): Promise<Buffer | null> {
    try {
      const { value, done } = await incoming.next()
      return done ? null : value
    } catch (error) {
      throw error instanceof BackupError ? error : broken()
    }
  }

  async function part(): Promise<Buffer> {
    const length = await take(LENGTH_BYTES)
    if (length.readUInt32LE() > PART_MAX_BYTES) throw broken()
    const content = await take(length.readUInt32LE())
    hash.update(length).update(content)
    return content
  }

  const close = () => void plain.destroy()

  try {
    const header = await jsonOf<ArchiveHeader>(part())
    if (header?.format !== FORMAT)
      throw String(header?.format).startsWith(FORMATS) ? otherVersion(name) : broken()
    return {
      name,
      header,
      async *chunks() {
        for (let chunk = await part(); chunk.length > 0; chunk = await part()) yield chunk
      },
      async end() {
        const end = await jsonOf<ArchiveEnd>(part())
        const digest = hash.digest()
        if (!end || !digest.equals(await take(DIGEST_BYTES))) throw broken()
        // Truncation shows at the end.
        if (buffered.length > 0 || (await next())) throw broken()
        return end
      },
      close
    }
  } catch (error) {
    close()
    throw error
  }
}

export const otherVersion = (name: string, madeAt = '') =>
  new BackupError(
    `Копия ${name} сделана другой версией программы${madeAt && ` (${madeAt})`}, копии которой эта не ` +
      'читает. Восстановите её той же версией.'
  )

async function jsonOf<T>(part: Promise<Buffer>): Promise<T | null> {
  const text = (await part).toString()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const jsonPart = (value: ArchiveHeader | ArchiveEnd): Uint8Array => Buffer.from(JSON.stringify(value))
