import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { ImportError } from '#api/features/imports/import-error.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { createExpansionGuard } from './expansion.ts'

const ENTRIES_MAX = 10_000

export interface ZipEntry {
  name: string
  size: number
  packedSize: number
  /** Throws an `ImportError` for a broken entry, one with a password, and one that unpacks to far too much. */
  bytes(): AsyncGenerator<Uint8Array>
}

export interface Archive {
  entries: ZipEntry[]
  close(): void
}

const WITH_PASSWORD = 'защищён паролем'

/** What the reader of archives says of those that are whole, but not for it, and what it means. */
const NOT_READ: [RegExp, string][] = [
  [/compression method/i, 'сжат неподдерживаемым способом'],
  [/multi-disk/i, 'разделён на части'],
  [/encrypt/i, WITH_PASSWORD]
]

function archiveError(name: string, error: unknown): ImportError {
  const message = error instanceof Error ? error.message : ''
  const [, reason] = NOT_READ.find(([pattern]) => pattern.test(message)) ?? []
  if (reason !== undefined) return notReadError(name, reason)
  return new ImportError(
    `Архив ${name} повреждён или оборван. Исправьте файл и загрузите его ещё раз: что уже сохранено, не удвоится.`
  )
}

const notReadError = (name: string, reason: string) =>
  new ImportError(`Архив ${name} ${reason}. Распакуйте его и загрузите таблицу из него.`)

/** Opens an archive by its directory of files. Throws an `ImportError` for a broken one. */
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
      // Entries that lie over each other would unpack the same bytes again and again.
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
      // The archive must not say less than there is: reading ends with an error then.
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

/** All bytes of an entry. Throws an `ImportError` when there are more than `max`. */
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
