import type { SQL } from 'bun'
import { OperatorError } from '#api/lib/operator-error.ts'
import { OWNER_POOL } from './connection-budget.ts'

/** `application_name` of servers, not of commands. */
export const SERVER_POOL = 'sverka'
/** That of a process that reads or loads a file for a server. */
export const IMPORT_POOL = 'sverka-import'

/** People may be searching. */
export async function isServerRunning(sql: SQL): Promise<boolean> {
  const [row]: { running: boolean }[] = await sql`SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${SERVER_POOL}) AS running`
  return row?.running ?? false
}

/**
 * For what changes a key that a process has read at its start.
 *
 * @param owner The pool of `openDatabase`, or a transaction of it.
 * @throws OperatorError that names the other processes of the product which have this database open.
 */
export async function assertNoOthers(owner: SQL): Promise<void> {
  const rows: { name: string }[] = await owner`SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name <> current_setting('application_name')
      AND (application_name LIKE ${`${OWNER_POOL} %`} OR application_name = ${IMPORT_POOL})`
  if (rows.length === 0) return
  const names = rows.map(({ name }) => {
    const [, , , kind, pid] = name.split(' ')
    return name === IMPORT_POOL
      ? 'загрузка файла'
      : `${kind === 'server' ? 'сервер' : 'команда'} (процесс ${pid})`
  })
  throw new OperatorError(
    `С этой базой ещё работают: ${names.toSorted().join(', ')}. У них прежний ключ. Остановите их и повторите команду.`
  )
}
