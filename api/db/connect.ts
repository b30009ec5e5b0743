import { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import {
  APP_ANSWER_LOOKS,
  CONNECT_SECONDS,
  LOCK_WAIT_MS,
  REPLACE_LOOKS,
  SEARCH_ANSWER_LOOKS,
  STATEMENT_MS
} from '#api/lib/time-limits.ts'
import { appAccess } from './app-role.ts'
import { budgetName } from './connection-budget.ts'
import { type ConnectionPlan, processConnections, serverConnections, webPlan } from './connection-plan.ts'
import { DatabaseError } from './embedded/failure.ts'
import { openEmbedded } from './embedded.ts'
import type { WaitLimits } from './limited-pool.ts'
import { SERVER_POOL } from './running-server.ts'
import { assertServerVersion } from './server-version.ts'
import { watchServer } from './server-watch.ts'

export { DatabaseError } from './embedded/failure.ts'

export interface Database {
  /** The application's pool, under a login that cannot change ledger or audit rows, nor become the owner. */
  app: SQL
  owner: SQL
  /**
   * A dedicated connection as the application's role, with further start-up parameters; for one statement at a time.
   * Closed with the database.
   */
  openConnection(settings: Record<string, string>): SQL
  searchConnections: number
  /** Stops an embedded server too, unless another process uses it. */
  close(): Promise<void>
}

interface OpenOptions {
  report?: (text: string) => void
  /** The budget of a search thread; by default that of a process. */
  plan?: ConnectionPlan
  /** People may search while it is open, so that a load beside it goes easy. */
  isServer?: boolean
}

const REMOTE_PATIENCE_MS = 15_000
const RETRY_MS = 500
const DRAIN_SECONDS = 5

/**
 * No request may hold a connection longer, in milliseconds. The last three, in seconds, let the server notice a client
 * whose network went silent, with the locks that it holds.
 */
export const APP_LIMITS = {
  statement_timeout: String(STATEMENT_MS),
  lock_timeout: String(LOCK_WAIT_MS),
  idle_in_transaction_session_timeout: '10000',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3'
}
const APP_WAIT: WaitLimits = { answer: APP_ANSWER_LOOKS, replace: REPLACE_LOOKS }
/** A search that was given up still takes its connection, of which it has one. */
const SEARCH_WAIT: WaitLimits = { answer: SEARCH_ANSWER_LOOKS, replace: SEARCH_ANSWER_LOOKS }

/**
 * Opens `DATABASE_URL`, else the embedded server of `DATA_DIR`. Throws a `DatabaseError` with a Russian message when it
 * cannot be reached or started, when the server is too old, and in production when the application would have to work as the owner.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> &
    Partial<Pick<Config, 'production' | 'searchThreads' | 'postgresBin'>>,
  { report, plan, isServer = plan !== undefined }: OpenOptions = {}
): Promise<Database> {
  const { databaseUrl, dataDir, postgresBin, searchThreads = 0 } = config
  const connections = plan ?? webPlan(searchThreads)
  const embedded = databaseUrl
    ? null
    : await openEmbedded(dataDir, {
        report,
        postgresBin,
        maxConnections: serverConnections(searchThreads)
      })
  const target = embedded ? embedded.connection : { url: databaseUrl ?? '' }
  const owner = new SQL({
    ...target,
    max: connections.owner,
    connectionTimeout: CONNECT_SECONDS,
    // Threads are part of their process's budget.
    connection: { application_name: plan ? 'sverka-thread' : budgetName(processConnections(searchThreads)) }
  })
  try {
    await untilReachable(owner, databaseUrl)
    if (databaseUrl) await assertServerVersion(owner)
    const access = await appAccess(owner, target, config.production === true)
    const name = isServer ? SERVER_POOL : 'sverka-command'
    const connect = (max: number, settings: Record<string, string>, onclose?: () => void) =>
      new SQL({
        ...access.target,
        max,
        connectionTimeout: CONNECT_SECONDS,
        onclose,
        connection: { application_name: name, ...APP_LIMITS, ...access.settings, ...settings }
      })
    const watch = watchServer(lost => connect(1, {}, lost), plan === undefined)
    const app = watch.pool(() => connect(connections.app, {}), APP_WAIT)
    const ownConnections: SQL[] = []
    const openConnection = (settings: Record<string, string>) => {
      const client = watch.pool(() => connect(1, settings), SEARCH_WAIT)
      ownConnections.push(client)
      return client
    }
    const close = async () => {
      await Promise.all([app, owner, ...ownConnections].map(pool => pool.close({ timeout: DRAIN_SECONDS })))
      await watch.close()
      await embedded?.close()
    }
    return { app, owner, openConnection, searchConnections: connections.search, close }
  } catch (error) {
    await owner.close()
    await embedded?.close()
    throw error
  }
}

/** An external database may still be starting, as in a compose file. */
async function untilReachable(owner: SQL, url: string | null): Promise<void> {
  const until = Date.now() + REMOTE_PATIENCE_MS
  for (;;) {
    try {
      await owner`select 1`
      return
    } catch (error) {
      const { errno, code } = error as { errno?: string; code?: string }
      const refused = errno?.startsWith('28') || errno?.startsWith('3D')
      if (!url) throw error
      if (!refused && Date.now() < until) await Bun.sleep(RETRY_MS)
      else throw unreachable(url, errno ?? code ?? '')
    }
  }
}

function unreachable(url: string, code: string): DatabaseError {
  const { host, pathname } = new URL(url)
  const place = `${host}${pathname}`
  if (code.startsWith('28'))
    return new DatabaseError(`База данных ${place} не приняла имя или пароль из DATABASE_URL.`)
  if (code.startsWith('3D')) return new DatabaseError(`На сервере нет базы данных ${place} из DATABASE_URL.`)
  return new DatabaseError(`База данных ${place} из DATABASE_URL не отвечает (${code}).`)
}
