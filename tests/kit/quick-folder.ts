import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#api/lib/processes.ts'

const MEMORY = '/dev/shm'
/** Several times what the files of a whole run take at once. */
const ROOM = 8 * 1024 ** 3

/**
 * A new folder for files that nobody needs after this process: in memory where there is room. A run makes and drops
 * hundreds of databases of three hundred files, and ext4 looks long for a place that was not freed just now.
 */
export function makeQuickFolder(name: string): string {
  const parent = hasRoom() ? MEMORY : tmpdir()
  for (const old of readdirSync(parent).filter(each => each.startsWith(name)))
    if (!isAlive(Number.parseInt(old.slice(name.length), 10)))
      rmSync(join(parent, old), { recursive: true, force: true })
  return mkdtempSync(join(parent, `${name}${process.pid}-`))
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem()) > ROOM
}
