import { describe, expect, test } from 'bun:test'
import { createDeviceTokens } from '#api/features/auth/device-tokens.ts'
import { HASHED_AND_WAITING, holdPasswords } from '#tests/kit/held-passwords.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { until } from '#tests/kit/until.ts'

const WRONG = 'wrong password 1'
const GUESSES = HASHED_AND_WAITING + 20

const app = startedApp(undefined, () => startApp({ TRUSTED_PROXIES: '127.0.0.1' }))

interface Try {
  username: string
  password?: string
  /** Value of the device cookie. */
  device?: string | undefined
  address?: string
}

let nextAddress = 1
const newAddress = () => `198.51.${nextAddress >> 8}.${nextAddress++ & 255}`

async function login({ username, password = PASSWORD, device, address = newAddress() }: Try) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': address,
    ...(device === undefined ? {} : { cookie: `device_token=${device}` })
  }
  const body = JSON.stringify({ username, password, turnstile_token: 'test-token' })
  const answer = await app.request('/api/auth/login', { method: 'POST', headers, body })
  const cookie = answer.headers.getSetCookie().find(line => line.startsWith('device_token='))
  return { status: answer.status, device: cookie?.slice('device_token='.length, cookie.indexOf(';')) }
}

const statuses = async (tries: Promise<{ status: number }>[]) =>
  (await Promise.all(tries)).map(({ status }) => status).sort()

/** A new account, and a device that has signed in to it. */
async function knownDevice(device?: string) {
  const username = uniqueName()
  const body = JSON.stringify({ username, password: PASSWORD, turnstile_token: 'test-token' })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() }
  expect((await app.request('/api/auth/register', { method: 'POST', headers, body })).status).toBe(200)
  const entered = await login({ username, device })
  expect(entered.status).toBe(200)
  return { username, device: entered.device ?? '' }
}

describe('a device that was signed in before', () => {
  test('is not locked out by guesses from elsewhere, nor by those from its own address', async () => {
    const { username, device } = await knownDevice()
    const address = newAddress()
    for (let guess = 0; guess < 10; guess++) await login({ username, password: WRONG })
    expect((await login({ username })).status).toBe(429)
    for (let guess = 0; guess < 30; guess++) await login({ username: uniqueName(), password: WRONG, address })
    expect((await login({ username, address })).status).toBe(429)
    expect((await login({ username, device, address })).status).toBe(200)
    expect((await login({ username: username.toUpperCase(), device, address })).status).toBe(200)
  })

  test('may fail ten times within a window, all at once too, and costs nobody else a place', async () => {
    const { username, device } = await knownDevice()
    const guesses = Array.from({ length: 40 }, () => login({ username, password: WRONG, device }))
    const answers = await statuses(guesses)
    expect(answers.filter(status => status === 401)).toHaveLength(10)
    expect(answers.filter(status => status === 429)).toHaveLength(30)
    expect((await login({ username, device })).status).toBe(429)
    expect((await login({ username })).status).toBe(200)
  })

  test('is let in while more passwords are guessed than can be hashed', async () => {
    const { username, device } = await knownDevice()
    const hashing = holdPasswords()
    const refused: number[] = []
    const guesses = Array.from({ length: GUESSES }, async () => {
      const { status } = await login({ username: uniqueName(), password: WRONG })
      if (hashing.isHeld) refused.push(status)
      return status
    })
    await until(() => refused.length === GUESSES - HASHED_AND_WAITING)
    const right = login({ username, device })
    expect((await login({ username: uniqueName(), password: WRONG })).status).toBe(503)
    hashing.release()
    expect((await right).status).toBe(200)
    expect(new Set(refused)).toEqual(new Set([503]))
    expect((await Promise.all(guesses)).filter(status => status === 401)).toHaveLength(HASHED_AND_WAITING)
  })

  test('gets another token with every login, also when it was signed out in between', async () => {
    const { username, device } = await knownDevice()
    const again = await login({ username, device })
    expect(again.device).not.toBe(device)
    expect((await login({ username, device: again.device })).status).toBe(200)
  })

  test('is known to five accounts at most, each by a token of its own', async () => {
    const people: { username: string; device: string }[] = []
    for (let account = 0; account < 6; account++) people.push(await knownDevice(people.at(-1)?.device))
    const device = people.at(-1)?.device ?? ''
    const tokens = device.split('.')
    expect(tokens).toHaveLength(5)
    expect(new Set(tokens.map(token => token.slice(0, 8))).size).toBe(5)
    const { devices } = app.context
    expect(people.map(({ username }) => devices.find(device, username) !== null)).toEqual([
      false,
      ...Array(5).fill(true)
    ])
    const [again] = [await login({ username: people[3]?.username ?? '', device })]
    expect(again?.device?.split('.')).toHaveLength(5)
  })
})

describe('a device token', () => {
  test('is worth nothing for another account, changed, cut, late, or of another product', async () => {
    const { username, device } = await knownDevice()
    const other = await knownDevice()
    const { devices } = app.context
    expect(devices.find(device, username)).toMatch(/^[\da-f]{24}$/)
    expect(devices.find(device, other.username)).toBeNull()
    for (let at = 0; at < device.length; at++) {
      const sign = device[at] === 'A' ? 'Q' : 'A'
      const changed = `${device.slice(0, at)}${sign}${device.slice(at + 1)}`
      if (!Buffer.from(changed, 'base64url').equals(Buffer.from(device, 'base64url')))
        expect(devices.find(changed, username)).toBeNull()
    }
    for (const bad of [null, '', '.', device.slice(1), `${device}A`, '\u0000'])
      expect(devices.find(bad, username)).toBeNull()
    expect(createDeviceTokens('another secret').find(device, username)).toBeNull()
    const { now } = Date
    try {
      Date.now = () => now() + 181 * 86_400_000
      expect(devices.find(device, username)).toBeNull()
    } finally {
      Date.now = now
    }
  })

  test('does not help a stranger: one of one’s own account opens no place at another', async () => {
    const victim = await knownDevice()
    const thief = await knownDevice()
    for (let guess = 0; guess < 10; guess++)
      await login({ username: victim.username, password: WRONG, device: thief.device })
    const more = await login({ username: victim.username, password: WRONG, device: thief.device })
    expect(more.status).toBe(429)
    expect((await login({ username: victim.username, device: victim.device })).status).toBe(200)
  })

  test('is given for a right password only, and names nobody', async () => {
    const { username, device } = await knownDevice()
    expect((await login({ username, password: WRONG })).device).toBeUndefined()
    expect(Buffer.from(device, 'base64url').toString('latin1')).not.toContain(username)
    const throttles = await app.database
      .owner`SELECT key FROM throttles WHERE key LIKE '%' || ${device} || '%'`
    expect(throttles).toEqual([])
  })
})
