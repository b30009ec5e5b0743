import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { createApp } from '#api/app.ts'
import { closeContext, createContext } from '#api/context.ts'
import { openRecords } from '#api/engines/index.ts'
import { API_INTERVAL_MS, TOKENS_PER_ADMIN } from '#shared/constants.ts'
import { ROLE_ADMIN, ROLE_INFINITY } from '#shared/labels/roles.ts'
import { type Client, createClient } from '#tests/kit/client.ts'
import { logIn, registerAndLogin, setRole, signedInAs } from '#tests/kit/people.ts'
import { programOf, programWith } from '#tests/kit/public-api.ts'
import { freePort, type TestApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()

/** Every row of every table as text. */
async function dumpOf({ database: { owner } }: TestApp): Promise<string> {
  const tables: { name: string }[] = await owner`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`
  const texts = await Promise.all(
    tables.map(
      async ({ name }) =>
        (await owner.unsafe(`SELECT string_agg(t::text, ' ') AS rows FROM "${name}" t`))[0].rows
    )
  )
  return texts.join('\n')
}

const make = (person: Client) => person.post('/api/generate_token')

test('a token is said once and shown masked after that, at both addresses', async () => {
  const person = await registerAndLogin(app)
  expect((await person.get('/api/tokens')).body).toEqual({ ok: true, api_tokens: [] })
  const madeAt = Date.now()
  const { status, body, headers } = await make(person)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body.token).toMatch(/^ps_[\w-]{43}$/)
  const masked = `ps_${body.token.slice(3, 7)}…${body.token.slice(-4)}`
  for (const path of ['/api/tokens', '/dashboard/api/tokens']) {
    const list = (await person.get(path)).body.api_tokens
    expect(list).toMatchObject([{ id: expect.any(Number), token: masked, last_used: null }])
    expect(Date.parse(list[0].created_at)).toBeGreaterThan(madeAt - 1_000)
  }
})

test.each([['Обычный пользователь'], [ROLE_INFINITY]] as const)('the role %s has one token', async role => {
  const person = await signedInAs(app, role)
  expect((await make(person)).status).toBe(200)
  const second = await make(person)
  expect([second.status, second.body.code]).toEqual([409, 'TOKEN_EXISTS'])
  expect(second.body.error).toBe('У вас уже есть токен (больше одного нельзя).')
})

test('an administrator has ten tokens at most, and keeps them as an ordinary user without getting more', async () => {
  const admin = await signedInAs(app, ROLE_ADMIN)
  const created = await Promise.all(Array.from({ length: 25 }, () => make(admin)))
  expect(created.filter(({ status }) => status === 200)).toHaveLength(TOKENS_PER_ADMIN)
  expect(new Set(created.map(({ body }) => body.token)).size).toBe(TOKENS_PER_ADMIN + 1)
  const over = await make(admin)
  expect([over.status, over.body.code]).toEqual([409, 'TOO_MANY_TOKENS'])
  const { id } = (await admin.get('/api/tokens')).body.api_tokens[0]
  await admin.delete(`/api/delete_token/${id}`)
  await setRole(app, admin.username, 'Обычный пользователь')
  const demoted = await logIn(app, admin.username)
  expect((await make(demoted)).body.code).toBe('TOKEN_EXISTS')
})

test('of a hundred calls at once, in two processes, one makes a token', async () => {
  const port = freePort()
  const context = createContext({
    ...app.context,
    database: app.database,
    records: openRecords(app.context.config, app.database)
  })
  const second = createApp(context)
  second.listen({ port, hostname: '127.0.0.1' })
  try {
    const person = await registerAndLogin(app)
    const there = createClient(`http://localhost:${port}`)
    for (const [name, value] of person.cookies) there.cookies.set(name, value)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, call) => make(call % 2 === 0 ? person : there))
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(99)
    expect((await person.get('/api/tokens')).body.api_tokens).toHaveLength(1)
  } finally {
    await second.stop(true)
    await closeContext(context)
  }
})

test('a token is deleted by its number or its text, and ends at once', async () => {
  const person = await registerAndLogin(app)
  for (const nameOf of [(id: number) => String(id), (_: number, text: string) => text]) {
    const { token } = (await make(person)).body
    const [{ id }] = (await person.get('/api/tokens')).body.api_tokens
    expect((await person.delete(`/api/delete_token/${nameOf(id, token)}`)).body).toEqual({ ok: true })
    expect((await programWith(token, app.url).ask('/api/balance')).status).toBe(401)
    expect((await person.delete(`/api/delete_token/${nameOf(id, token)}`)).status).toBe(404)
  }
})

