import type { SQL } from 'bun'
import { DatabaseError } from './embedded/failure.ts'

/** The pool's name tells its process and the connections of that, so that the server keeps the budget. */
export const OWNER_POOL = 'sverka-owner'

export const ownerPoolName = (connections: number, isServer: boolean): string =>
  `${OWNER_POOL} ${Bun.randomUUIDv7('base64url')} ${connections} ${isServer ? 'server' : 'command'} ${process.pid}`

interface ConnectionUse {
  accepted: number
  promised: number
  others: number
}

/**
 * Refuses a start whose connections would not fit beside others.
 * @param owner A pool named by `ownerPoolName`.
 * @throws DatabaseError with the numbers, in Russian.
 */
export async function assertConnectionsFit(owner: SQL, needed: number, searchThreads: number): Promise<void> {
  const [use] = await owner<ConnectionUse[]>`SELECT
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS accepted,
      (SELECT coalesce(sum(split_part(name, ' ', 3)::int), 0)::int FROM (
        SELECT DISTINCT application_name AS name FROM pg_stat_activity
        WHERE application_name LIKE ${`${OWNER_POOL} %`}) promises) AS promised,
      (SELECT count(*)::int FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND application_name NOT LIKE 'sverka%') AS others`
  if (!use || use.promised + use.others <= use.accepted) return
  const free = Math.max(0, use.accepted - use.others - (use.promised - needed))
  throw new DatabaseError(
    `База данных принимает ${use.accepted} соединений, свободно из них ${free}, а этому процессу ` +
      `(SEARCH_THREADS=${searchThreads}) нужно до ${needed}. Уменьшите SEARCH_THREADS или число процессов, ` +
      'или увеличьте max_connections сервера.'
  )
}
