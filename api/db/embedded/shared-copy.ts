import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync
} from 'node:fs'
import { dirname, join } from 'node:path'

const WRITABLE_BY_OTHERS = 0o022
const RUNS = 0o100
const READ_AND_ENTER = 0o755
const READ_ONLY = 0o644

/**
 * A complete copy of `original` readable by every account: `target`, or a draft when the name is taken. Safe for
 * concurrent calls; files appear by rename and are never removed, since a server may run from there, only completed.
 */
export function sharedCopy(original: string, target: string): string {
  if (isWhole(original, target)) return target
  const draft = mkdtempSync(`${target}.`)
  const copy = join(draft, 'copy')
  copyAll(original, copy)
  try {
    renameSync(copy, target)
  } catch {
    if (isOurs(target)) fillUp(copy, target)
    if (!isWhole(original, target)) {
      // Its files may have moved to the target.
      rmSync(copy, { recursive: true, force: true })
      copyAll(original, copy)
      return copy
    }
  }
  rmSync(draft, { recursive: true, force: true })
  return target
}

function copyAll(original: string, copy: string): void {
  cpSync(original, copy, { recursive: true, verbatimSymlinks: true })
  openForReading(dirname(copy))
}

function fillUp(copy: string, target: string): void {
  for (const path of filesOf(copy)) {
    const place = join(target, path)
    if (isFile(place)) continue
    try {
      mkdirSync(dirname(place), { recursive: true, mode: READ_AND_ENTER })
      renameSync(join(copy, path), place)
    } catch {
      return
    }
  }
}

function isWhole(original: string, target: string): boolean {
  return isOurs(target) && filesOf(original).every(path => isFile(join(target, path)))
}

/** Never run programs of another user. */
function isOurs(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return !!stats?.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & WRITABLE_BY_OTHERS) === 0
}

function isFile(path: string): boolean {
  try {
    return !lstatSync(path).isDirectory()
  } catch {
    return false
  }
}

const filesOf = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter(
    path => !lstatSync(join(folder, path)).isDirectory()
  )

function openForReading(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  const runs = stats.isDirectory() || (stats.mode & RUNS) !== 0
  chmodSync(path, runs ? READ_AND_ENTER : READ_ONLY)
  if (stats.isDirectory()) for (const name of readdirSync(path)) openForReading(join(path, name))
}
