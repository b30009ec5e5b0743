import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { DatabaseError } from './embedded/failure.ts'
import { isPackaged } from './embedded/packaged.ts'
import { programsOf } from './embedded.ts'

/** Loads need `RETURNING old.*`. */
const OLDEST = 18
const MAJOR = 10_000

/** @throws DatabaseError for an older server. */
export async function assertServerVersion(owner: SQL, oldest = OLDEST): Promise<void> {
  const { number, name } = await versionOf(owner)
  if (number >= oldest * MAJOR) return
  throw new DatabaseError(
    `Сервер из DATABASE_URL — Postgres ${name}, а нужна версия ${oldest} или новее. Обновите сервер или уберите ` +
      'DATABASE_URL: тогда запустится встроенная Postgres 18.'
  )
}

/** Version for people; for an embedded server with the origin of its programs. */
export async function describeServer(
  owner: SQL,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>
): Promise<string> {
  const server = `Postgres ${(await versionOf(owner)).name}`
  if (databaseUrl !== null) return server
  const programs = programsOf(dataDir)
  const origin = programs && (isPackaged(programs) ? ' из пакета npm' : ` из ${programs}`)
  return `${server}${origin ?? ''}. Для рабочего режима нужен свой сервер Postgres (DATABASE_URL)`
}

/** Without a distribution's package name. */
async function versionOf(owner: SQL): Promise<{ number: number; name: string }> {
  const [row] = await owner<{ number: number; name: string }[]>`SELECT
      current_setting('server_version_num')::int AS number,
      split_part(current_setting('server_version'), ' ', 1) AS name`
  return row ?? { number: 0, name: '' }
}
