import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { ImportError } from '#api/features/imports/import-error.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { createExpansionGuard, ExpansionError, FREE_BYTES } from './expansion.ts'
import { isGzip, isZip, refuseOthers } from './signature.ts'
import { findMainPart } from './workbook.ts'
import { type Archive, brokenArchive, openArchive, readEntry, type ZipEntry } from './zip.ts'

const READ_BYTES = 512 * 1024
/** Small, so that an archive's expansion is measured closely. */
const BOMB_READ_BYTES = 32 * 1024
const MAGIC_BYTES = 512
export const HEAD_BYTES = 256 * 1024
const INNER_WORKBOOK_MAX = 200 * 1024 * 1024

/** Text, or parts of a workbook. */
export type Content =
  | {
      is: 'text'
      name: string
      size: number
      packed: 'gzip' | 'zip' | null
      bytes(onRead: (bytes: number) => void): AsyncGenerator<Uint8Array>
    }
  | { is: 'workbook'; name: string; size: number; packed: 'zip' | null; archive: Archive }

async function inspectFile(file: string): Promise<{ size: number; head: Uint8Array }> {
  const throwUnreadable = (error: NodeJS.ErrnoException): never => {
    const reason = error.code === 'ENOENT' ? 'нет такого файла' : `не читается (${error.code})`
    throw new ImportError(`Файл ${file}: ${reason}`)
  }
  const stats = await stat(file).catch(throwUnreadable)
  if (!stats.isFile()) throw new ImportError(`Файл ${file}: это не файл`)
  const handle = await open(file).catch(throwUnreadable)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
    return { size: stats.size, head: buffer.subarray(0, bytesRead) }
  } finally {
    await handle.close()
  }
}

/** @throws ImportError for no table, or another format than its name says. */
export async function openContent(file: string): Promise<Content> {
  const { size, head } = await inspectFile(file)
  if (size === 0) throw new ImportError(`Файл ${file} пуст`)
  refuseOthers(file, head)
  if (isZip(head)) return await openZipped(file, size)
  const zipped = isGzip(head)
  if (!zipped && /\.gz$/i.test(file)) throw new ImportError(`Файл ${file} не архив gzip`)
  if (!zipped && /\.(?:xlsx|xlsm)$/i.test(file))
    throw new ImportError(
      `Файл ${file} называется книгой Excel, а внутри текст. Если это таблица через запятую или точку с запятой, назовите файл .csv.`
    )
  if (!zipped && /\.zip$/i.test(file)) throw new ImportError(`Файл ${file} не архив zip`)
  if (zipped) await refuseBomb(file)
  return {
    is: 'text',
    name: file,
    size,
    packed: zipped ? 'gzip' : null,
    bytes: onRead => bytesOf(file, zipped, onRead)
  }
}

/** Unpacks the harmless amount first, so that nothing of a bomb is stored. */
async function refuseBomb(file: string): Promise<void> {
  let unpacked = 0
  const bytes = bytesOf(file, true, () => {}, BOMB_READ_BYTES)
  try {
    for await (const chunk of bytes) {
      unpacked += chunk.length
      if (unpacked > FREE_BYTES + READ_BYTES) break
    }
  } catch (error) {
    if (error instanceof ExpansionError) throw error
  }
}

/** `onRead` counts bytes on disk. */
async function* bytesOf(
  file: string,
  zipped: boolean,
  onRead: (bytes: number) => void,
  readBytes = READ_BYTES
): AsyncGenerator<Uint8Array> {
  const guard = createExpansionGuard(file)
  let packedBytes = 0
  const raw = createReadStream(file, { highWaterMark: readBytes })
  raw.on('data', chunk => {
    packedBytes += chunk.length
    onRead(chunk.length)
  })
  const stream = zipped ? raw.pipe(createGunzip({ chunkSize: READ_BYTES })) : raw
  if (zipped) raw.on('error', error => stream.destroy(error))
  try {
    for await (const chunk of stream) {
      if (zipped) guard(chunk.length, packedBytes)
      yield chunk as Uint8Array
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code?.startsWith('Z_')) throw error
    throw brokenArchive(file)
  } finally {
    raw.destroy()
  }
}

const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.)/
const TABLE_NAME = /\.(?:csv|tsv|txt|ndjson|jsonl|json|vcf|xlsx|xlsm)$/i

