import { BYPASS_TOKEN } from '#shared/constants.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { newDataFolder, startProduct } from './product.ts'

export interface AfterCrash {
  /** Answers that came before the kill. */
  granted: number
  balance: number
  /** Searches in the history: each one was paid for. */
  history: number
}

/**
 * Kills the product in the middle of `searches` paid searches, when `answered` of them have come back; starts it again
 * and asks what was booked.
 */
export async function spendThroughKill(
  searches: number,
  credits: number,
  answered: number
): Promise<AfterCrash> {
  const folder = newDataFolder()
  const account = { username: uniqueName(), password: PASSWORD, turnstile_token: BYPASS_TOKEN }
  const env = { SEED: 'none', SIGNUP_REQUESTS: String(credits) }
  try {
    const first = await startProduct(folder.path, env)
    const person = createClient(first.url)
    await person.post('/api/auth/register', account)
    await person.post('/api/auth/login', account)
    const { promise: inTheMiddle, resolve: onMiddle } = Promise.withResolvers<void>()
    let granted = 0
    const search = async (at: number) => {
      const answer = await person.post('/api/search/perform', { query: `Примеров ${1900 + at}` })
      if (answer.status === 200) granted += 1
      if (granted >= answered) onMiddle()
    }
    const calls = Array.from({ length: searches }, (_, at) => search(at).catch(() => {}))
    await Promise.race([inTheMiddle, Promise.all(calls)])
    await first.kill()
    await Promise.all(calls)
    const second = await startProduct(folder.path, env)
    const again = createClient(second.url)
    const { body } = await again.post('/api/auth/login', account)
    const history = (await again.get('/api/search_history')).body.data
    await second.stop()
    return {
      granted,
      balance: body.user.requests_count,
      history: history.length
    }
  } finally {
    folder.remove()
  }
}
