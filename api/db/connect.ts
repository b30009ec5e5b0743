import { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import {
  APP_ANSWER_TICKS,
  CONNECT_SECONDS,
  LOCK_WAIT_MS,
  REPLACE_TICKS,
  SEARCH_ANSWER_TICKS,
  STATEMENT_MS
} from '#api/lib/time-limits.ts'
import { appAccess } from './app-role.ts'
import { ownerPoolName } from './connection-budget.ts'
import { type ConnectionPlan, processConnections, serverConnections, webPlan } from './connection-plan.ts'
import { DatabaseError } from './embedded/failure.ts'
import { openEmbedded } from './embedded.ts'
import type { WaitLimits } from './limited-pool.ts'
import { SERVER_POOL } from './running-server.ts'
import { assertServerVersion } from './server-version.ts'
import { watchServer } from './server-watch.ts'

export { DatabaseError } from './embedded/failure.ts'

export interface Database {
  /** A login that cannot change ledger or audit, nor become the owner. */
  app: SQL
  owner: SQL
  /** A connection of the application's role for one statement at a time, closed with the database. */
  openConnection(settings: Record<string, string>): SQL
  searchConnections: number
  /** Stops an embedded server too, unless it is used. */
  close(): Promise<void>
}

interface OpenOptions {
  report?: (text: string) => void
  /** Defaults to the budget of a process. */
  plan?: ConnectionPlan
  /** Loads beside it yield to searches. */
  isServer?: boolean
}

const REMOTE_PATIENCE_MS = 15_000
const RETRY_MS = 500
const DRAIN_SECONDS = 5

/** Milliseconds a request may hold a connection; then seconds until the server notices a silent client. */
export const APP_LIMITS = {
  statement_timeout: String(STATEMENT_MS),
  lock_timeout: String(LOCK_WAIT_MS),
  idle_in_transaction_session_timeout: '10000',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3'
}
const APP_WAIT: WaitLimits = { answer: APP_ANSWER_TICKS, replace: REPLACE_TICKS }
const SEARCH_WAIT: WaitLimits = { answer: SEARCH_ANSWER_TICKS, replace: SEARCH_ANSWER_TICKS }

/**
 * Opens `DATABASE_URL` or the embedded server of `DATA_DIR`. Throws a Russian `DatabaseError` when it is unreachable or
 * too old, or when production would run as the owner.
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
    connection: {
      application_name: plan ? 'sverka-thread' : ownerPoolName(processConnections(searchThreads), isServer)
    }
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

/** An external database may still be starting. */
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
