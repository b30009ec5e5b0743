import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type ArchivePlace, BackupError, filePlace } from './place.ts'

export { BackupError }

/** The beginning of an archive. */
export interface ArchiveHeader {
  format: typeof FORMAT
  madeAt: string
  /** Hashes of the migrations that made the tables, in order. */
  migrations: string[]
  tables: { name: string; columns: string[] }[]
  /** Whether records that the database does not hold itself follow the tables. */
  hasRecords: boolean
  keys: { suppress: string; audit: string }
}

/** What is only known once the tables were read. */
export interface ArchiveEnd {
  /** By table, as in the header. */
  rows: number[]
  /** How many of each source follow the tables. */
  records: [source: string, count: number][]
  /** Last given numbers; a sequence that gave none is left out. */
  sequences: [name: string, last: string][]
}

const FORMATS = 'sverka backup'
export const FORMAT = `${FORMATS} 3` as const
const LENGTH_BYTES = 4
const DIGEST_BYTES = 32
/** A frame that Zstandard skips. */
const SKIPPABLE = 0x184d2a5e
const END_BYTES = 16
/** Postgres sends rows one by one; a longer part is no part of ours. */
const PART_MAX_BYTES = 256 * 1024 ** 2

/**
 * Writes an archive, one Zstandard stream: the header, of each table its chunks and an empty one, the records that other
 * servers hold as chunks of JSON and an empty one, the end, and the SHA-256 of all that; everything but the digest behind
 * its length. `endFrame` closes it.
 *
 * @param location A place, or the path of a file.
 * @returns Its bytes, before a place encrypts them.
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

/** Says how long an archive is with it: the decompressor of Bun notices neither a byte that is cut off nor one too many. */
export function endFrame(bytesBefore: number): Buffer {
  const frame = Buffer.alloc(END_BYTES)
  frame.writeUInt32LE(SKIPPABLE)
  frame.writeUInt32LE(END_BYTES - 2 * LENGTH_BYTES, LENGTH_BYTES)
  frame.writeBigUInt64LE(BigInt(bytesBefore + END_BYTES), 2 * LENGTH_BYTES)
  return frame
}

/** What stands before the end frame. Throws at its end when the frame is not that of what was read. */
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
    // A compressor of Bun never answers to an empty chunk.
    if (part.length > 0) yield part
  }
  yield hash.digest()
}

/** Read in order: the chunks of each table in the header, those of records if there are any, then the end. */
export interface Archive {
  /** As messages call the place where it lies. */
  name: string
  header: ArchiveHeader
  chunks(): AsyncGenerator<Uint8Array>
  /** Throws a `BackupError` when anything that was read is not as it was written. */
  end(): Promise<ArchiveEnd>
  close(): void
}

/**
 * @param location A place, or the path of a file.
 * @throws BackupError for what is no archive, or an altered one. A truncated one is told by its `end` at the latest.
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
        // Whether it was truncated is known where it ends.
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
