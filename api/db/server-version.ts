import type { SQL } from 'bun'
import { DatabaseError } from './embedded/failure.ts'

/** `RETURNING old.*`, by which a load keeps what it overwrites, came with Postgres 18. */
const OLDEST = 18
const MAJOR = 10_000

/** @throws DatabaseError when the server is older, before anything is made there. */
export async function assertServerVersion(owner: SQL, oldest = OLDEST): Promise<void> {
  const [row] = await owner<{ number: number; name: string }[]>`SELECT
      current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`
  if (!row || row.number >= oldest * MAJOR) return
  throw new DatabaseError(
    `Сервер из DATABASE_URL — Postgres ${row.name}, а нужна версия ${oldest} или новее. Обновите сервер или уберите ` +
      'DATABASE_URL: тогда запустится встроенная Postgres 18.'
  )
}
