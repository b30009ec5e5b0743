import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const UPLOADS = 'uploads'

export const folderOf = (dataDir: string, id: string): string => join(dataDir, UPLOADS, id)

export const fileOf = (dataDir: string, { id, fileName }: { id: string; fileName: string }): string =>
  join(folderOf(dataDir, id), fileName)

export const rejectsOf = (file: string): string => `${file}.rejects.csv`

export const hasRejects = (file: string): boolean => existsSync(rejectsOf(file))

/** Synced when it resolves. */
export async function writePiece(
  dataDir: string,
  job: { id: string; fileName: string },
  offset: number,
  bytes: Uint8Array
): Promise<void> {
  await mkdir(folderOf(dataDir, job.id), { recursive: true, mode: 0o700 })
  const path = fileOf(dataDir, job)
  const handle = await open(path, existsSync(path) ? 'r+' : 'w', 0o600)
  try {
    let at = 0
    while (at < bytes.length)
      at += (await handle.write(bytes, at, bytes.length - at, offset + at)).bytesWritten
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

export async function removeFolder(dataDir: string, id: string): Promise<void> {
  await rm(folderOf(dataDir, id), { recursive: true, force: true })
}

/** On the disk of the database. */
export async function freeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

export async function oldFolders(dataDir: string, ageMs: number): Promise<string[]> {
  const names = await readdir(join(dataDir, UPLOADS)).catch(() => [])
  const old: string[] = []
  for (const name of names) {
    const folder = await stat(folderOf(dataDir, name)).catch(() => null)
    if (folder && Date.now() - folder.mtimeMs > ageMs) old.push(name)
  }
  return old
}
