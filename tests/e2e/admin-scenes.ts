import type { Page } from 'playwright/test'
import type { AdminPayment, PaymentHealth, ReviewList } from '#shared/contracts/admin/payments.ts'
import { ADDRESS, EXPIRED, HASH, PAID, paymentOf } from './payment-samples.ts'

type Open = (page: Page) => Promise<void>

const TRANSFER = {
  id: 7,
  network: 'local',
  transaction_hash: HASH,
  from_address: ADDRESS,
  amount_usdt: 50,
  state: 'settled',
  block_time: '2026-11-22T09:10:00.000Z'
} as const

export function adminPayment(index: number, change: Partial<AdminPayment> = {}): AdminPayment {
  const { created_moscow_str, expires_moscow_str, ...payment } = paymentOf({
    id: `${String(index).padStart(8, '0')}-5a51-4d4e-9d0b-1f0a5c1c7b11`
  })
  return {
    ...payment,
    username: ['demoanalyst', 'newsdesk', 'compliancelead', 'q'.repeat(64)][index % 4] ?? null,
    user_id: index,
    created_at_moscow: created_moscow_str,
    expires_at_moscow: expires_moscow_str,
    confirm_reason: null,
    transfers: [],
    ...change
  }
}

const HEALTH: PaymentHealth = {
  ok: true,
  networks: [
    {
      key: 'tron',
      title: 'TRON (TRC-20)',
      is_test: false,
      state: 'ok',
      seconds_behind: 4,
      last_block: 77_120_404,
      settled_block: 77_120_384,
      scanned_at: '2026-11-22T09:10:00.000Z',
      last_error: null,
      last_error_at: null,
      pending_payments: 12
    },
    {
      key: 'local',
      title: 'Местная тестовая сеть',
      is_test: true,
      state: 'down',
      seconds_behind: 1_284,
      last_block: 88,
      settled_block: 85,
      scanned_at: '2026-11-22T09:10:00.000Z',
      last_error: 'Узел не отвечает: 403',
      last_error_at: '2026-11-22T09:10:00.000Z',
      pending_payments: 0
    }
  ],
  reconciliation: {
    at: '2026-11-22T00:00:00.000Z',
    at_moscow: '22.11.2026 03:00',
    is_clean: false,
    checked: { users: 1_284, payments: 311, addresses: 311 },
    findings: ['У пользователя newsdesk баланс 412, а в журнале 411.']
  },
  notes: { is_on: true, waiting: 2, last_error: 'Telegram ответил 429' }
}

const REVIEW: ReviewList = {
  ok: true,
  transfers: [
    {
      ...TRANSFER,
      reason: 'after_window',
      reason_text: 'Пришло позже семи дней после срока',
      payment_id: '3f9a1c07-5a51-4d4e-9d0b-1f0a5c1c7b11',
      username: 'newsdesk',
      user_id: 41,
      credits: 5_000,
      block_time_moscow: '22.11.2026 12:10'
    }
  ],
  total: 1
}

const TOTALS = { amount_usd: 1_284_311.5, received_usdt: 1_270_000.25, credited: 128_431_150 }

/** The administration with payments of every kind. */
async function administration(page: Page, payments: AdminPayment[], total = payments.length): Promise<void> {
  const path = '**/api/auth/admin/payments'
  await page.route(`${path}?*`, route =>
    route.fulfill({ json: { ok: true, payments, total, totals: TOTALS } })
  )
  await page.route(`${path}/health`, route => route.fulfill({ json: HEALTH }))
  await page.route(`${path}/review`, route => route.fulfill({ json: REVIEW }))
  await page.goto('/admin/payments')
}

const SOME = [
  adminPayment(0),
  adminPayment(1, {
    ...PAID,
    exception: 'over',
    admin_confirmed_by: 'rootadmin',
    confirm_reason: 'Чек прислан, перевод виден в сети. '.repeat(9),
    transfers: [TRANSFER]
  }),
  adminPayment(2, EXPIRED),
  adminPayment(3, {
    ...PAID,
    status: 'cancelled',
    admin_credited_requests: PAID.used_requests,
    transfers: [TRANSFER]
  }),
  adminPayment(4, { username: null, amount_usd: 10_000 })
]

export const ADMIN_PAYMENT_STATES: Record<string, Open> = {
  admin: async page => {
    await page.goto('/admin')
    await page.getByText(/оплаты/).waitFor()
  },
  'admin-payments': async page => {
    await administration(page, SOME, 1_284)
    await page.getByText('1–5 из').waitFor()
    await page.getByText('Деньги ждут решения').waitFor()
    await page.getByText('Узел не отвечает').waitFor()
  },
  'admin-payments-details': async page => {
    await administration(page, SOME)
    await page.getByRole('button', { name: 'Подробнее о платеже 00000001' }).click()
    await page.getByText('Переводы на адрес').waitFor()
  },
  'admin-payments-credited': async page => {
    await administration(page, SOME)
    await page.getByRole('button', { name: 'Подробнее о платеже 00000003' }).click()
    await page.getByRole('dialog').getByText('Зачислено администратором').waitFor()
  },
  'admin-payments-confirming': async page => {
    await administration(page, SOME)
    await page.getByRole('button', { name: 'Подтвердить платёж 00000000' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'admin-payments-empty': async page => {
    await administration(page, [])
    await page.getByText('Платежей пока нет').waitFor()
  },
  'admin-payments-nothing-found': async page => {
    await administration(page, [])
    await page.getByLabel('Статус').selectOption('expired')
    await page.getByText('Ничего не подходит').waitFor()
  },
  'admin-payments-failed': async page => {
    await page.route('**/api/auth/admin/payments**', route =>
      route.fulfill({ status: 503, json: { error: 'База данных временно недоступна.' } })
    )
    await page.goto('/admin/payments')
    await page.getByText('База данных временно недоступна.').first().waitFor()
  }
}

/** What everybody else meets there. */
export const DENIED_STATES: Record<string, Open> = {
  'admin-denied': async page => {
    await page.goto('/admin/payments')
    await page.getByText('У вас недостаточно прав для доступа к этой странице.').waitFor()
  }
}
