import { BYPASS_TOKEN } from '#shared/constants.ts'
import type { User } from '#shared/contracts/auth.ts'
import { ROLE_USER, type Role } from '#shared/labels/roles.ts'
import { type Client, createClient } from './client.ts'
import { PASSWORD, uniqueName } from './names.ts'
import type { TestApp } from './start-app.ts'

/** A signed-in person with a cookie jar. `user` is as the login answered. */
export interface Person extends Client {
  username: string
  password: string
  user: User
}

const ACCOUNT = { password: PASSWORD, turnstile_token: BYPASS_TOKEN }

/** Registers a person over HTTP, without signing in. */
export async function register(app: TestApp, username = uniqueName()): Promise<string> {
  const answer = await createClient(app.url).post('/api/auth/register', { ...ACCOUNT, username })
  if (answer.status !== 200)
    throw new Error(`registration of ${username}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return username
}

/** Signs an existing person in. */
export async function logIn(app: TestApp, username: string, password = PASSWORD): Promise<Person> {
  const client = createClient(app.url)
  const answer = await client.post('/api/auth/login', { username, password, turnstile_token: BYPASS_TOKEN })
  if (answer.status !== 200)
    throw new Error(`login of ${username}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { ...client, username, password, user: answer.body.user }
}

/** A new ordinary person, registered and signed in, with `SIGNUP_REQUESTS` credits. */
export async function registerAndLogin(app: TestApp, username = uniqueName()): Promise<Person> {
  return logIn(app, await register(app, username))
}

/** A new person of the role, with exactly `requests` credits when given; balance and ledger agree. */
export async function signedInAs(app: TestApp, role: Role, requests?: number): Promise<Person> {
  const username = await register(app)
  if (role !== ROLE_USER) await setRole(app, username, role)
  if (requests !== undefined) await setCredits(app, username, requests)
  return logIn(app, username)
}

export async function setRole(app: TestApp, username: string, role: Role): Promise<void> {
  await app.database.owner`UPDATE users SET role = ${role} WHERE username_key = ${username.toLowerCase()}`
}

/** Brings the balance to `requests` with a ledger row for the difference. */
export async function setCredits(app: TestApp, username: string, requests: number): Promise<void> {
  await app.database.owner.begin(async sql => {
    const [user] = await sql<{ id: number; requests_count: number }[]>`SELECT id, requests_count FROM users
      WHERE username_key = ${username.toLowerCase()} FOR UPDATE`
    if (!user) throw new Error(`no user ${username}`)
    const delta = requests - user.requests_count
    if (delta === 0) return
    await sql`INSERT INTO credit_ledger (user_id, delta, kind, ref)
      VALUES (${user.id}, ${delta}, 'grant', ${`test:${Bun.randomUUIDv7()}`})`
    await sql`UPDATE users SET requests_count = ${requests} WHERE id = ${user.id}`
  })
}

/** The cached balance and the sum of the ledger, which must be equal. */
export async function balanceOf(
  app: TestApp,
  username: string
): Promise<{ balance: number; ledger: number }> {
  const [row] = await app.database.owner<
    { balance: number; ledger: number }[]
  >`SELECT u.requests_count AS balance,
      coalesce((SELECT sum(l.delta) FROM credit_ledger l WHERE l.user_id = u.id), 0)::int AS ledger
    FROM users u WHERE u.username_key = ${username.toLowerCase()}`
  if (!row) throw new Error(`no user ${username}`)
  return row
}
