import { expect, test } from 'bun:test'
import { createApp } from '#api/app.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(undefined, startOnPostgres)

/** Says how often it was asked for its headers. */
class Watched extends Request {
  looks = 0
  override get headers(): Headers {
    this.looks += 1
    return super.headers
  }
}

/**
 * Elysia reads a hook's source for what it destructures. One hook that hands its whole context on makes every route
 * parse headers, cookies and the query, at half the price of a small answer.
 */
test.each(['/api/auth/turnstile-config', '/api/search/health'])(
  'answers GET %s without a look at the headers, which it does not need',
  async path => {
    const request = new Watched(`${app.url}${path}`, { headers: { cookie: 'a=b', accept: '*/*' } })
    const answer = await createApp(app.context).handle(request)
    expect(answer.status).toBe(200)
    expect(request.looks).toBe(0)
  }
)
