import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { ImportError, SAVED_ONCE } from '#api/features/imports/import-error.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { createExpansionGuard } from './expansion.ts'

const ENTRIES_MAX = 10_000

export interface ZipEntry {
  name: string
  size: number
  packedSize: number
  /** @throws ImportError for broken, protected or swelling entries. */
  bytes(): AsyncGenerator<Uint8Array>
}

export interface Archive {
  entries: ZipEntry[]
  close(): void
}

const WITH_PASSWORD = 'защищён паролем'

/** Russian text for errors of intact archives. */
const NOT_READ: [RegExp, string][] = [
  [/compression method/i, 'сжат неподдерживаемым способом'],
  [/multi-disk/i, 'разделён на части'],
  [/encrypt/i, WITH_PASSWORD]
]

function archiveError(name: string, error: unknown): ImportError {
  const message = error instanceof Error ? error.message : ''
  const [, reason] = NOT_READ.find(([pattern]) => pattern.test(message)) ?? []
  if (reason !== undefined) return notReadError(name, reason)
  return brokenArchive(name)
}

export const brokenArchive = (name: string) =>
  new ImportError(`Архив ${name} повреждён или оборван. Исправьте файл и загрузите его ещё раз${SAVED_ONCE}.`)

const notReadError = (name: string, reason: string) =>
  new ImportError(`Архив ${name} ${reason}. Распакуйте его и загрузите таблицу из него.`)

/** @throws ImportError */
export async function openArchive(name: string, from: string | Buffer): Promise<Archive> {
  try {
    const options = { lazyEntries: true, autoClose: false } as const
    const zip = await (typeof from === 'string'
      ? openPromise(from, options)
      : fromBufferPromise(from, options))
    const entries: ZipEntry[] = []
    const guard = createExpansionGuard(name)
    let packedSize = 0
    for await (const entry of zip.eachEntry()) {
      if (entries.length >= ENTRIES_MAX) throw new ImportError(`Архив ${name}: файлов больше ${ENTRIES_MAX}`)
      packedSize += entry.compressedSize
      // Overlapping entries unpack the same bytes repeatedly.
      if (packedSize > zip.fileSize) throw archiveError(name, null)
      if (!entry.isEncrypted()) guard(entry.uncompressedSize, packedSize)
      if (!entry.fileName.endsWith('/')) entries.push(toEntry(name, zip, entry))
    }
    return { entries, close: () => zip.close() }
  } catch (error) {
    throw error instanceof ImportError ? error : archiveError(name, error)
  }
}

function toEntry(archive: string, zip: ZipFile, entry: Entry): ZipEntry {
  return {
    name: entry.fileName,
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    async *bytes() {
      if (entry.isEncrypted()) throw notReadError(archive, WITH_PASSWORD)
      // A smaller declared size ends reading with an error.
      createExpansionGuard(archive)(entry.uncompressedSize, entry.compressedSize)
      try {
        const stream = await zip.openReadStreamPromise(entry)
        try {
          for await (const chunk of stream) {
            yield chunk as Uint8Array
          }
        } finally {
          stream.destroy()
        }
      } catch (error) {
        throw error instanceof ImportError ? error : archiveError(archive, error)
      }
    }
  }
}

/** @throws ImportError above `max`. */
export async function readEntry(archive: string, entry: ZipEntry, max: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of entry.bytes()) {
    length += chunk.length
    if (length > max)
      throw new ImportError(
        `Архив ${archive}: ${quoted(entry.name)} больше ${max / 1024 / 1024} МБ. Распакуйте его и загрузите сам файл.`
      )
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
