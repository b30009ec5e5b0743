import { describe, expect, test } from 'bun:test'
import { listProtectedAddress } from '#api/features/ip-exceptions/service.ts'
import type { IpException } from '#shared/contracts/admin/ip-exceptions.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { createClient } from '#tests/kit/client.ts'
import { startApp } from '#tests/kit/start-app.ts'

const ADMIN = '/api/auth/admin'
const LIST = `${ADMIN}/ip_exceptions`
const SHORT = `${ADMIN}/exempt_ips`

const { app, admin } = administeredApp(undefined, {
  TRUSTED_PROXIES: '127.0.0.1,::1',
  PROTECTED_EXEMPT_IP: '203.0.113.1'
})

const listed = async (): Promise<IpException[]> => (await admin.get(LIST)).body.ip_exceptions
const protectedOne = async () => (await listed()).find(exception => exception.is_protected)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const isExempt = async (address: string) =>
  (await createClient(app.url).get('/api/auth/check-ip-exempt', { headers: { 'X-Forwarded-For': address } }))
    .body.exempt

describe('an exception', () => {
  test('is added from a form, changed, and deleted; each in force at once and audited', async () => {
    const form = new FormData()
    form.set('ip_address', ' 198.51.100.7 ')
    form.set('name', ' Офис\u0000 ')
    const exception = (await admin.post(LIST, form)).body.ip_exception
    expect(exception).toMatchObject({
      ip_address: '198.51.100.7',
      name: 'Офис',
      description: null,
      is_active: true,
      created_by_username: admin.username,
      is_protected: false
    })
    expect(await isExempt('198.51.100.7')).toBe(true)
    const edit = { name: 'Склад', description: 'Второй этаж', is_active: false }
    expect((await admin.put(`${LIST}/${exception.id}`, edit)).body.ip_exception).toMatchObject(edit)
    expect(await isExempt('198.51.100.7')).toBe(false)
    expect((await admin.delete(`${LIST}/${exception.id}`)).body).toEqual({ ok: true })
    expect((await admin.delete(`${LIST}/${exception.id}`)).status).toBe(404)
    expect((await listed()).map(({ id }) => id)).not.toContain(exception.id)
    const [change] = await actsOf(app, admin, 'ip_exception_update')
    expect(change).toMatchObject({ before: { name: 'Офис', is_active: true }, after: { name: 'Склад' } })
    expect(await actsOf(app, admin, 'ip_exception_delete')).toMatchObject([{ after: null }])
  })

  test('is one for an address, however it is written', async () => {
    const add = (ip_address: string) => admin.post(LIST, { ip_address, name: 'Один' })
    const answers = await Promise.all([
      add('2001:db8::9'),
      add('2001:DB8:0:0::9'),
      add('2001:0db8:0000:0000:0000:0000:0000:0009')
    ])
    expect(answers.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [409, 'ADDRESS_KNOWN'],
      [409, 'ADDRESS_KNOWN']
    ])
    expect(codeOf(await add('::ffff:203.0.113.1'))).toEqual([409, 'ADDRESS_KNOWN'])
  })

  const refused: [body: Record<string, unknown>, code: string, text: string][] = [
    [{ name: 'x' }, 'NOT_AN_ADDRESS', 'Введите корректный IP адрес'],
    [{ ip_address: '1.2.3', name: 'x' }, 'NOT_AN_ADDRESS', 'Введите корректный IP адрес'],
    [{ ip_address: '300.1.1.1', name: 'x' }, 'NOT_AN_ADDRESS', 'Введите корректный IP адрес'],
    [{ ip_address: '192.0.2.0/24', name: 'x' }, 'NOT_AN_ADDRESS', 'Введите корректный IP адрес'],
    [{ ip_address: '010.000.000.001', name: 'x' }, 'NOT_AN_ADDRESS', 'Введите корректный IP адрес'],
    [{ ip_address: 'fe80::1%eth0', name: 'x' }, 'NOT_AN_ADDRESS', 'Введите корректный IP адрес'],
    [{ ip_address: '::%1', name: 'x' }, 'NOT_AN_ADDRESS', 'Введите корректный IP адрес'],
    [{ ip_address: 'localhost', name: 'x' }, 'NOT_AN_ADDRESS', 'Введите корректный IP адрес'],
    [{ ip_address: '192.0.2.77\u0000', name: 'x' }, 'NOT_AN_ADDRESS', 'Введите корректный IP адрес'],
    [{ ip_address: '192.0.2.77' }, 'BAD_INPUT', 'Название обязательно'],
    [{ ip_address: '192.0.2.77', name: ' \u200b ' }, 'BAD_INPUT', 'Название обязательно'],
    [{ ip_address: '192.0.2.77', name: 'я'.repeat(101) }, 'BAD_INPUT', 'Название: не больше 100 символов'],
    [{ ip_address: '192.0.2.77', name: '😀'.repeat(101) }, 'BAD_INPUT', 'Название: не больше 100 символов']
  ]
  test.each(refused)('of %p is refused', async (body, code, text) => {
    const before = await listed()
    const answer = await admin.post(LIST, body)
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([400, code, text])
    expect(await listed()).toEqual(before)
  })

  test('may be named by as many signs as are allowed, whatever they are', async () => {
    const name = '😀'.repeat(100)
    const { id, ...exception } = (await admin.post(LIST, { ip_address: '192.0.2.78', name })).body
      .ip_exception
    expect(exception.name).toBe(name)
    await admin.delete(`${LIST}/${id}`)
  })

  test('keeps its address', async () => {
    const { id } = (await admin.post(LIST, { ip_address: '192.0.2.50', name: 'Дом' })).body.ip_exception
    const edit = { name: 'Дом', is_active: true }
    expect((await admin.put(`${LIST}/${id}`, { ...edit, ip_address: '192.0.2.51' })).status).toBe(400)
    expect((await admin.put(`${LIST}/${id}`, { ...edit, ip_address: '192.0.2.50' })).status).toBe(200)
    expect((await admin.put(`${LIST}/${id}`, { ...edit, is_active: 'yes' })).status).toBe(400)
    expect((await admin.put(`${LIST}/${id}`, { ...edit, ip_address: null })).status).toBe(200)
    expect((await admin.put(`${LIST}/999999999`, edit)).status).toBe(404)
    expect((await admin.put(`${LIST}/x`, edit)).status).toBe(404)
  })
})

