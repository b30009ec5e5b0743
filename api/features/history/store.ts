import type { SQL } from 'bun'

export interface HistoryRow {
  id: number
  query: string
  is_api: boolean
  results_count: number
  created_at: Date
}

export async function lastSearches(sql: SQL, userId: number, limit: number): Promise<HistoryRow[]> {
  return await sql`SELECT id::float8 AS id, query, is_api, results_count, created_at FROM search_history
    WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${limit}`
}

/** @returns Whether there was such a row of this user. */
export async function forgetSearch(sql: SQL, userId: number, id: number): Promise<boolean> {
  const rows = await sql`DELETE FROM search_history WHERE user_id = ${userId} AND id = ${id} RETURNING 1`
  return rows.length > 0
}

export async function forgetSearches(sql: SQL, userId: number): Promise<void> {
  await sql`DELETE FROM search_history WHERE user_id = ${userId}`
}
