import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { ImportError } from '#api/features/imports/import-error.ts'
import { quoted } from '#shared/labels/quoted.ts'
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

const brokenArchive = (name: string, detail: string): ImportError =>
  new ImportError(
    `Архив ${name} повреждён или оборван (${detail}). Исправьте файл и загрузите его ещё раз: что уже сохранено, не удвоится.`
  )

/** Opens an archive by its directory of files. Throws an `ImportError` for a broken one. */
export async function openArchive(name: string, from: string | Buffer): Promise<Archive> {
  try {
    const options = { lazyEntries: true, autoClose: false } as const
    const zip = await (typeof from === 'string'
      ? openPromise(from, options)
      : fromBufferPromise(from, options))
    const entries: ZipEntry[] = []
    for await (const entry of zip.eachEntry()) {
      if (entries.length >= ENTRIES_MAX) throw new ImportError(`Архив ${name}: файлов больше ${ENTRIES_MAX}`)
      if (!entry.fileName.endsWith('/')) entries.push(toEntry(name, zip, entry))
    }
    return { entries, close: () => zip.close() }
  } catch (error) {
    throw error instanceof ImportError ? error : brokenArchive(name, messageOf(error))
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function toEntry(archive: string, zip: ZipFile, entry: Entry): ZipEntry {
  return {
    name: entry.fileName,
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    async *bytes() {
      if (entry.isEncrypted())
        throw new ImportError(`Архив ${archive} с паролем. Распакуйте его и загрузите таблицу из него.`)
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
        throw error instanceof ImportError ? error : brokenArchive(archive, messageOf(error))
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
