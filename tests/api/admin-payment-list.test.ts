import { describe, expect, test } from 'bun:test'
import type { ChainNetwork } from '#api/networks/contract.ts'
import { ROLE_ADMIN, ROLE_USER } from '#shared/labels/roles.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'

const PAYMENTS = '/api/auth/admin/payments'

const { app, admin } = administeredApp()

interface Row {
  id: string
  user_id: number
  status: string
}
const list = async (query: Record<string, string>) =>
  (await admin.get(`${PAYMENTS}?${new URLSearchParams(query)}`)).body
const idsOf = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).payments.map(({ id }: Row) => id)

async function payer(...amounts: number[]): Promise<{ person: Person; ids: string[] }> {
  const person = await registerAndLogin(app)
  const ids: string[] = []
  for (const usd_amount of amounts)
    ids.push((await person.post('/api/payment/create', { usd_amount })).body.data.id)
  return { person, ids }
}

describe('the list of payments', () => {
  test('is narrowed to a user, a network and a period of Moscow, and says what they come to', async () => {
    const { person, ids } = await payer(10, 20, 200)
    const [first = '', second = '', third = ''] = ids
    const user = String(person.user.id)
    const moves: [string, string][] = [
      [first, '2026-03-01T20:59:59Z'],
      [second, '2026-03-01T21:00:00Z'],
      [third, '2026-03-02T20:59:59Z']
    ]
    for (const [id, at] of moves)
      await app.database.owner`UPDATE payment SET created_at = ${at} WHERE id = ${id}`
    expect((await idsOf({ user })).toSorted()).toEqual(ids.toSorted())
    expect(await idsOf({ user, from: '2026-03-02', to: '2026-03-02' })).toEqual([third, second])
    expect(await idsOf({ user, to: '2026-03-01' })).toEqual([first])
    expect(await idsOf({ user, from: '2026-03-03' })).toEqual([])
    const { network } = (await list({ user })).payments[0]
    expect(await idsOf({ user, network })).toHaveLength(3)
    expect(await idsOf({ user, network: network === 'tron' ? 'bnb' : 'tron' })).toEqual([])

    await admin.post(`${PAYMENTS}/${third}/confirm`)
    const all = await list({ user, limit: '1' })
    expect([all.payments.length, all.total]).toEqual([1, 3])
    expect(all.totals).toEqual({ amount_usd: 230, received_usdt: 0, credited: 22_000 })
    expect((await list({ user, limit: '1', offset: '2' })).totals).toEqual(all.totals)
    expect((await list({ user, limit: '1', offset: '50' })).totals).toEqual(all.totals)
    expect((await list({ user, status: 'cancelled' })).totals).toEqual({
      amount_usd: 0,
      received_usdt: 0,
      credited: 0
    })
    const { paid } = (await admin.get(`/api/auth/admin/users/${user}`)).body
    expect(paid).toMatchObject({ total_payments: 3, total_requests_purchased: 22_000 })
  })

  test.each([
    'from=2026-02-30',
    'to=1',
    'network=gold',
    'user=-1',
    'user=1e3',
    'user=9999999999',
    'status=paid'
  ])('refuses ?%s', async query => {
    const { status, body } = await admin.get(`${PAYMENTS}?${query}`)
    expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
  })
})

describe('a confirmation by hand', () => {
  test('keeps its reason with the payment and in the audit, and its user does not read it', async () => {
    const { person, ids } = await payer(50)
    const reason = 'Перевод виден в обозревателе, чек прислан'
    const answer = await admin.post(`${PAYMENTS}/${ids[0]}/confirm`, { reason: `  ${reason} ` })
    expect(answer.body.payment).toMatchObject({ status: 'completed', confirm_reason: reason })
    expect((await list({ user: String(person.user.id) })).payments[0].confirm_reason).toBe(reason)
    expect(await actsOf(app, admin, 'payment_confirm', person.user.id)).toMatchObject([{ reason }])
    expect(JSON.stringify((await person.get('/api/payment/my')).body)).not.toContain('обозревателе')
  })

  test('needs none, and no body at all', async () => {
    const { ids } = await payer(10, 20)
    const bare = await admin.request(`${PAYMENTS}/${ids[0]}/confirm`, { method: 'POST' })
    expect([bare.status, (await bare.json()).payment.confirm_reason]).toEqual([200, null])
    const form = await admin.post(`${PAYMENTS}/${ids[1]}/confirm`, new URLSearchParams({ reason: '' }))
    expect(form.body.payment.confirm_reason).toBeNull()
  })

  test.each([[5], ['ы'.repeat(501)], [['a']]])('is not done for the reason %p', async reason => {
    const { ids } = await payer(10)
    const answer = await admin.post(`${PAYMENTS}/${ids[0]}/confirm`, { reason })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['reason']])
    expect((await admin.post(`${PAYMENTS}/${ids[0]}/confirm`)).status).toBe(200)
  })

  test('of two administrators counts once, with the reason of the one who was first', async () => {
    const other = await signedInAs(app, ROLE_ADMIN)
    const { person, ids } = await payer(50)
    const answers = await Promise.all(
      [admin, other].map(by => by.post(`${PAYMENTS}/${ids[0]}/confirm`, { reason: by.username }))
    )
    const won = answers.find(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await list({ user: String(person.user.id) })).payments[0]).toMatchObject({
      confirm_reason: won?.body.payment.confirm_reason,
      used_requests: 5_000
    })
  })
})

describe('a reconciliation that is asked for', () => {
  test('tells what it found, and is the last one from then on', async () => {
    const { reconciliation } = (await admin.post(`${PAYMENTS}/reconcile`)).body
    expect(reconciliation).toMatchObject({ is_clean: true, findings: [] })
    expect((await admin.get(`${PAYMENTS}/health`)).body.reconciliation).toEqual(reconciliation)
    const person = await signedInAs(app, ROLE_USER, 7)
    await app.database.owner`UPDATE users SET requests_count = 8 WHERE id = ${person.user.id}`
    const later = (await admin.post(`${PAYMENTS}/reconcile`)).body.reconciliation
    expect(later).toMatchObject({
      is_clean: false,
      findings: [`Пользователь ${person.user.id}: на балансе 8, по журналу 7`]
    })
    await app.database.owner`UPDATE users SET requests_count = 7 WHERE id = ${person.user.id}`
    expect(await actsOf(app, admin, 'payment_reconcile')).toHaveLength(2)
  })

  test('runs once at a time, and the one that comes meanwhile is told so and changes nothing', async () => {
    const [network] = app.context.networks as ChainNetwork[]
    if (!network) throw new Error('no network')
    await payer(10)
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: may, resolve: end } = Promise.withResolvers<void>()
    const balancesOf = network.balancesOf
    network.balancesOf = async accounts => {
      begin()
      await may
      return accounts.map(() => 0n)
    }
    const other = await signedInAs(app, ROLE_ADMIN)
    const rows = async () =>
      (await app.database.owner`SELECT count(*)::int AS n FROM payment_reconciliation`)[0].n
    const before = await rows()
    const first = admin.post(`${PAYMENTS}/reconcile`)
    await begun
    const second = await other.post(`${PAYMENTS}/reconcile`)
    expect([second.status, second.body.code]).toEqual([409, 'RECONCILING'])
    expect(await actsOf(app, other, 'payment_reconcile')).toEqual([])
    end()
    expect((await first).status).toBe(200)
    network.balancesOf = balancesOf
    expect(await rows()).toBe(before + 1)
    expect((await other.post(`${PAYMENTS}/reconcile`)).status).toBe(200)
  })
})
