import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { OperatorError } from '#api/lib/operator-error.ts'

/** A backup cannot be made or used. The message is Russian and says what to do. */
export class BackupError extends OperatorError {
  override name = 'BackupError'
}

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
const PRIVATE = 0o600
/** A frame that Zstandard skips. */
const SKIPPABLE = 0x184d2a5e
const END_BYTES = 16
/** Postgres sends rows one by one; a longer part is no part of ours. */
const PART_MAX_BYTES = 256 * 1024 ** 2

/**
 * Writes an archive, one Zstandard stream: the header, of each table its chunks and an empty one, the records that other
 * servers hold as chunks of JSON and an empty one, the end, and the SHA-256 of all that; everything but the digest behind
 * its length. `endFrame` closes the file. It appears under its name
 * when it is complete and on the disk.
 */
export async function writeArchive(path: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${path}.part`
  try {
    await rm(draft, { force: true })
    const file = createWriteStream(draft, { flags: 'wx', mode: PRIVATE })
    await pipeline(Readable.from(framed(parts)), createZstdCompress(), file)
    await appendFile(draft, endFrame((await stat(draft)).size))
    await sync(draft)
    await rename(draft, path)
    await sync(dirname(path)).catch(() => {})
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/** Says how long a file is with it: the decompressor of Bun notices neither a byte that is cut off nor one too many. */
export function endFrame(bytesBefore: number): Buffer {
  const frame = Buffer.alloc(END_BYTES)
  frame.writeUInt32LE(SKIPPABLE)
  frame.writeUInt32LE(END_BYTES - 2 * LENGTH_BYTES, LENGTH_BYTES)
  frame.writeBigUInt64LE(BigInt(bytesBefore + END_BYTES), 2 * LENGTH_BYTES)
  return frame
}

/** Throws the error of the system when the file cannot be read. */
async function hasItsLength(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const bytesBefore = (await file.stat()).size - END_BYTES
    if (bytesBefore < 0) return false
    const { buffer } = await file.read(Buffer.alloc(END_BYTES), 0, END_BYTES, bytesBefore)
    return buffer.equals(endFrame(bytesBefore))
  } finally {
    await file.close()
  }
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

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Read in order: the chunks of each table in the header, those of records if there are any, then the end. */
export interface Archive {
  header: ArchiveHeader
  chunks(): AsyncGenerator<Uint8Array>
  /** Throws a `BackupError` when anything that was read is not as it was written. */
  end(): Promise<ArchiveEnd>
  close(): void
}

/** Throws a `BackupError` for what is no archive, a truncated or an altered one. */
export async function openArchive(path: string): Promise<Archive> {
  const broken = () =>
    new BackupError(`${path} — не целая резервная копия: файл обрезан, изменён или сделан другой программой.`)
  const unreadable = (code: string) => new BackupError(`Файл ${path} не читается (${code}).`)
  const isWhole = await hasItsLength(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(error.code ?? 'ошибка')
  })
  if (!isWhole) throw broken()
  const file = createReadStream(path)
  const plain = file.pipe(createZstdDecompress())
  file.on('error', error => plain.destroy(error))
  const incoming: AsyncIterator<Buffer> = plain[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let buffered = Buffer.alloc(0)

  async function take(bytes: number): Promise<Buffer> {
    while (buffered.length < bytes) buffered = Buffer.concat([buffered, await more()])
    const piece = buffered.subarray(0, bytes)
    buffered = buffered.subarray(bytes)
    return piece
  }

  async function more(): Promise<Buffer> {
    try {
      const { value, done } = await incoming.next()
      if (!done) return value
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (/^E[A-Z]+$/.test(code)) throw unreadable(code)
    }
    throw broken()
  }

  async function part(): Promise<Buffer> {
    const length = await take(LENGTH_BYTES)
    if (length.readUInt32LE() > PART_MAX_BYTES) throw broken()
    const content = await take(length.readUInt32LE())
    hash.update(length).update(content)
    return content
  }

  const close = () => {
    file.destroy()
    plain.destroy()
  }

  try {
    const header = await jsonOf<ArchiveHeader>(part())
    if (header?.format !== FORMAT)
      throw String(header?.format).startsWith(FORMATS) ? otherVersion(path) : broken()
    return {
      header,
      async *chunks() {
        for (let chunk = await part(); chunk.length > 0; chunk = await part()) yield chunk
      },
      async end() {
        const end = await jsonOf<ArchiveEnd>(part())
        const digest = hash.digest()
        if (!end || !digest.equals(await take(DIGEST_BYTES))) throw broken()
        return end
      },
      close
    }
  } catch (error) {
    close()
    throw error
  }
}

export const otherVersion = (path: string, madeAt = '') =>
  new BackupError(
    `Копия ${path} сделана другой версией программы${madeAt && ` (${madeAt})`}. Восстановите её той же версией, ` +
      'а потом запустите новую: она обновит базу.'
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
