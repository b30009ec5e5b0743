import { describe, expect, test } from 'bun:test'
import { createApp } from '#api/app.ts'
import { accessOf } from '#api/http/route-contract.ts'
import { type TableRoute, withoutSlash } from '#api/http/route-table.ts'
import { ROLE_ADMIN, ROLE_INFINITY, ROLE_USER } from '#shared/labels/roles.ts'
import { type Client, createClient } from '#tests/kit/client.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

/**
 * Who may call what. A route that is not told here fails: whoever adds one says for whom it is. What begins with a space
 * is a part of a path, for every method and for all that follows it.
 */
const CALLERS = {
  everybody: [
    'GET /api/openapi.json',
    'GET /api/search/health',
    'GET /api/auth/turnstile-config',
    'GET /api/auth/check-ip-exempt',
    ' /api/health/',
    'GET /api/auth/me',
    'POST /api/auth/login',
    'POST /api/auth/register',
    'POST /api/auth/logout',
    'POST /refresh',
    'GET /api/privacy',
    ' /api/privacy/',
    ' /api/auth/second-step',
    ' /api/auth/oidc/',
    // By a token in place of a session.
    'POST /api/search',
    'POST /api/balance',
    'POST /api/mcp',
    ' /api/reconcile'
  ],
  signedIn: [
    'POST /api/search/perform',
    'POST /api/search/more',
    'POST /api/search/parse_query',
    'POST /api/search/check_operator',
    'GET /api/search/stats',
    'GET /api/search/field_labels',
    'GET /api/search/examples',
    ' /api/search/:search_id',
    'POST /api/search/reveal',
    ' /api/search_history',
    ' /api/verdicts/',
    'GET /api/news',
    'GET /api/news/:id',
    'POST /api/check_telegram',
    'POST /api/check_whatsapp',
    'POST /api/profile/change-password',
    ' /api/profile/webhooks',
    'GET /api/profile/security',
    'POST /api/profile/proof',
    'POST /api/profile/proof/options',
    'POST /api/profile/backup-codes',
    ' /api/profile/totp',
    ' /api/profile/passkeys',
    ' /api/profile/sessions',
    'GET /api/tokens',
    'GET /dashboard/api/tokens',
    ' /api/tokens/:id',
    'POST /api/generate_token',
    'PUT /api/tokens/:id/purpose',
    'PUT /api/profile/purpose',
    'DELETE /api/delete_token/:token',
    'GET /api/payment/rate',
    'GET /api/payment/my',
    'GET /api/payment/stats',
    'POST /api/payment/create',
    'GET /api/payment/:id',
    'POST /api/payment/:id/cancel'
  ],
  /** A token in the body is known only when that is read. */
  signedInOrToken: [' /api/lists'],
  administrators: [' /api/auth/admin/', ' /admin/api/', 'PUT /api/profile/settings']
} as const
type Caller = keyof typeof CALLERS

const callOf = ({ method, path }: Pick<TableRoute, 'method' | 'path'>) => `${method} ${withoutSlash(path)}`
const isTold = (part: string, call: string) => (part.startsWith(' ') ? call.includes(part) : call === part)
const callersOf = (call: string): Caller[] =>
  (Object.keys(CALLERS) as Caller[]).filter(caller => CALLERS[caller].some(part => isTold(part, call)))

let routes: TableRoute[]
const callers = new Map<string, Client>()

const app = startedApp(async app => {
  routes = createApp(app.context).routes.filter(({ method }) => method !== 'ALL')
  const admin = await signedInAs(app, ROLE_ADMIN)
  const demoted = await signedInAs(app, ROLE_ADMIN)
  callers.set('nobody', createClient(app.url))
  callers.set('user', await signedInAs(app, ROLE_USER))
  callers.set('infinity', await signedInAs(app, ROLE_INFINITY))
  callers.set('demoted', demoted)
  callers.set('admin', admin)
  expect((await demoted.get('/api/auth/admin/users')).status).toBe(200)
  const path = `/api/auth/admin/users/${demoted.user.id}/update`
  expect((await admin.post(path, { role: ROLE_USER })).status).toBe(200)
})

function clientOf(caller: string): Client {
  const client = callers.get(caller)
  if (!client) throw new Error(`no ${caller}`)
  return client
}

/** Calls a route about nothing that there is. */
async function ask(route: TableRoute, caller: string): Promise<{ status: number; code: string }> {
  const path = withoutSlash(route.path).replace(/:\w+/g, 'nothing-there')
  const body = route.method === 'GET' ? {} : { body: '{}', headers: { 'Content-Type': 'application/json' } }
  const client = clientOf(caller)
  const response = await client.request(path, { method: route.method, ...body })
  const text = await response.text()
  return { status: response.status, code: text.startsWith('{') ? (JSON.parse(text).code ?? '') : '' }
}

