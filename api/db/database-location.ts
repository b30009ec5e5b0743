import { realpathSync } from 'node:fs'
import { SQL } from 'bun'
import type { Config } from '#api/config.ts'

export interface DatabaseLocation {
  kind: 'embedded' | 'external'
  /** Data folder, or `host:port/name`, or `socket/name`. */
  address: string
}

const DEFAULT_PORT = '5432'
const CONNECT_SECONDS = 5

/** Opens and creates nothing. */
export function locationOf({
  databaseUrl,
  dataDir
}: Pick<Config, 'databaseUrl' | 'dataDir'>): DatabaseLocation {
  if (databaseUrl === null) return { kind: 'embedded', address: realPath(dataDir) }
  const { hostname, port, pathname, username, searchParams } = new URL(databaseUrl)
  const name = pathname.slice(1) || username
  const host = searchParams.get('path') ?? `${hostname}:${port || DEFAULT_PORT}`
  return { kind: 'external', address: `${host}/${name}` }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** Equal for all addresses of one database; null without permission. */
export async function identityOf(sql: SQL): Promise<string | null> {
  try {
    const [row]: { identity: string }[] = await sql`
      SELECT system_identifier || '/' || current_database() AS identity FROM pg_control_system()`
    return row?.identity ?? null
  } catch (error) {
    if ((error as Error).name === 'PostgresError') return null
    throw error
  }
}

/** Null also without an answer. */
export async function identityAt(url: string): Promise<string | null> {
  const sql = new SQL({ url, max: 1, connectionTimeout: CONNECT_SECONDS })
  try {
    return await identityOf(sql)
  } catch {
    return null
  } finally {
    await sql.close()
  }
}
