import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#api/config.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { readUsage } from '#api/processes/process-info.ts'
import type { ListFile } from '#shared/contracts/lists/lists.ts'
import type { ProblemCode } from '#shared/problems.ts'
import type { GivenRow } from './draft.ts'

/** How the file of a list is read. */
export interface FileOrder {
  file: string
  sheet?: string | undefined
  columns?: readonly string[] | undefined
  label?: string | undefined
}

export interface ReadList {
  file: Omit<ListFile, 'is_kept'>
  rows: GivenRow[]
}

export type FileRead = ReadList | { refused: string | null; code: ProblemCode }

const SCRIPT = new URL('./file-task.ts', import.meta.url).pathname
const LONGEST_MS = 20_000
const LOOK_MS = 200
/** A workbook of 10 MB that is read as one takes 300 MB. */
const MEMORY_BYTES = 768 * 1024 ** 2
const TOO_MUCH =
  'Файл читается слишком долго или занимает слишком много памяти. Сохраните его как «CSV UTF-8».'
/** Names are said in refusals: what a path or a terminal might take otherwise is left out. */
const ODD_SIGNS = /[^\p{L}\p{N} ._()-]+/gu

/**
 * Reads the file of a list in a process of its own, which is ended when it takes too much: whatever a file does to it, searches
 * go on.
 *
 * @throws Refusal `LIST_FILE_REFUSED`, `LIST_TOO_LONG`, `LIST_COLUMN_UNKNOWN`.
 */
export async function readListFile(
  { dataDir }: Pick<Config, 'dataDir'>,
  file: File,
  order: Omit<FileOrder, 'file'>
): Promise<ReadList> {
  const folder = await mkdtemp(join(dataDir, 'list-'))
  try {
    const name = (file.name ?? '').replace(ODD_SIGNS, '_').replace(/^\.+/, '').slice(-100) || 'список'
    const path = join(folder, name)
    await Bun.write(path, file)
    const read = await readInProcess({ file: path, ...order })
    if (read === null) throw new Refusal('LIST_FILE_REFUSED', { text: TOO_MUCH })
    if ('refused' in read)
      throw new Refusal(read.code, { ...(read.refused !== null && { text: read.refused }) })
    return read
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Null where the process ended, or was ended, without a word. */
async function readInProcess(order: FileOrder): Promise<FileRead | null> {
  let read: FileRead | null = null
  const child = Bun.spawn([process.execPath, SCRIPT], {
    ipc(message: FileRead, sender) {
      read = message
      sender.kill('SIGKILL')
    },
    serialization: 'advanced',
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit'
  })
  const startedAt = performance.now()
  const watch = setInterval(() => {
    const isLate = performance.now() - startedAt > LONGEST_MS
    if (!isLate && (readUsage(child.pid)?.residentBytes ?? 0) <= MEMORY_BYTES) return
    log.warn('list_file_ended', { reason: isLate ? 'time' : 'memory' })
    child.kill('SIGKILL')
  }, LOOK_MS)
  child.send(order)
  await child.exited
  clearInterval(watch)
  return read
}