const has = ({ entries }: Archive, start: string) =>
  entries.some(({ name }) => name.toLowerCase().startsWith(start))

const DOCUMENTS: readonly { parts: readonly string[]; is: string; advice: string }[] = [
  {
    parts: ['xl/workbook.bin'],
    is: 'двоичная книга Excel (.xlsb)',
    advice: 'Откройте её и сохраните как «Книга Excel (.xlsx)»'
  },
  { parts: ['word/'], is: 'документ Word', advice: 'Скопируйте таблицу в Excel и сохраните как XLSX' },
  {
    parts: ['ppt/'],
    is: 'презентация PowerPoint',
    advice: 'Скопируйте таблицу в Excel и сохраните как XLSX'
  },
  {
    parts: ['content.xml', 'mimetype'],
    is: 'документ OpenDocument (.ods, .odt)',
    advice: 'Откройте его в LibreOffice или Excel и сохраните таблицу как «Книга Excel (.xlsx)» или CSV'
  },
  {
    parts: ['index/document.iwa'],
    is: 'документ Apple (.numbers, .pages)',
    advice: 'Откройте его и экспортируйте таблицу в Excel или CSV'
  }
]

function refuseDocument(file: string, archive: Archive): void {
  const document = DOCUMENTS.find(({ parts }) => parts.every(part => has(archive, part)))
  if (document) throw new ImportError(`Файл ${file}: это ${document.is}. ${document.advice}.`)
}

async function openZipped(file: string, size: number): Promise<Content> {
  const archive = await openArchive(file, file)
  try {
    refuseDocument(file, archive)
    if (await findMainPart(file, archive)) {
      if (/\.(?:csv|tsv|txt|ndjson|jsonl|json)$/i.test(file))
        throw new ImportError(
          `Файл ${file} называется текстом, а внутри книга Excel. Переименуйте его в .xlsx или сохраните как CSV.`
        )
      return { is: 'workbook', name: file, size, packed: null, archive }
    }
    return await openOnlyTable(file, size, archive)
  } catch (error) {
    archive.close()
    throw error
  }
}

async function openOnlyTable(file: string, size: number, archive: Archive): Promise<Content> {
  const shown = archive.entries.filter(({ name }) => !HIDDEN.test(name))
  const tables = shown.filter(({ name }) => TABLE_NAME.test(name))
  const candidates = tables.length > 0 ? tables : shown
  const [entry, other] = candidates
  if (!entry) throw new ImportError(`Архив ${file} пуст: в нём нет ни одного файла`)
  if (other) {
    const names = candidates.slice(0, 5).map(({ name }) => quoted(name))
    throw new ImportError(
      `В архиве ${file} несколько файлов (${names.join(', ')}${candidates.length > 5 ? ' и другие' : ''}). ` +
        'Распакуйте его и загрузите их по одному.'
    )
  }
  const head = await headOf(entry.bytes(), MAGIC_BYTES)
  if (head.length === 0) throw new ImportError(`Файл ${quoted(entry.name)} в архиве ${file} пуст`)
  refuseOthers(`${file} (${quoted(entry.name)})`, head)
  if (!isZip(head)) {
    const bytes = (onRead: (bytes: number) => void) => countPacked(entry, onRead)
    return { is: 'text', name: entry.name, size, packed: 'zip', bytes }
  }
  const inner = await openArchive(entry.name, await readEntry(file, entry, INNER_WORKBOOK_MAX))
  archive.close()
  refuseDocument(`${file} (${quoted(entry.name)})`, inner)
  if (!(await findMainPart(entry.name, inner)))
    throw new ImportError(`В архиве ${file} другой архив. Распакуйте оба и загрузите таблицу из них.`)
  return { is: 'workbook', name: entry.name, size, packed: 'zip', archive: inner }
}

async function* countPacked({ bytes, size, packedSize }: ZipEntry, onRead: (bytes: number) => void) {
  for await (const chunk of bytes()) {
    onRead((chunk.length * packedSize) / Math.max(1, size))
    yield chunk
  }
}

/** Readable beginning; the import reports the break. */
export async function headOf(bytes: AsyncIterable<Uint8Array>, max: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of bytes) {
      parts.push(chunk)
      length += chunk.length
      if (length >= max) break
    }
  } catch (error) {
    if (!(error instanceof ImportError) || length === 0) throw error
  }
  return Buffer.concat(parts).subarray(0, max)
}
