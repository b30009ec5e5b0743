import type { Page } from 'playwright/test'
import type { Payment } from '#shared/contracts/payments.ts'
import { EXPIRED, PAID, paymentOf } from './payment-samples.ts'

type Open = (page: Page) => Promise<void>

/** One payment, whatever is asked for. */
async function withPayment(page: Page, change: Partial<Payment>): Promise<void> {
  const data = paymentOf(change)
  await page.route('**/api/payment/my', route => route.fulfill({ json: { ok: true, data: [data] } }))
  await page.route(`**/api/payment/${data.id}`, route => route.fulfill({ json: { ok: true, data } }))
  await page.goto('/payment')
}

/** The newest payment is shown large when it is open; an ended one is opened from the history. */
async function opened(page: Page, change: Partial<Payment>): Promise<void> {
  await withPayment(page, change)
  await page.getByRole('link', { name: 'Открыть счёт 3f9a1c07' }).click()
  await page.getByRole('heading', { name: 'Счёт 3f9a1c07' }).waitFor()
}

const drawn = (page: Page) => page.locator('.qr path[d]').waitFor({ state: 'attached' })

/** More payments than are shown at first. */
async function many(page: Page): Promise<void> {
  const statuses = ['pending', 'completed', 'expired', 'cancelled'] as const
  const data = Array.from({ length: 14 }, (_, index) =>
    paymentOf({
      id: `${String(index).padStart(8, '0')}-5a51-4d4e-9d0b-1f0a5c1c7b11`,
      amount_usd: index === 3 ? 10_000 : 50,
      status: statuses[index % 4] ?? 'pending',
      exception: index % 5 === 1 ? 'over' : 'none',
      used_requests: index % 4 === 1 ? 5_000 : 0
    })
  )
  await page.route('**/api/payment/my', route => route.fulfill({ json: { ok: true, data } }))
  await page.goto('/payment')
  await page.getByText('Показано 10 из 14').waitFor()
  await drawn(page)
}

export const PAYMENT_STATES: Record<string, Open> = {
  'payment-first': async page => {
    await page.goto('/payment')
    await page.getByText('Как это работает').waitFor()
    await page.getByText('Вы получите').waitFor()
  },
  'payment-bonus': async page => {
    await page.goto('/payment')
    await page.getByText('$200').click()
    await page.getByText('и ещё 10').waitFor()
  },
  'payment-refused-amount': async page => {
    await page.goto('/payment')
    await page.getByLabel('Своя сумма').fill('9.99')
    await page.getByRole('button', { name: 'Создать счёт' }).click()
    await page.getByText('Минимальная сумма 10 USD').waitFor()
  },
  'payment-loading': async page => {
    await page.route('**/api/payment/*', () => new Promise<void>(() => {}))
    await page.goto('/payment')
    await page.locator('[aria-busy=true]').first().waitFor()
  },
  'payment-failed': async page => {
    await page.route('**/api/payment/my', route =>
      route.fulfill({ status: 503, json: { error: 'База данных временно недоступна.' } })
    )
    await page.goto('/payment')
    await page.getByText('База данных временно недоступна.').waitFor()
  },
  'payment-open': async page => {
    await withPayment(page, {})
    await page.getByText('Ждём платёж.').waitFor()
    await drawn(page)
  },
  'payment-seen': async page => {
    await withPayment(page, { seen_amount_usdt: 50, outstanding_amount_usdt: 0, confirmations: 7 })
    await page.getByText('Платёж замечен, 7/20 подтверждений').waitFor()
    await drawn(page)
  },
  'payment-short': async page => {
    await withPayment(page, {
      exception: 'partial',
      received_amount_usdt: 49.994999,
      outstanding_amount_usdt: 0.005001
    })
    await page.getByText(/Осталось доплатить .* на тот же адрес/).waitFor()
    await drawn(page)
  },
  'payment-time-is-over': async page => {
    await withPayment(page, { expires_at: new Date(Date.now() - 1_000).toISOString() })
    await page.getByText('Срок вышел. Проверяем').waitFor()
    await drawn(page)
  },
  'payment-completed': page => opened(page, PAID),
  'payment-surplus': page =>
    opened(page, { ...PAID, exception: 'over', received_amount_usdt: 60, used_requests: 6_000 }),
  'payment-late': page => opened(page, { ...PAID, exception: 'late' }),
  'payment-expired': page => opened(page, EXPIRED),
  'payment-under-review': page => opened(page, { ...EXPIRED, exception: 'review' }),
  'payment-cancelled': page => opened(page, { status: 'cancelled', outstanding_amount_usdt: 0 }),
  'payment-admin-credited': page =>
    opened(page, { ...PAID, status: 'cancelled', admin_credited_requests: PAID.used_requests }),
  'payment-cancelling': async page => {
    await withPayment(page, {})
    await page.getByRole('button', { name: 'Отменить счёт' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'payment-many': many,
  'payment-all': async page => {
    await many(page)
    await page.getByRole('button', { name: 'Показать все' }).click()
    await page.getByText('Показано 14 из 14').waitFor()
  }
}