const WITH_BODIES = [
  ['half a JSON', { body: '{', headers: { 'Content-Type': 'application/json' } }],
  [
    'a JSON too deep',
    { body: '['.repeat(40) + ']'.repeat(40), headers: { 'Content-Type': 'application/json' } }
  ],
  ['a plain text', { body: 'a', headers: { 'Content-Type': 'text/plain' } }],
  ['a form', { body: new URLSearchParams({ query: 'Иванов' }) }],
  ['a body too large', { body: 'x'.repeat(70_000), headers: { 'Content-Type': 'application/json' } }]
] as const satisfies readonly (readonly [string, RequestInit])[]

/** What is said of calls whose bodies no route takes. */
async function refusedWith(routes: TableRoute[], caller: string, init: RequestInit): Promise<string[]> {
  const client = clientOf(caller)
  const answers = routes
    .filter(({ method }) => method !== 'GET')
    .map(async route => {
      const path = withoutSlash(route.path).replace(/:\w+/g, 'nothing-there')
      const answer = await client.request(path, { ...init, method: route.method })
      return (await answer.json()).code
    })
  return [...new Set(await Promise.all(answers))]
}

const routesOf = (caller: Caller) => routes.filter(route => callersOf(callOf(route)).includes(caller))

test('every route of the running app is told once', () => {
  const calls = routes.map(callOf)
  expect(calls.length).toBeGreaterThan(50)
  expect(calls.filter(call => callersOf(call).length !== 1)).toEqual([])
  const parts = Object.values(CALLERS).flat()
  expect(parts.filter(part => !calls.some(call => isTold(part, call)))).toEqual([])
})

test.each(['GET /api/everything', 'POST /api/searches', 'GET /api/newsletter', 'GET /api/payments'])(
  'a route that nobody told, as %s, is noticed',
  call => {
    expect(callersOf(call)).toEqual([])
  }
)

test('what a route declares is what is told', () => {
  const declared = (route: TableRoute): Caller => {
    const access = accessOf(route)
    if (!access) return 'everybody'
    if (access.takesToken) return 'signedInOrToken'
    return access.role === ROLE_ADMIN ? 'administrators' : 'signedIn'
  }
  expect(routes.filter(route => !callersOf(callOf(route)).includes(declared(route))).map(callOf)).toEqual([])
})

describe('whoever has no session', () => {
  test('is refused by every route that needs one, before anything is read', async () => {
    for (const route of [...routesOf('signedIn'), ...routesOf('administrators')]) {
      const { status, code } = await ask(route, 'nobody')
      expect([callOf(route), status, code]).toEqual([callOf(route), 401, 'NOT_SIGNED_IN'])
    }
  })

  test.each(WITH_BODIES)('is refused with %s like without', async (_name, init) => {
    const guarded = [...routesOf('signedIn'), ...routesOf('administrators')]
    expect(await refusedWith(guarded, 'nobody', init)).toEqual(['NOT_SIGNED_IN'])
  })
})

test('whoever has neither a session nor a token is let in by no route that takes either', async () => {
  for (const route of routesOf('signedInOrToken')) {
    const { status, code } = await ask(route, 'nobody')
    const refusals = [
      [401, 'NOT_SIGNED_IN'],
      [400, 'BAD_INPUT']
    ]
    expect(refusals).toContainEqual([status, code])
    if (!route.hooks.body && !route.hooks.query) expect([callOf(route), status]).toEqual([callOf(route), 401])
  }
})

describe.each(['user', 'infinity', 'demoted'])('%s', caller => {
  test('is refused by every route of administrators, and leaves no trace of an act', async () => {
    const acts = () =>
      app.database.owner`SELECT count(*)::int AS n FROM audit_event WHERE action NOT LIKE 'search%'`
    const before = await acts()
    for (const route of routesOf('administrators')) {
      const { status, code } = await ask(route, caller)
      expect([callOf(route), status, code]).toEqual([callOf(route), 403, 'FORBIDDEN'])
    }
    expect(await acts()).toEqual(before)
  })

  test('is refused there whatever the body', async () => {
    for (const [name, init] of WITH_BODIES)
      expect([name, ...(await refusedWith(routesOf('administrators'), caller, init))]).toEqual([
        name,
        'FORBIDDEN'
      ])
  })

  test('is let in by every other route', async () => {
    for (const route of [...routesOf('signedIn'), ...routesOf('signedInOrToken')]) {
      const { status } = await ask(route, caller)
      expect([callOf(route), status === 401 || status === 403]).toEqual([callOf(route), false])
    }
  })
})

test('administrators are let in everywhere', async () => {
  for (const route of [...routesOf('signedIn'), ...routesOf('administrators')]) {
    const { status } = await ask(route, 'admin')
    expect([callOf(route), status === 401 || status === 403 || status >= 500]).toEqual([callOf(route), false])
  }
})
