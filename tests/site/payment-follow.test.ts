import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Payment } from '#shared/contracts/payments.ts'
import { createFollower } from '#site/features/payment/follow-payments.ts'
import {
  $chosen,
  $followed,
  $invoice,
  changePayments,
  payments
} from '#site/features/payment/payment-store.ts'
import { setLoginPrompt } from '#site/lib/ask.ts'
import { $session } from '#site/lib/session-store.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { PAYMENT } from './payment.ts'
import { USER } from './user.ts'

const NEW: Partial<Payment> = { id: 'new' }
const OLD: Partial<Payment> = { id: 'old' }
const PAID = { status: 'completed', used_requests: 5_000, received_amount_usdt: 50 } as const
const BUSY = json({ error: 'занято' }, 503)
/** Before the server's time: late money is not credited by itself any more. */
const OVER = { credited_until: '2026-11-20T10:58:00.000Z' }

let page: Page
beforeEach(() => {
  $chosen.set(null)
  $session.set({ step: 'in', user: USER })
})
afterEach(async () => {
  await page.close()
  $session.set({ step: 'loading' })
})

const list = (...all: Partial<Payment>[]) =>
  json({ ok: true, data: all.map(change => ({ ...PAYMENT, ...change })) })
const ME = json({ success: true, user: { ...USER, requests_count: 5_005 } })

/** Follows the lists that the server gives one after another, the first of which the page has loaded. */
async function followed(lists: ReturnType<typeof json>[], me: ReturnType<typeof json> = ME) {
  page = openPage({ 'GET /api/payment/my': inTurn(...lists), 'GET /api/auth/me': me })
  await payments.load()
  const turn = createFollower()
  // The list has just been loaded: the first turn only says how long to wait.
  const first = await turn()
  return { turn, first: first as number }
}

const shownList = () => {
  const load = payments.$load.get()
  return load.step === 'ready' ? load.data.map(({ id, status }) => `${id} ${status}`) : []
}
const balance = () => {
  const session = $session.get()
  return session.step === 'in' ? session.user.requests_count : null
}

describe('payments that are followed', () => {
  test('are all asked for in one call, and an older one that is paid turns while the newest is shown', async () => {
    const { turn } = await followed([list(NEW, OLD), list(NEW, { ...OLD, ...PAID })])
    await turn()
    expect(shownList()).toEqual(['new pending', 'old completed'])
    expect($invoice.get()?.id).toBe('new')
    expect(balance()).toBe(5_005)
    expect(page.calls).toEqual(['GET /api/payment/my', 'GET /api/payment/my', 'GET /api/auth/me'])
  })

  test('are not asked for at once when they have just been loaded', async () => {
    const { first } = await followed([list(NEW)])
    expect(first).toBeGreaterThan(0)
    expect(page.calls).toEqual(['GET /api/payment/my'])
  })

  test('show what is new, and are asked for less often while nothing is', async () => {
    const moving = list({ ...NEW, seen_amount_usdt: 50, confirmations: 1 }, OLD)
    const { turn, first } = await followed([list(NEW, OLD), list(NEW, OLD), list(NEW, OLD), moving])
    const pauses = [await turn(), await turn(), await turn()] as number[]
    expect(pauses[0]).toBeGreaterThan(first)
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0)
    expect(pauses[2]).toBeLessThan(first)
    expect($invoice.get()?.confirmations).toBe(1)
    expect(page.calls).not.toContain('GET /api/auth/me')
  })

  test('keep the one that is shown before the person when it ends', async () => {
    const { turn } = await followed([list(NEW, OLD), list({ ...NEW, ...PAID }, OLD)])
    await turn()
    expect($invoice.get()).toMatchObject({ id: 'new', status: 'completed' })
  })

  test('keep what is shown through a failure, and are asked for again later', async () => {
    const { turn } = await followed([list(NEW), BUSY, BUSY, list({ ...NEW, ...PAID })])
    const pauses = [await turn(), await turn()] as number[]
    expect(pauses[1]).toBe((pauses[0] ?? 0) * 2)
    expect(shownList()).toEqual(['new pending'])
    await turn()
    expect(balance()).toBe(5_005)
  })

  test('give the header its balance even when that could not be asked for at once', async () => {
    const { turn } = await followed([list(NEW), list({ ...NEW, ...PAID })], inTurn(BUSY, ME))
    await turn()
    expect(balance()).toBe(USER.requests_count)
    await turn()
    expect(balance()).toBe(5_005)
  })

  test('are not set back by an answer that is older than what the person has done meanwhile', async () => {
    page = openPage({
      'GET /api/payment/my': inTurn(list(OLD), request => {
        changePayments(all => [{ ...PAYMENT, ...NEW }, ...all])
        return list(OLD)(request)
      })
    })
    await payments.load()
    const turn = createFollower()
    const first = await turn()
    expect(await turn()).toBe(first)
    expect(shownList()).toEqual(['new pending', 'old pending'])
  })

  test('ask for the password over the page when the session has ended for good', async () => {
    const OUT = json({ code: 'NOT_SIGNED_IN', error: 'Войдите' }, 401)
    let prompts = 0
    setLoginPrompt(async () => {
      prompts += 1
      return true
    })
    page = openPage({
      'GET /api/payment/my': inTurn(list(OLD), OUT, list({ ...OLD, ...PAID })),
      'POST /refresh': OUT,
      'GET /api/auth/me': ME
    })
    await payments.load()
    const turn = createFollower()
    await turn()
    await turn()
    setLoginPrompt(undefined)
    expect([prompts, shownList()]).toEqual([1, ['old completed']])
  })

  test('are left alone when none can change any more, and wait a minute where late money may come', async () => {
    const { turn } = await followed([
      list(OLD),
      list({ ...OLD, status: 'expired' }),
      list({ ...OLD, status: 'expired', ...OVER })
    ])
    expect(await turn()).toBe(60_000)
    expect($followed.get()).toBe('old')
    expect(await turn()).toBeNull()
    expect($followed.get()).toBeUndefined()
  })
})