test("nobody deletes somebody else's token, nor finds out that it is there", async () => {
  const [owner, other] = [await registerAndLogin(app), await registerAndLogin(app)]
  const { token } = (await make(owner)).body
  const [{ id }] = (await owner.get('/api/tokens')).body.api_tokens
  const named = [id, token, 'ps_nothing', 999_999_999, '99999999999999999999', '-1', '%00', 'null']
  for (const name of named) {
    const { status, body } = await other.delete(`/api/delete_token/${name}`)
    expect([name, status, body.error]).toEqual([name, 404, 'Указанный токен не найден среди ваших.'])
  }
  expect((await owner.get('/api/tokens')).body.api_tokens).toHaveLength(1)
})

test('without a session nothing of tokens is told, and a token is no session', async () => {
  const { token } = await programOf(await registerAndLogin(app), app.url)
  const headers = { authorization: `Bearer ${token}` }
  const stranger = createClient(app.url)
  const answers = [
    await stranger.get('/api/tokens', { headers }),
    await stranger.get('/dashboard/api/tokens', { headers }),
    await stranger.post('/api/generate_token', undefined, { headers }),
    await stranger.delete('/api/delete_token/1', { headers }),
    await stranger.get('/api/auth/me', { headers })
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
})

test('no table holds the text of a token, and the audit says who made and deleted one', async () => {
  const person = await registerAndLogin(app)
  const { token, ask } = await programOf(person, app.url)
  await ask('/api/balance')
  const contents = await dumpOf(app)
  expect(contents).not.toContain(token)
  expect(contents).not.toContain(token.slice(3, 20))
  expect(contents).toContain(createHash('sha256').update(token).digest('hex'))
  const [{ id }] = (await person.get('/api/tokens')).body.api_tokens
  await person.delete(`/api/delete_token/${token}`)
  const acts = await app.database.owner`SELECT action, detail FROM audit_event
    WHERE actor_id = ${person.user.id} AND action LIKE 'token%' ORDER BY id`
  expect([...acts]).toEqual([
    { action: 'token_create', detail: { token_id: id } },
    { action: 'token_delete', detail: { token_id: id } }
  ])
})

test('the tokens of a deleted account end with it', async () => {
  const person = await registerAndLogin(app)
  const { ask } = await programOf(person, app.url)
  expect((await ask('/api/balance')).status).toBe(200)
  await app.database.owner`DELETE FROM users WHERE id = ${person.user.id}`
  expect((await ask('/api/balance')).body.error_code).toBe('BAD_TOKEN')
})

test('an administrator who sets a password ends the tokens, and who takes the role away leaves the one that was used', async () => {
  const keeper = await signedInAs(app, ROLE_ADMIN)
  const other = await signedInAs(app, ROLE_ADMIN)
  const programs = [
    await programOf(other, app.url),
    await programOf(other, app.url),
    await programOf(other, app.url)
  ]
  const balances = async () => {
    const statuses: number[] = []
    for (const { askInTurn } of programs) {
      statuses.push((await askInTurn('/api/balance')).status)
      await Bun.sleep(API_INTERVAL_MS)
    }
    return statuses
  }
  expect((await programs[1]?.ask('/api/balance'))?.status).toBe(200)
  const users = `/api/auth/admin/users/${other.user.id}`
  expect((await keeper.post(`${users}/update`, { role: ROLE_INFINITY })).status).toBe(200)
  await Bun.sleep(API_INTERVAL_MS)
  expect(await balances()).toEqual([401, 200, 401])
  const [edit] = await app.database.owner`SELECT detail FROM audit_event WHERE action = 'user_update'
    AND detail->>'user_id' = ${String(other.user.id)}`
  expect(edit.detail.revoked_tokens).toBe(2)

  const password = 'another long 1 password'
  const reset = await keeper.post(`${users}/change_password`, {
    new_password: password,
    confirm_password: password
  })
  expect(reset.status).toBe(200)
  expect(await balances()).toEqual([401, 401, 401])
})
