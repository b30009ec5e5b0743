import type { SQL } from 'bun'

export async function hasActiveException(sql: SQL, address: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM ip_exceptions WHERE ip_address = ${address} AND is_active`
  return rows.length > 0
}
