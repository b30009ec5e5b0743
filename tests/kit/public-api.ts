import { createToken } from '#api/features/tokens/service.ts'
import { API_INTERVAL_MS } from '#shared/constants.ts'
import type { Role } from '#shared/labels/roles.ts'
import { type Client, createClient, type TestAnswer } from './client.ts'
import { register } from './people.ts'
import type { TestApp } from './start-app.ts'

/** A program with a token, and no session. */
export interface Program {
  token: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds and says what it expects of it
  ask(path: string, body?: object, init?: RequestInit): Promise<TestAnswer<any>>
  /** The same, when the interval of the account is over. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  askInTurn(path: string, body?: object, init?: RequestInit): Promise<TestAnswer<any>>
}

/** A program that calls by a new token of a person. */
export async function programOf(person: Client, url: string): Promise<Program> {
  const { status, body } = await person.post('/api/generate_token')
  if (status !== 200) throw new Error(`no token: ${status} ${JSON.stringify(body)}`)
  return programWith(body.token, url)
}

/** An account that never signs in, which many may do at once only so often, with its token. */
export async function accountWithToken(app: TestApp): Promise<{ user: { id: number }; token: string }> {
  const username = await register(app)
  const [user] = await app.database.owner<{ id: number; role: Role }[]>`SELECT id, role FROM users
    WHERE username_key = ${username.toLowerCase()}`
  if (!user) throw new Error(`no user ${username}`)
  return { user, token: await createToken(app.context, { ...user, address: null }) }
}

export function programWith(token: string, url: string): Program {
  const client = createClient(url)
  let nextAt = 0
  const ask: Program['ask'] = (path, body = {}, init) => client.post(path, { token, ...body }, init)
  return {
    token,
    ask,
    async askInTurn(path, body, init) {
      await Bun.sleep(Math.max(0, nextAt - performance.now()))
      const answer = await ask(path, body, init)
      nextAt = performance.now() + API_INTERVAL_MS
      return answer
    }
  }
}
