import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { DatabaseError } from './failure.ts'

export interface Socket {
  path: string
  /** For the server; `.` is the cluster. */
  folder: string
}

const NAME = '.s.PGSQL.5432'
/** `sun_path` is 104 bytes on macOS, 108 on Linux. */
const PATH_MAX_BYTES = 100
const PRIVATE = 0o700

/** In the cluster or, when the path is too long, a private folder under /tmp derived from it. */
export function socketOf(cluster: string, account: Account | null): Socket {
  const inside = join(cluster, NAME)
  if (Buffer.byteLength(inside) <= PATH_MAX_BYTES) return { path: inside, folder: '.' }
  const digest = createHash('sha256').update(realpathSync(cluster)).digest('hex').slice(0, 16)
  const folder = `/tmp/sverka-${digest}`
  const uid = account?.uid ?? process.getuid?.()
  if (!lstatSync(folder, { throwIfNoEntry: false })) {
    mkdirSync(folder, { mode: PRIVATE })
    if (account) chownSync(folder, account.uid, account.gid)
  }
  const stats = lstatSync(folder)
  if (!stats.isDirectory() || stats.uid !== uid || (stats.mode & 0o077) !== 0) {
    throw new DatabaseError(
      `Папка ${folder} для сокета базы данных занята кем-то другим. Удалите её и запустите снова.`
    )
  }
  return { path: join(folder, NAME), folder }
}
