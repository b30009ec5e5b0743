import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { addressGroup, addressPrefix, canonicalAddress, clientReader } from '#api/http/client-address.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

beforeAll(() => setLogLevel('error'))

describe('an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['127.0.0.01', null],
    ['127.1', null],
    ['localhost', null],
    ['192.0.2.1:80', null],
    ['', null]
  ])('%p has one spelling: %p', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical)
  })

  test('is grouped for limits and shortened for the audit', () => {
    expect(addressGroup('192.0.2.1')).toBe('192.0.2.1')
    expect(addressGroup('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(addressGroup(null)).toBe('unknown')
    expect(addressPrefix('192.0.2.1')).toBe('192.0.2.0/24')
    expect(addressPrefix('::1')).toBe('0:0:0::/48')
    expect(addressPrefix('2001:db8:5::1')).toBe('2001:db8:5::/48')
    expect(addressPrefix(null)).toBeNull()
  })
})

describe('the client of a request', () => {
  const readClient = clientReader(['10.0.0.0/8', '::ffff:192.0.2.9', '2001:db8:ff::/48'], false)
  const read = (headers: Headers, peer: string | null) => readClient(headers, peer).address
  const behind = (forwarded: string | null, peer: string | null = '10.1.2.3') =>
    read(new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded }), peer)

  test.each([
    ['the right-most that is no proxy', '198.51.100.1, 198.51.100.2, 192.0.2.9', '198.51.100.2'],
    ['not one that the client wrote', '127.0.0.1, 198.51.100.2', '198.51.100.2'],
    ['without its port', '198.51.100.2:4711', '198.51.100.2'],
    ['IPv6 in brackets', '[2001:DB8::5]:4711', '2001:db8::5'],
    ['IPv4 inside IPv6', '::ffff:198.51.100.2', '198.51.100.2'],
    ['unknown behind rubbish', '198.51.100.2, rubbish', null],
    ['unknown behind nothing', '', null],
    ['unknown behind proxies only', '10.5.5.5, 2001:db8:ff::1', null]
  ])('is %s', (_name, forwarded, address) => {
    expect(behind(forwarded)).toBe(address)
  })

  test('is unknown when a trusted proxy names nobody, and when there is no socket', () => {
    expect(behind(null)).toBeNull()
    expect(behind('198.51.100.2', null)).toBeNull()
  })

  test('is the socket when that is no trusted proxy, whatever the header says', () => {
    expect(behind('127.0.0.1', '198.51.100.9')).toBe('198.51.100.9')
    expect(behind('127.0.0.1', '::ffff:198.51.100.9')).toBe('198.51.100.9')
  })

  test('is joined from all headers of the name', () => {
    const headers = new Headers()
    headers.append('x-forwarded-for', '127.0.0.1')
    headers.append('x-forwarded-for', '198.51.100.2')
    expect(read(headers, '10.1.2.3')).toBe('198.51.100.2')
  })
})

describe('an address that may be exempt', () => {
  const certain = (headers: Record<string, string>, peer: string, alwaysProxied = false) =>
    clientReader(['10.0.0.0/8'], alwaysProxied)(new Headers(headers), peer).certainAddress

  test.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Forwarded-Proto', 'Via'])(
    'is none behind a proxy that nobody named, which sends %s',
    name => {
      expect(certain({ [name]: '198.51.100.2' }, '127.0.0.1')).toBeNull()
      expect(certain({ [name]: '' }, '198.51.100.9')).toBeNull()
    }
  )

  test('is the one that a named proxy tells, and the socket where there is no proxy', () => {
    expect(certain({ 'x-forwarded-for': '198.51.100.2', via: '1.1 x' }, '10.1.1.1')).toBe('198.51.100.2')
    expect(certain({}, '127.0.0.1')).toBe('127.0.0.1')
  })

  test('is none without a named proxy where nobody comes without one', () => {
    expect(certain({}, '127.0.0.1', true)).toBeNull()
    expect(certain({ 'x-forwarded-for': '198.51.100.2' }, '10.1.1.1', true)).toBe('198.51.100.2')
  })
})

describe('a proxy that nobody named', () => {
  let lines: string[]
  let written: ReturnType<typeof spyOn>
  beforeEach(() => {
    setLogLevel('warn')
    lines = []
    written = spyOn(process.stderr, 'write').mockImplementation(line => lines.push(String(line)) > 0)
  })
  afterEach(() => {
    written.mockRestore()
    setLogLevel('error')
  })

  test('is warned of with the name of the variable, once a minute, without an address', () => {
    const read = clientReader([], false)
    for (const client of ['198.51.100.2', '198.51.100.3'])
      read(new Headers({ 'x-forwarded-for': client }), '192.0.2.77')
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { level: 'warn', event: 'unnamed_proxy', variable: 'TRUSTED_PROXIES', from: '192.0.2.0/24' }
    ])
    read(new Headers(), '192.0.2.78')
    clientReader(['192.0.2.77'], true)(new Headers({ 'x-forwarded-for': '198.51.100.2' }), '192.0.2.77')
    expect(lines).toHaveLength(1)
  })
})

describe('exemption', () => {
  let direct: TestApp
  let proxied: TestApp
  beforeAll(async () => {
    direct = await startApp({ PROTECTED_EXEMPT_IP: '198.51.100.1' })
    proxied = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => Promise.all([direct.stop(), proxied.stop()]))

  const clientOf = async (app: TestApp, headers: Record<string, string> = {}) =>
    await (await app.request('/api/auth/check-ip-exempt', { headers })).json()

  test.each([
    'x-forwarded-for',
    'x-real-ip',
    'forwarded',
    'cf-connecting-ip',
    'true-client-ip',
    'x-client-ip'
  ])('cannot be claimed by %s', async name => {
    for (const value of [
      '198.51.100.1',
      '198.51.100.1, 198.51.100.1',
      '::ffff:198.51.100.1',
      'for=198.51.100.1'
    ]) {
      expect(await clientOf(direct, { [name]: value })).toEqual({ exempt: false, ip: '127.0.0.1' })
    }
  })

  test('is not for everybody behind a local proxy that nobody named', async () => {
    const app = await startApp()
    expect(await clientOf(app)).toEqual({ exempt: true, ip: '127.0.0.1' })
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-host']) {
      expect(await clientOf(app, { [name]: '203.0.113.5' })).toEqual({ exempt: false, ip: '127.0.0.1' })
    }
    await app.stop()
  })

  test('in production is for nobody who did not come through a named proxy', async () => {
    const secret = 'a-long-secret-of-many-different-characters-0123456789'
    const app = await startApp({
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://sverka.example',
      SESSION_SECRET: secret,
      SUPPRESS_KEY: `${secret}-2`,
      AUDIT_KEY: `${secret}-3`
    })
    expect(await clientOf(app)).toEqual({ exempt: false, ip: '127.0.0.1' })
    await app.stop()
  })

  test('is not for everybody behind a local proxy that names nobody', async () => {
    expect(await clientOf(proxied)).toEqual({ exempt: false, ip: null })
    expect(await clientOf(proxied, { 'x-real-ip': '127.0.0.1' })).toEqual({ exempt: false, ip: null })
    expect(await clientOf(proxied, { 'x-forwarded-for': '198.51.100.4' })).toEqual({
      exempt: false,
      ip: '198.51.100.4'
    })
  })

  test('is for the protected address in whatever spelling it is configured', async () => {
    const app = await startApp({ PROTECTED_EXEMPT_IP: '::ffff:127.0.0.1' })
    expect(await clientOf(app)).toEqual({ exempt: true, ip: '127.0.0.1' })
    await app.stop()
  })
})