test.each(['::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001'])(
  'the shortest address, as %s, is listed as it may be sent back',
  async spelled => {
    const { id, ip_address } = (await admin.post(LIST, { ip_address: spelled, name: 'Свой' })).body
      .ip_exception
    expect(ip_address).toBe('::1')
    expect((await admin.put(`${LIST}/${id}`, { ip_address, name: 'Свой', is_active: true })).status).toBe(200)
    expect(codeOf(await admin.post(SHORT, { ip: ip_address }))).toEqual([409, 'ADDRESS_KNOWN'])
    expect((await admin.delete(`${SHORT}/${ip_address}`)).body).toEqual({ ok: true })
  }
)

test('a description that is not sent stays, an empty one goes', async () => {
  const form = { ip_address: '192.0.2.60', name: 'Дача', description: 'У реки' }
  const { id } = (await admin.post(LIST, form)).body.ip_exception
  const edited = async (edit: object) =>
    (await admin.put(`${LIST}/${id}`, { name: 'Дача', is_active: true, ...edit })).body.ip_exception
      .description
  expect(await edited({})).toBe('У реки')
  expect(await edited({ description: '' })).toBe(null)
  expect(await edited({ description: 'В лесу' })).toBe('В лесу')
  expect(await edited({ description: null })).toBe(null)
})

describe('the short list', () => {
  test('exempts, and checks again', async () => {
    expect((await admin.post(SHORT, new URLSearchParams({ ip: '192.0.2.99' }))).body).toEqual({ ok: true })
    expect(codeOf(await admin.post(SHORT, { ip: '192.0.2.99' }))).toEqual([409, 'ADDRESS_KNOWN'])
    const exception = (await listed()).find(({ ip_address }) => ip_address === '192.0.2.99')
    await admin.put(`${LIST}/${exception?.id}`, { name: 'Из настроек', is_active: false })
    expect((await admin.delete(`${SHORT}/192.0.2.99`)).status).toBe(404)
    expect((await admin.post(SHORT, { ip: '192.0.2.99' })).status).toBe(200)
    expect(await isExempt('192.0.2.99')).toBe(true)
    expect((await admin.delete(`${SHORT}/192.0.2.99`)).body).toEqual({ ok: true })
    expect(await isExempt('192.0.2.99')).toBe(false)
    expect(codeOf(await admin.post(SHORT, { ip: '192.0.2' }))).toEqual([400, 'NOT_AN_ADDRESS'])
    expect(codeOf(await admin.delete(`${SHORT}/nonsense`))).toEqual([400, 'NOT_AN_ADDRESS'])
  })
})

