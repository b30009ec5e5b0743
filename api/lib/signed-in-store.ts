import type { SQL } from 'bun'
import { SESSION_IDLE_DAYS } from '#shared/constants.ts'
import type { Role } from '#shared/labels/roles.ts'

/** The person behind a request, as the database knows them at that moment. */
export interface SignedInUser {
  id: number
  username: string
  role: Role
  requestsCount: number
  tokenCount: number
  telegramChatId: string | null
  sessionId: string
}

/** The user of a live session with everything a request may need: one prepared look-up by primary keys. */
export async function userOfSession(
  sql: SQL,
  sessionId: string,
  userId: number
): Promise<SignedInUser | null> {
  const [row] = await sql<
    SignedInUser[]
  >`SELECT u.id, u.username, u.role, u.requests_count AS "requestsCount",
      (SELECT count(*)::int FROM api_tokens t WHERE t.user_id = u.id) AS "tokenCount",
      u.telegram_chat_id AS "telegramChatId", s.id AS "sessionId"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId} AND s.user_id = ${userId} AND s.expires_at > now()
      AND s.last_seen_at > now() - make_interval(days => ${SESSION_IDLE_DAYS})`
  return row ?? null
}
