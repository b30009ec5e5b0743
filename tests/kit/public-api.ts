import { API_INTERVAL_MS } from '#shared/constants.ts'
import { type Client, createClient, type TestAnswer } from './client.ts'

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