describe('the protected address', () => {
  test('stands in the list from the start and stays exempt', async () => {
    expect(await protectedOne()).toMatchObject({ ip_address: '203.0.113.1', is_active: true })
    expect(await isExempt('203.0.113.1')).toBe(true)
  })

  test.each([
    '203.0.113.1',
    '::ffff:203.0.113.1',
    '::FFFF:203.0.113.1',
    '::ffff:cb00:7101',
    '0:0:0:0:0:ffff:203.0.113.1',
    '[::ffff:203.0.113.1]',
    '203.000.113.001',
    '0203.0.0113.01',
    '::ffff:203.000.113.001',
    '%20203.0.113.1%20',
    '203.0.113.1.',
    '203%2E0%2E113%2E1',
    '203%252E0%252E113%252E1',
    '3405803777',
    '0xcb.0.0x71.1',
    '0313.0.0161.1'
  ])('cannot be deleted as %s', async spelling => {
    expect(codeOf(await admin.delete(`${SHORT}/${spelling}`))).toEqual([409, 'PROTECTED_ADDRESS'])
    expect(await isExempt('203.0.113.1')).toBe(true)
  })

  test('cannot be deleted, switched off or replaced in the long list; its name can be changed', async () => {
    const one = await protectedOne()
    const path = `${LIST}/${one?.id}`
    const edit = { name: 'Мост', is_active: true }
    expect(codeOf(await admin.delete(path))).toEqual([409, 'PROTECTED_ADDRESS'])
    expect(codeOf(await admin.put(path, { ...edit, is_active: false }))).toEqual([409, 'PROTECTED_ADDRESS'])
    const other = { ...edit, ip_address: '203.0.113.2' }
    expect(codeOf(await admin.put(path, other))).toEqual([409, 'PROTECTED_ADDRESS'])
    expect((await admin.put(path, edit)).body.ip_exception).toMatchObject({
      name: 'Мост',
      is_protected: true
    })
    expect(codeOf(await admin.post(SHORT, { ip: '203.0.113.1' }))).toEqual([409, 'ADDRESS_KNOWN'])
  })
})

test('a forged address of a client is exempt of nothing', async () => {
  const direct = await startApp({ PROTECTED_EXEMPT_IP: '203.0.113.1' })
  try {
    for (const header of ['203.0.113.1', '203.0.113.1, 10.0.0.1', '::ffff:203.0.113.1', '203.000.113.001']) {
      const { body } = await createClient(direct.url).get('/api/auth/check-ip-exempt', {
        headers: { 'X-Forwarded-For': header }
      })
      expect(body.exempt).toBe(false)
    }
  } finally {
    await direct.stop()
  }
})

test('a former built-in address is an exception no more, unless somebody has named it', async () => {
  const sql = app.context.sql
  const config = (protectedExemptIp: string) => ({
    sql,
    config: { ...app.context.config, protectedExemptIp }
  })
  const byHand = (await admin.post(LIST, { ip_address: '203.0.113.40', name: 'Встроенный адрес' })).body
    .ip_exception
  const addresses = async () => (await listed()).map(exception => exception.ip_address)
  await listProtectedAddress(config('203.0.113.41'))
  expect(await addresses()).toContain('203.0.113.41')
  await listProtectedAddress(config('203.0.113.42'))
  expect(await addresses()).not.toContain('203.0.113.41')
  expect(await isExempt('203.0.113.41')).toBe(false)
  const second = (await listed()).find(exception => exception.ip_address === '203.0.113.42')
  const edit = { name: 'Офис', description: null, is_active: true }
  expect((await admin.put(`${LIST}/${second?.id}`, edit)).status).toBe(200)
  await listProtectedAddress(config('203.0.113.1'))
  expect(await addresses()).toContain('203.0.113.42')
  expect(await addresses()).toContain(byHand.ip_address)
})
