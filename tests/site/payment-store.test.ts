import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Payment } from '#shared/contracts/payments.ts'
import {
  $chosen,
  $invoice,
  cancelPayment,
  paymentForm,
  payments
} from '#site/features/payment/payment-store.ts'
import { $toast } from '#site/lib/toast-store.ts'
import { $confirmation } from '#site/ui/dialog/confirm-store.ts'
import { json, openPage, type Page } from './page.ts'
import { PAYMENT } from './payment.ts'

const { id } = PAYMENT
const answer = (change: Partial<Payment> = {}) => json({ ok: true, data: { ...PAYMENT, ...change } })
const list = (...all: Partial<Payment>[]) =>
  json({ ok: true, data: all.map(change => ({ ...PAYMENT, ...change })) })
let page: Page
beforeEach(() => $chosen.set(null))
afterEach(() => page.close())

/** The dialog is loaded before it asks. */
async function agree() {
  for (;;) {
    const pending = $confirmation.get()
    if (pending) return pending.answer(true)
    await Bun.sleep(2)
  }
}

describe('the invoice that is shown', () => {
  test('is the newest open one, until another is chosen', async () => {
    page = openPage({
      'GET /api/payment/my': list({ id: 'paid', status: 'completed' }, { id: 'new' }, { id: 'old' })
    })
    await payments.load()
    expect($invoice.get()?.id).toBe('new')
    $chosen.set('paid')
    expect($invoice.get()?.id).toBe('paid')
  })

  test('is the newest open one again when an administrator has deleted the chosen one', async () => {
    page = openPage({ 'GET /api/payment/my': list({ id: 'new' }, { id: 'old' }) })
    $chosen.set('deleted')
    await payments.load()
    expect($invoice.get()?.id).toBe('new')
  })

  test('is none where nothing waits for money', async () => {
    page = openPage({ 'GET /api/payment/my': list({ status: 'expired' }) })
    await payments.load()
    expect($invoice.get()).toBeUndefined()
  })
})

describe('a new payment', () => {
  const submit = (usd_amount: string) => paymentForm.submit({ usd_amount, network: 'local' })

  test('is sent as a form and shown when the server has made it', async () => {
    const sent: unknown[] = []
    page = openPage({
      'GET /api/payment/my': list(),
      'POST /api/payment/create': async request => {
        sent.push(Object.fromEntries(await request.formData()))
        return answer()(request)
      }
    })
    await payments.load()
    expect(await submit('50')).toBe(true)
    expect(sent).toEqual([{ usd_amount: '50', network: 'local' }])
    expect($invoice.get()?.id).toBe(id)
  })

  test.each([
    ['9.99', 'Минимальная сумма 10 USD'],
    ['10000.01', 'Максимальная сумма 10000 USD'],
    ['', 'Введите сумму цифрами, например 50 или 49.99'],
    ['1e4', 'Введите сумму цифрами, например 50 или 49.99']
  ])('of %p is refused before anything is sent', async (amount, text) => {
    page = openPage({})
    expect(await submit(amount)).toBe(false)
    expect(paymentForm.$form.get().fields).toEqual({ usd_amount: text })
    expect(page.calls).toEqual([])
  })

  test('that the server refuses says why', async () => {
    page = openPage({
      'POST /api/payment/create': json({ error: 'У вас уже 5 неоплаченных платежей.' }, 409)
    })
    await submit('50')
    expect(paymentForm.$form.get().text).toBe('У вас уже 5 неоплаченных платежей.')
  })
})

describe('cancelling', () => {
  test('asks first, and shows what the server made of it', async () => {
    page = openPage({
      'GET /api/payment/my': list({}),
      [`POST /api/payment/${id}/cancel`]: answer({ status: 'cancelled' })
    })
    await payments.load()
    await Promise.all([cancelPayment(PAYMENT), agree()])
    expect(payments.$load.get()).toMatchObject({ data: [{ status: 'cancelled' }] })
  })

  test('that is refused says why', async () => {
    page = openPage({
      [`POST /api/payment/${id}/cancel`]: json({ error: 'На адрес платежа уже поступают деньги' }, 409)
    })
    await Promise.all([cancelPayment(PAYMENT), agree()])
    expect($toast.get()).toBe('На адрес платежа уже поступают деньги')
  })
})
