import type { SQL } from 'bun'

interface DueNote {
  id: number
  text: string
  attempts: number
  sentTo: string[]
}

export async function adminChats(sql: SQL): Promise<string[]> {
  const rows: { chat: string }[] = await sql`SELECT DISTINCT telegram_chat_id AS chat FROM users
    WHERE role = 'Администратор' AND telegram_chat_id IS NOT NULL ORDER BY 1`
  return rows.map(({ chat }) => chat)
}

/** Postponed while being sent, so that only one process sends a note. */
export async function takeNotes(sql: SQL, most: number): Promise<DueNote[]> {
  return await sql`UPDATE payment_note SET attempts = attempts + 1,
      next_at = now() + least(interval '1 hour', interval '30 seconds' * power(2, least(attempts, 7)))
    WHERE id IN (SELECT id FROM payment_note WHERE done_at IS NULL AND next_at <= now()
      ORDER BY id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id::float8 AS id, detail->>'text' AS text, attempts, array_to_json(sent_to) AS "sentTo"`
}

export async function markNoteSent(sql: SQL, id: number, chat: string): Promise<void> {
  await sql`UPDATE payment_note SET sent_to = array_append(sent_to, ${chat}) WHERE id = ${id}`
}

/** `error` is null when everybody received it. */
export async function endNote(sql: SQL, id: number, error: string | null, isOver: boolean): Promise<void> {
  await sql`UPDATE payment_note SET last_error = ${error}, done_at = CASE WHEN ${isOver} THEN now() END WHERE id = ${id}`
}

export async function notesState(sql: SQL): Promise<{ waiting: number; lastError: string | null }> {
  const [row] = await sql`SELECT count(*) FILTER (WHERE done_at IS NULL)::int AS waiting,
    (SELECT last_error FROM payment_note ORDER BY id DESC LIMIT 1) AS "lastError" FROM payment_note`
  return row
}
