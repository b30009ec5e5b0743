import { chownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError } from './failure.ts'

/** The system account that Postgres runs as. */
export interface Account {
  uid: number
  gid: number
}

const ROOT = 0
const NOBODY: Account = { uid: 65_534, gid: 65_534 }

/**
 * Postgres refuses to run as root. For root: the owner of an existing cluster, else of the data folder, else
 * `nobody`. For anybody else null: it runs as we do. Throws when the cluster belongs to another user.
 */
export function accountFor(dataDir: string, cluster: string): Account | null {
  const owner = ownerOf(join(cluster, 'PG_VERSION'))
  const own = process.getuid?.() ?? ROOT
  if (own !== ROOT) {
    if (owner && owner.uid !== own) {
      throw new DatabaseError(
        `База в ${cluster} принадлежит другому пользователю системы. Запустите от его имени.`
      )
    }
    return null
  }
  if (owner && owner.uid !== ROOT) return owner
  const known = systemAccounts()
  const folderOwner = ownerOf(dataDir)
  const usable = folderOwner && folderOwner.uid !== ROOT && known.some(({ uid }) => uid === folderOwner.uid)
  const account = usable ? folderOwner : (known.find(({ name }) => name === 'nobody') ?? NOBODY)
  if (owner) giveAway(cluster, account)
  return { uid: account.uid, gid: account.gid }
}

function ownerOf(path: string): Account | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? { uid: found.uid, gid: found.gid } : null
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

/** A cluster that root restored from a copy belongs to root, and no Postgres could open it. */
export function giveAway(path: string, account: Account): void {
  chownSync(path, account.uid, account.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveAway(join(path, name), account)
}
