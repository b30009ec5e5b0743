import type { Config } from '#api/config.ts'
import { type DatabaseLocation, identityAt, locationOf } from '#api/db/database-location.ts'
import { type RegisteredServer, runningServers } from '#api/db/server-registry.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

/** A command would open another database than the running servers. */
export class AnotherDatabaseError extends OperatorError {
  override name = 'AnotherDatabaseError'
}

/**
 * Refuses to open another database than the running server's: without its `DATABASE_URL` or `DATA_DIR` a command would
 * load into a database that nobody reads. Servers are looked up in `RUN_DIR`, by default a folder of this checkout; one
 * of several is enough, and without any there is nothing to compare. Changes nothing, and starts no embedded database.
 */
export async function assertServersDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'runDir'>
): Promise<void> {
  const servers = runningServers(config.runDir)
  const place = locationOf(config)
  if (servers.length === 0 || servers.some(({ database }) => isSamePlace(database, place))) return
  // One database may have many addresses: a name, an IP, a pooler.
  const identity = config.databaseUrl && (await identityAt(config.databaseUrl))
  if (identity && servers.some(({ database }) => database.identity === identity)) return
  throw new AnotherDatabaseError(messageOf(servers, place))
}

const isSamePlace = (a: DatabaseLocation, b: DatabaseLocation) => a.kind === b.kind && a.address === b.address

function messageOf(servers: RegisteredServer[], place: DatabaseLocation): string {
  const running = servers.map(
    ({ port, pid, database }) =>
      `на порту ${port} (процесс ${pid}) работает сервер с другой базой: ${nameOf(database)}`
  )
  const settings = [...new Set(servers.map(({ database }) => settingOf(database)))].join(' или ')
  return (
    `Команда остановлена: ${running.join('; ')}; команда открыла бы ${nameOf(place)}. ` +
    `Задайте ${settings}, как у сервера, или добавьте --another-database, если другая база и нужна.`
  )
}

const nameOf = ({ kind, address }: DatabaseLocation) =>
  kind === 'embedded' ? `встроенная в папке ${address}` : `${address} из DATABASE_URL`

const settingOf = ({ kind, address }: DatabaseLocation) =>
  kind === 'embedded' ? `DATA_DIR=${address} без DATABASE_URL` : `DATABASE_URL с базой ${address}`
