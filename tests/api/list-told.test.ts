import { describe, expect, test } from 'bun:test'
import { draftOf, listOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin, setCredits } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(loadPeople)

const NOBODY = 'Чудоюдов Роман Игоревич'
const start = (client: Person, id: string) => client.post(`/api/lists/${id}/start`, {})
const toldOf = async (client: Person) => (await client.get('/api/auth/me')).body.user.lists
const newOf = async (client: Person): Promise<string[]> =>
  (await client.get('/api/lists?new=true')).body.lists.map(({ id }: { id: string }) => id)
const see = (client: Person, ...ids: string[]) => client.post('/api/lists/seen', { ids })

async function ended(client: Person, lines = [NOBODY]): Promise<string> {
  const { id } = await draftOf(client, lines)
  await start(client, id)
  await runToEnd(app, client, id)
  return id
}

describe('a list that has ended', () => {
  test('is told with who is signed in until it was looked at', async () => {
    const client = await registerAndLogin(app)
    expect(await toldOf(client)).toBeUndefined()
    const { id } = await draftOf(client, [NOBODY])
    expect(await toldOf(client)).toBeUndefined()
    await start(client, id)
    expect(await toldOf(client)).toEqual({ running: 1, ended: 0 })
    await runToEnd(app, client, id)
    expect(await toldOf(client)).toEqual({ running: 0, ended: 1 })
    expect(await newOf(client)).toEqual([id])
    expect(await listOf(client, id)).toMatchObject({ state: 'done', is_new: true })

    const { status, body } = await see(client, id)
    expect({ status, body }).toEqual({ status: 200, body: { ok: true, lists: { running: 0, ended: 0 } } })
    expect(await toldOf(client)).toBeUndefined()
    expect(await newOf(client)).toEqual([])
    expect(await listOf(client, id)).not.toHaveProperty('is_new')
  })

  test('for want of credits is told, one that its user paused or stopped is not', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, [NOBODY, 'Чудоюдова Инна'])
    await start(client, id)
    await setCredits(app, client.user.username, 1)
    expect(await runToEnd(app, client, id)).toMatchObject({ state: 'paused', pause_reason: 'credits' })
    expect(await toldOf(client)).toEqual({ running: 0, ended: 1 })
    await client.post(`/api/lists/${id}/stop`, {})
    expect(await toldOf(client)).toBeUndefined()

    await setCredits(app, client.user.username, 5)
    const other = await draftOf(client, [NOBODY])
    await start(client, other.id)
    await client.post(`/api/lists/${other.id}/pause`, {})
    expect(await toldOf(client)).toBeUndefined()
  })

  test('is told anew when it went on after it was looked at', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, [NOBODY, 'Чудоюдова Инна'])
    await start(client, id)
    await setCredits(app, client.user.username, 1)
    await runToEnd(app, client, id)
    await see(client, id)
    expect(await toldOf(client)).toBeUndefined()
    await setCredits(app, client.user.username, 1)
    await start(client, id)
    expect(await runToEnd(app, client, id)).toMatchObject({ state: 'done' })
    expect(await newOf(client)).toEqual([id])
  })

  test('of a program is not told: the program is', async () => {
    const client = await registerAndLogin(app)
    const program = await programOf(client, app.url)
    const { body } = await program.askInTurn('/api/lists', { lines: [NOBODY] })
    await program.askInTurn(`/api/lists/${body.list.id}/start`)
    await runToEnd(app, client, body.list.id)
    expect(await toldOf(client)).toBeUndefined()
    expect(await newOf(client)).toEqual([])
  })

  test('is seen by nobody else, and a name that is no list is nothing', async () => {
    const client = await registerAndLogin(app)
    const other = await registerAndLogin(app)
    const id = await ended(client)
    expect((await see(other, id, 'нет', '')).status).toBe(200)
    expect(await newOf(client)).toEqual([id])
    expect((await client.post('/api/lists/seen', { ids: 'все' })).body.code).toBe('BAD_INPUT')
  })
})

test('a look at a pause never counts for the end that comes after it', async () => {
  const client = await registerAndLogin(app)
  for (let turn = 0; turn < 8; turn += 1) {
    const { id } = await draftOf(client, [`Чудоюдов Роман ${1960 + turn}`, `Чудоюдова Инна ${1960 + turn}`])
    await setCredits(app, client.user.username, 2)
    await start(client, id)
    await setCredits(app, client.user.username, 1)
    expect(await runToEnd(app, client, id)).toMatchObject({ state: 'paused', pause_reason: 'credits' })
    await setCredits(app, client.user.username, 1)
    const [, started] = await Promise.all([see(client, id), start(client, id), see(client, id)])
    expect(started.status).toBe(200)
    await runToEnd(app, client, id)
    expect(await newOf(client)).toContain(id)
    await see(client, id)
  }
})
