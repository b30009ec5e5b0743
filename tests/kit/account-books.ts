import type { TestApp } from './start-app.ts'

/** Balance and rows that a user's searches have left. */
export interface Books {
  balance: number
  ledger: number
  charges: number
  history: number
  audits: number
}

export async function booksIn(
  { database }: Pick<TestApp, 'database'>,
  client: { user: { id: number } }
): Promise<Books> {
  const [books] = await database.owner<Books[]>`SELECT requests_count AS balance,
    (SELECT coalesce(sum(delta), 0)::int FROM credit_ledger l WHERE l.user_id = u.id) AS ledger,
    (SELECT count(*)::int FROM credit_ledger l WHERE l.user_id = u.id AND kind = 'search') AS charges,
    (SELECT count(*)::int FROM search_history h WHERE h.user_id = u.id) AS history,
    (SELECT count(*)::int FROM audit_event a WHERE a.actor_id = u.id AND action = 'search') AS audits
  FROM users u WHERE u.id = ${client.user.id}`
  if (!books) throw new Error('no such user')
  return books
}
