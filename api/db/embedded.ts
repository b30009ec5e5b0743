import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { log } from '#api/lib/log.ts'
import { accountFor } from './embedded/account.ts'
import { chooseBinaries } from './embedded/binaries.ts'
import { openCluster, openDataFolder } from './embedded/cluster.ts'
import { withFolder } from './embedded/failure.ts'
import {
  connectionTo,
  type EmbeddedCluster,
  ensureRunning,
  runningPrograms,
  stopServer
} from './embedded/server.ts'
import { socketOf } from './embedded/socket.ts'

export interface EmbeddedServer {
  connection: ReturnType<typeof connectionTo>
  started: boolean
  /** Stops the server unless it is used. */
  close(): Promise<void>
}

interface EmbeddedOptions {
  report?: ((text: string) => void) | undefined
  /** Ignored, like `memory`, while the server runs. */
  maxConnections: number
  /** Bytes; defaults to the machine's memory. */
  memory?: number
  /** `POSTGRES_BIN`: a folder or `packaged`; defaults to the newest. */
  postgresBin?: string | null | undefined
}

/** `openEmbedded` would create one. */
export const hasEmbedded = (dataDir: string): boolean => existsSync(join(dataDir, FOLDER, 'PG_VERSION'))

/** Programs that serve or last served a data folder; null when unknown. */
export const programsOf = (dataDir: string): string | null => runningPrograms(join(dataDir, FOLDER))

const FOLDER = 'postgres'
/** Shared by every user; who gets it exclusively is the last. */
const PRESENCE = 7_305_412
const RETRY_MS = 250
const RETRY_MAX_MS = 4_000
const ATTEMPTS = 3

/** The embedded Postgres 18 of a data folder: created, adopted or restarted as needed. Throws `DatabaseError`. */
export async function openEmbedded(
  dataDir: string,
  { report = () => {}, maxConnections, memory, postgresBin = null }: EmbeddedOptions
): Promise<EmbeddedServer> {
  openDataFolder(dataDir)
  const folder = join(dataDir, FOLDER)
  const account = withFolder(folder, () => accountFor(dataDir, folder))
  const choose = () => chooseBinaries(account, postgresBin)
  const password = await openCluster(folder, account, choose, report)
  const socket = socketOf(folder, account)
  const cluster: EmbeddedCluster = {
    folder,
    account,
    chooseBinaries: choose,
    password,
    socket,
    maxConnections,
    memory
  }

  let closing = false
  let presence: SQL | null = null
  let recovery: Promise<void> = Promise.resolve()

  const registerPresence = async () => {
    const client: SQL = new SQL({
      ...connectionTo(cluster),
      max: 1,
      connection: { application_name: 'sverka-presence' },
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

  /** The server may be stopping under its last user. */
  const startAndRegister = async (attempts = ATTEMPTS): Promise<boolean> => {
    const started = await ensureRunning(cluster, report)
    try {
      await registerPresence()
      return started
    } catch (error) {
      if (attempts === 1) throw error
      return await startAndRegister(attempts - 1)
    }
  }

  const recover = async () => {
    log.error('database_lost')
    for (let wait = RETRY_MS; !closing; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
      try {
        const started = await startAndRegister()
        log.warn('database_back', { started })
        return
      } catch (error) {
        log.error('database_not_back', { error })
        await Bun.sleep(wait)
      }
    }
  }

  const started = await startAndRegister()
  return {
    connection: connectionTo(cluster),
    started,
    close: async () => {
      closing = true
      await recovery
      const last = presence ? await isLastUser(presence) : false
      await presence?.close()
      if (last) await stopServer(cluster)
    }
  }
}

async function isLastUser(presence: SQL): Promise<boolean> {
  try {
    await presence`select pg_advisory_unlock_shared(${PRESENCE})`
    const [row] = await presence`select pg_try_advisory_lock(${PRESENCE}) as alone`
    return row?.alone === true
  } catch {
    return false
  }
}
