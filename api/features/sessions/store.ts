import type { SQL } from 'bun'
import { oncePerTurn } from '#api/lib/turn.ts'
import { SESSION_IDLE_DAYS } from '#shared/constants.ts'
import type { Role } from '#shared/labels/roles.ts'

/** The person behind a request, as the database knows them at that moment. */
export interface SignedInUser {
  id: number
  username: string
  role: Role
  requestsCount: number
  telegramChatId: string | null
  sessionId: string
}

/** A session, and whose it should be. */
interface Claimed {
  sessionId: string
  userId: number
}

type LookUp = (claimed: Claimed) => Promise<SignedInUser | null>
const lookUps = new WeakMap<SQL, LookUp>()

/** The user of a live session: one look-up by primary keys, together with those of the same moment. */
export function userOfSession(sql: SQL, sessionId: string, userId: number): Promise<SignedInUser | null> {
  let lookUp = lookUps.get(sql)
  if (!lookUp) {
    lookUp = oncePerTurn(claimed => usersOfSessions(sql, claimed))
    lookUps.set(sql, lookUp)
  }
  return lookUp({ sessionId, userId })
}

/**
 * The arrays come out of sub-selects because the planner would look into bare ones, and plan anew for every request to
 * fit their length. LIMIT keeps it to a look-up by keys for each session, however many are asked for.
 */
async function usersOfSessions(sql: SQL, claimed: readonly Claimed[]): Promise<(SignedInUser | null)[]> {
  const sessionIds = `{${claimed.map(({ sessionId }) => sessionId).join(',')}}`
  const userIds = `{${claimed.map(({ userId }) => userId).join(',')}}`
  const rows = await sql<(SignedInUser & { place: number })[]>`SELECT found.*, asked.place::int
    FROM unnest((SELECT ${sessionIds}::uuid[]), (SELECT ${userIds}::int[])) WITH ORDINALITY
      AS asked(session_id, user_id, place)
    CROSS JOIN LATERAL (
      SELECT u.id, u.username, u.role, u.requests_count AS "requestsCount",
        u.telegram_chat_id AS "telegramChatId", s.id AS "sessionId"
      FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = asked.session_id AND s.user_id = asked.user_id AND s.expires_at > now()
        AND s.last_seen_at > now() - make_interval(days => ${SESSION_IDLE_DAYS})
      LIMIT 1
    ) AS found`
  const users = claimed.map((): SignedInUser | null => null)
  for (const { place, ...user } of rows) users[place - 1] = user
  return users
}
