import { chownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError } from './failure.ts'

export interface Account {
  uid: number
  gid: number
}

export const BARE_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' }

const ROOT = 0
const NOBODY: Account = { uid: 65_534, gid: 65_534 }

/**
 * Postgres refuses root. Under root: the owner of the cluster or data folder, else `nobody`; otherwise null. Throws
 * when the cluster belongs to another user.
 */
export function accountFor(dataDir: string, cluster: string): Account | null {
  const owner = ownerOf(join(cluster, 'PG_VERSION'))
  const ownUid = process.getuid?.() ?? ROOT
  if (ownUid !== ROOT) {
    if (owner && owner.uid !== ownUid) {
      throw new DatabaseError(
        `База в ${cluster} принадлежит другому пользователю системы. Запустите от его имени.`
      )
    }
    return null
  }
  if (owner && owner.uid !== ROOT) return owner
  const accounts = systemAccounts()
  const folderOwner = ownerOf(dataDir)
  const usable =
    folderOwner && folderOwner.uid !== ROOT && accounts.some(({ uid }) => uid === folderOwner.uid)
  const account = usable ? folderOwner : (accounts.find(({ name }) => name === 'nobody') ?? NOBODY)
  if (owner) changeOwner(cluster, account)
  return { uid: account.uid, gid: account.gid }
}

function ownerOf(path: string): Account | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? { uid: stats.uid, gid: stats.gid } : null
}

function systemAccounts(): (Account & { name: string })[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}

/** A cluster restored by root would be unreadable. */
function changeOwner(path: string, account: Account): void {
  chownSync(path, account.uid, account.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) changeOwner(join(path, name), account)
}
