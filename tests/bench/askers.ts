import type { SQL } from 'bun'
import { createPasswords } from '#api/features/auth/passwords.ts'
import { createAccessTokens } from '#api/features/sessions/access-token.ts'
import { hashToken, newRefreshToken } from '#api/features/sessions/refresh-token.ts'
import { insertUser } from '#api/features/users/store.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { SESSION_ABSOLUTE_DAYS } from '#shared/constants.ts'
import { ROLE_INFINITY, ROLE_USER, type Role } from '#shared/labels/roles.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { type PlainCaller, plainCookie } from './plain-cookie.ts'
import type { Stage } from './stage.ts'

/** A prime, so that people and queries meet in ever new pairs: nobody repeats a query within the free replay. */
const PAYING = 1_009
const UNLIMITED = 8
const CREDITS = 1_000_000_000
const ROUND_USERS = 100
const LETTERS = 26
const NAME_LETTERS = 4

/** Accounts that search. Every list but `names` and `ids` holds what stands in the `Cookie` header. */
export interface Askers {
  /** People with more credits than any run can spend. */
  paying: string[]
  /** The same for the bench's own servers. */
  plain: string[]
  /** People whose searches cost nothing. */
  unlimited: string[]
  /** Names of the paying ones; the password of all is `PASSWORD` of the kit. */
  names: string[]
  /** Numbers of the paying ones. */
  ids: number[]
}

/** Names are of letters only. */
export function nameOf(start: string, number: number): string {
  let name = ''
  for (let rest = number; name.length < NAME_LETTERS; rest = Math.floor(rest / LETTERS))
    name = String.fromCharCode(97 + (rest % LETTERS)) + name
  return start + name
}

/**
 * Signs the accounts of the bench in, making those that are not there yet: by the product's own statements, but
 * without a password hash and a call for each of them.
 */
export async function signInAskers(stage: Pick<Stage, 'database' | 'context'>): Promise<Askers> {
  const passwordHash = await createPasswords().hash(PASSWORD)
  const people = (start: string, role: Role, count: number) =>
    Array.from({ length: count }, (_, number) => ({ username: nameOf(start, number), role }))
  const paying = people('benchpaying', ROLE_USER, PAYING)
  const unlimited = people('benchfree', ROLE_INFINITY, UNLIMITED)
  const into = { owner: stage.database.owner, secrets: stage.context.secrets }
  const sessions = await signIn(into, paying, passwordHash)
  return {
    paying: sessions.map(session => session.cookie),
    plain: sessions.map(plainCookie),
    unlimited: (await signIn(into, unlimited, passwordHash)).map(session => session.cookie),
    names: paying.map(person => person.username),
    ids: sessions.map(session => session.userId)
  }
}

interface Session extends PlainCaller {
  cookie: string
}

/** With more credits than anybody can spend. */
export async function signIn(
  { owner, secrets }: { owner: SQL; secrets: Secrets },
  people: { username: string; role: Role }[],
  passwordHash: string
): Promise<Session[]> {
  const sessions: Session[] = []
  const accessTokens = createAccessTokens(secrets.session)
  const one = async ({ username, role }: { username: string; role: Role }) => {
    const account = { username, role, passwordHash, requests: CREDITS, action: 'register' as const }
    const newId = await insertUser(owner, { ...account, ipPrefix: null })
    const [row] = await owner<{ id: number }[]>`SELECT id FROM users WHERE username_key = ${username}`
    const userId = newId ?? row?.id ?? 0
    const sessionId = crypto.randomUUID()
    const refresh = hashToken(newRefreshToken(sessionId))
    await owner`INSERT INTO sessions (id, user_id, refresh_hash, expires_at) VALUES
      (${sessionId}, ${userId}, ${refresh}, now() + make_interval(days => ${SESSION_ABSOLUTE_DAYS}))`
    return {
      userId,
      sessionId,
      cookie: `access_token=${await accessTokens.sign({ userId, sessionId })}`
    }
  }
  for (let at = 0; at < people.length; at += ROUND_USERS)
    sessions.push(...(await Promise.all(people.slice(at, at + ROUND_USERS).map(one))))
  return sessions
}

/** Books what was taken without a ledger row, so that balance and ledger agree again. */
export async function bookBalances({ database }: Stage): Promise<void> {
  await database.owner`INSERT INTO credit_ledger (user_id, delta, kind, ref)
    SELECT id, requests_count - booked, 'grant', ${`bench:${crypto.randomUUID()}:`} || id FROM users
    JOIN LATERAL (SELECT coalesce(sum(delta), 0)::int AS booked FROM credit_ledger WHERE user_id = users.id) AS l ON true
    WHERE requests_count <> booked`
}
