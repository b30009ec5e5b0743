import type { SQL } from 'bun'

export async function databaseAnswers(sql: SQL): Promise<boolean> {
  return await sql`SELECT 1`.then(
    () => true,
    () => false
  )
}
