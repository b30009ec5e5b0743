import type { SQL } from 'bun'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { PRINCIPALS, type Principal } from './inputs.ts'

const CREDITS = 1_000_000

/** The cookies that one sender has as each principal. */
export interface Sessions {
  cookieOf(principal: Principal): string
  /** Keeps what an answer set. */
  keep(principal: Principal, setCookies: readonly string[]): void
  /** Signs in anew, with a new account. */
  renew(principal: Principal): Promise<void>
}

export async function openSessions(url: string, owner: SQL): Promise<Sessions> {
  const jars = new Map<Principal, Map<string, string>>()
  const sessions: Sessions = {
    cookieOf: principal =>
      [...(jars.get(principal) ?? [])].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(principal, setCookies) {
      const jar = jars.get(principal)
      for (const line of setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value !== '') jar?.set(name, value)
      }
    },
    async renew(principal) {
      if (principal !== 'nobody') jars.set(principal, await signedIn(url, owner, principal))
    }
  }
  for (const principal of PRINCIPALS) await sessions.renew(principal)
  return sessions
}

async function signedIn(url: string, owner: SQL, principal: Principal): Promise<Map<string, string>> {
  const client = createClient(url)
  const account = { username: uniqueName('fuzz'), password: PASSWORD, turnstile_token: BYPASS_TOKEN }
  const headers = { 'X-Forwarded-For': `10.0.${Math.floor(Math.random() * 255)}.1` }
  await client.post('/api/auth/register', account, { headers })
  await owner.begin(async tx => {
    const [user] = await tx`SELECT id, requests_count FROM users WHERE username_key = ${account.username}`
    const change = principal === 'eraser' ? -user.requests_count : CREDITS
    await tx`UPDATE users SET requests_count = requests_count + ${change} WHERE id = ${user.id}`
    await tx`INSERT INTO credit_ledger (user_id, delta, kind, ref)
      VALUES (${user.id}, ${change}, 'grant', ${`fuzz:${account.username}`})`
    if (principal === 'administrator') await tx`UPDATE users SET role = ${ROLE_ADMIN} WHERE id = ${user.id}`
  })
  const { status } = await client.post('/api/auth/login', account, { headers })
  if (status !== 200) throw new Error(`login of ${principal}: ${status}`)
  return client.cookies
}
