import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#api/processes/process-info.ts'

const MEMORY = '/dev/shm'
/** Several times what the databases of a whole run take at once. */
const ROOM = 8 * 1024 ** 3

/**
 * A new folder `<name><pid>-…` for what nobody needs after this process: in memory where there is room. A run makes and
 * drops hundreds of databases of three hundred files, and ext4 looks long for a place that was not freed just now.
 * Those of processes that are gone are removed.
 */
export function makeQuickFolder(name: string): string {
  for (const parent of [tmpdir(), MEMORY].filter(existsSync)) removeOld(parent, name)
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `${name}${process.pid}-`))
}

function removeOld(parent: string, name: string): void {
  for (const old of readdirSync(parent).filter(each => each.startsWith(name)))
    if (!isAlive(Number.parseInt(old.slice(name.length), 10)))
      rmSync(join(parent, old), { recursive: true, force: true })
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem()) > ROOM
}
