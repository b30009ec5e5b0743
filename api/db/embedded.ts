import { join } from 'node:path'
import { SQL } from 'bun'
import { log } from '#api/lib/log.ts'
import { accountFor } from './embedded/account.ts'
import { prepareBinaries } from './embedded/binaries.ts'
import { openCluster, openDataFolder } from './embedded/cluster.ts'
import { withFolder } from './embedded/failure.ts'
import { bringUp, type Cluster, connectionTo, takeDown } from './embedded/server.ts'
import { socketOf } from './embedded/socket.ts'

export interface Embedded {
  /** How to connect as the owner of the cluster. */
  connection: ReturnType<typeof connectionTo>
  /** False when the server was running already. */
  started: boolean
  /** Stops the server, unless another process of the product still uses it. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  report?: ((text: string) => void) | undefined
  /** Of a server that this call starts; one that runs already keeps its own. */
  maxConnections: number
}

/** Everybody who uses the server holds this lock, shared. Whoever gets it alone is the last one. */
const PRESENCE = 7_305_412
const RETRY_MS = 250
const RETRY_MAX_MS = 4_000
const ATTEMPTS = 3

/**
 * The embedded Postgres 18 of a data folder: made at the first start, adopted when it runs already (a tool beside a
 * server, or an orphan of a killed process), started again when it dies. Throws a `DatabaseError` when it cannot run.
 */
export async function openEmbedded(
  dataDir: string,
  { report = () => {}, maxConnections }: EmbeddedOptions
): Promise<Embedded> {
  openDataFolder(dataDir)
  const folder = join(dataDir, 'postgres')
  const account = withFolder(folder, () => accountFor(dataDir, folder))
  const binaries = prepareBinaries(account)
  const password = await openCluster(folder, account, binaries, report)
  const socket = socketOf(folder, account)
  const cluster: Cluster = { folder, account, binaries, password, socket, maxConnections }

  let closing = false
  let presence: SQL | null = null
  let recovery: Promise<void> = Promise.resolve()

  const attend = async () => {
    const client: SQL = new SQL({
      ...connectionTo(cluster),
      max: 1,
      onclose: () => {
        if (client !== presence || closing) return
        presence = null
        recovery = recover()
      }
    })
    try {
      await client`select pg_advisory_lock_shared(${PRESENCE})`
      presence = client
    } catch (error) {
      await client.close()
      throw error
    }
  }

  /** The last to leave may be stopping the server that was just found: then once more. */
  const enter = async (attempts = ATTEMPTS): Promise<boolean> => {
    const started = await bringUp(cluster, report)
    try {
      await attend()
      return started
    } catch (error) {
      if (attempts === 1) throw error
      return await enter(attempts - 1)
    }
  }

  const recover = async () => {
    log.error('database_lost')
    for (let wait = RETRY_MS; !closing; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        const started = await enter()
        log.warn('database_back', { started })
        return
      } catch (error) {
        log.error('database_not_back', { error })
        await Bun.sleep(wait)
      }
    }
  }

  const started = await enter()
  return {
    connection: connectionTo(cluster),
    started,
    close: async () => {
      closing = true
      await recovery
      const last = presence ? await isLast(presence) : false
      await presence?.close()
      if (last) await takeDown(cluster)
    }
  }
}

async function isLast(presence: SQL): Promise<boolean> {
  try {
    await presence`select pg_advisory_unlock_shared(${PRESENCE})`
    const [row] = await presence`select pg_try_advisory_lock(${PRESENCE}) as alone`
    return row?.alone === true
  } catch {
    return false
  }
}
