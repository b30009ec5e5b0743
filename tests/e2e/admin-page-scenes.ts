import type { Page } from 'playwright/test'
import { LOAD_HOURS } from '#shared/constants.ts'
import type { IpException } from '#shared/contracts/admin/ip-exceptions.ts'
import type { ListedUser } from '#shared/contracts/admin/users.ts'
import type { AdminNewsItem } from '#shared/contracts/news.ts'
import type { PaymentStats } from '#shared/contracts/payments.ts'
import type { HourOfLoad, PerformanceAnswer } from '#shared/contracts/statistics.ts'
import { ROLES } from '#shared/labels/all-roles.ts'
import { DAYS, EVENTS } from './admin-audit-scenes.ts'
import { adminPayment } from './admin-scenes.ts'
import { PAID as PAYMENT_DONE, EXPIRED as PAYMENT_EXPIRED } from './payment-samples.ts'
import { COMPLIANCE_STATES } from './privacy-scenes.ts'
import { SOURCE_STATES } from './source-scenes.ts'

type Open = (page: Page) => Promise<void>

const AT = '2026-11-22T09:10:00.000Z'
const AT_STR = '22.11.2026 12:10'
const DOWN = { status: 503, json: { error: 'База данных временно недоступна.' } }
const LONG = 'q'.repeat(64)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const answer = (page: Page, call: string, json: object) =>
  page.route(`**/api/auth/admin/${call}`, route => route.fulfill({ json: { ok: true, ...json } }))

const USERS: ListedUser[] = ['rootadmin', 'demoanalyst', 'newsdesk', LONG].map((username, index) => ({
  id: index + 1,
  username,
  role: ROLES[index % 3] ?? ROLES[0],
  requests_count: 1_000_000_000,
  token_count: index,
  telegram_chat_id: index === 3 ? '-1002223334445556' : null,
  can_top_up: true,
  created_at: AT,
  last_login_at: index === 2 ? null : AT,
  blocked_at: index === 3 ? AT : null,
  blocked_reason: index === 3 ? 'Перебирает номера подряд. '.repeat(12) : null
}))

async function users(page: Page): Promise<void> {
  await answer(page, 'users?*', { users: USERS, total: 1_284 })
  await page.goto('/admin/users')
  await page.getByText('1–4 из').waitFor()
}

const PAID: PaymentStats = {
  total_payments: 12,
  completed_payments: 10,
  pending_payments: 1,
  expired_payments: 1,
  total_spent_usd: 12_345.67,
  total_requests_purchased: 1_284_000,
  last_successful_payment: AT
}
const PAID_PAYMENTS = [{ ...PAYMENT_DONE, received_amount_usdt: 10_000 }, PAYMENT_EXPIRED]
const MOVEMENTS = ['Поиск', 'Зачислено администратором', 'Регистрация']

async function oneUser(page: Page, shown = USERS[3]): Promise<void> {
  const history = {
    searches: 1_284,
    via_api: 12,
    empty: 3,
    last_at: AT,
    last_at_str: AT_STR,
    kept_days: 90
  }
  const session = { created_at: AT, created_at_str: AT_STR, last_seen_at: AT, last_seen_at_str: AT_STR }
  const sessions = [true, false].map((is_current, index) => ({
    ...session,
    id: `3f9a1c07-5a51-4d4e-9d0b-1f0a5c1c7b1${index}`,
    expires_at: AT,
    is_current
  }))
  const rows = MOVEMENTS.map((title, id) => ({
    id,
    delta: id === 0 ? -1 : 1_000_000,
    balance: 5_000_000,
    kind: 'search',
    title,
    at: AT,
    at_str: AT_STR
  }))
  const limits = { title: null, expires_at: null, networks: null, previous_until: null }
  const tokens = [{ id: 1, token: 'ps_abcd…wxyz', created_at: AT, last_used: null, ...limits }]
  const id = shown?.id
  await answer(page, `users/${id}`, {
    user: shown,
    history,
    second_step: ['code', 'backup'],
    pending_payments: 2,
    sessions,
    tokens,
    paid: PAID
  })
  await answer(page, `users/${id}/ledger?*`, { rows, total: 1_284 })
  const payments = PAID_PAYMENTS.map(change => adminPayment(1, change))
  await answer(page, 'payments?*', {
    payments,
    total: 2,
    totals: { amount_usd: 1, received_usdt: 1, credited: 1 }
  })
  await page.goto(`/admin/user?id=${id}`)
  await page.getByText('1–3 из').waitFor()
  await page.getByText('1–2 из 2').waitFor()
}

const hoursUpTo = (most: number): HourOfLoad[] =>
  Array.from({ length: LOAD_HOURS }, (_, hour) => {
    const queries = hour < 5 ? 0 : Math.round((most * hour) / LOAD_HOURS)
    const time = queries === 0 ? null : 120 + hour * 9
    return {
      hour: new Date(Date.parse(AT) - (LOAD_HOURS - hour) * 3_600_000).toISOString(),
      queries,
      hits: queries * 3,
      slow: 0,
      failures: 0,
      avg_time_ms: time,
      p95_time_ms: time && time * 2
    }
  })

const NAMES = ['Демо-реестр 07', 'Демо-объявления 05', 'Демо-справочник связи и адресов всех областей 03']
const PERFORMANCE: PerformanceAnswer = {
  ok: true,
  total_queries: 48_217,
  avg_query_time: 212,
  p95_query_time: 480,
  slow_queries_count: 316,
  failed_queries_count: 2,
  indices_count: 5,
  slow_indices: [
    { name: 'demo_ads_05', title: 'Демо-объявления 05', count: 9_604, hits: 3_118, avg_time: 0.64 }
  ],
  kinds: ['ФИО', 'Телефон', 'Всё вместе'].map((title, index) => ({
    kind: `kind${index}`,
    title,
    queries: 9_604,
    slow: index,
    avg_time_ms: 84 + index * 100,
    p95_time_ms: 190 + index * 300
  })),
  last_update: AT,
  load: hoursUpTo(177),
  sources: NAMES.map((title, index) => ({
    name: `demo_${index}`,
    title,
    queries: 9_604,
    hits: 3_118,
    slow: index,
    failures: 0,
    avg_time_ms: 84 + index * 100,
    p95_time_ms: 190 + index * 300,
    hours: hoursUpTo(90 - index * 40)
  }))
}

const EXCEPTIONS: IpException[] = ['127.0.0.1', '2001:db8:1234:5678:9abc:def0:1234:5678'].map(
  (ip_address, index) => ({
    id: index,
    ip_address,
    name: index === 0 ? 'Этот компьютер' : 'Офис на втором этаже',
    description: index === 0 ? null : 'Д'.repeat(120),
    is_active: index === 0,
    created_at: AT,
    created_at_str: AT_STR,
    created_by_username: index === 0 ? null : 'rootadmin',
    is_protected: index === 0
  })
)

async function exceptions(page: Page): Promise<void> {
  await answer(page, 'ip_exceptions', { ip_exceptions: EXCEPTIONS })
  await page.goto('/admin/ip-exceptions')
  await page.getByText('2001:db8').waitFor()
}

const NEWS: AdminNewsItem[] = ['Обновления', 'Свободная категория'].map((category, id) => ({
  id,
  title: id === 0 ? 'Новые источники' : 'З'.repeat(200),
  category,
  date: AT,
  summary: 'Подключены справочники связи. '.repeat(8),
  author: 'rootadmin',
  is_featured: id === 0,
  is_draft: id === 1
}))

async function audit(page: Page): Promise<void> {
  await answer(page, 'audit?*', { events: EVENTS, next: 'next' })
  await page.goto('/admin/audit')
  await page.getByText('Показать ещё').waitFor()
}

async function news(page: Page): Promise<void> {
  await answer(page, 'news?*', { news: NEWS, total: 2 })
  await page.goto('/admin/news')
  await page.getByText('Новые источники').waitFor()
}

/** The administrator's pages but for payments, with names and numbers as long as they may be. */
export const ADMIN_PAGE_STATES: Record<string, Open> = {
  ...SOURCE_STATES,
  ...COMPLIANCE_STATES,
  'admin-users': users,
  'admin-users-refused-edit': async page => {
    await users(page)
    await press(page, 'Изменить newsdesk')
    await page.getByLabel('Количество запросов').fill('-5')
    await press(page, 'Сохранить')
    await page.getByText('не может быть отрицательным').waitFor()
  },
  'admin-users-edit-failed': async page => {
    await users(page)
    await page.route('**/users/3/update', route => route.fulfill(DOWN))
    await press(page, 'Изменить newsdesk')
    await press(page, 'Сохранить')
    await page.getByRole('dialog').getByText(DOWN.json.error).waitFor()
  },
  'admin-users-password': async page => {
    await users(page)
    await press(page, 'Сменить пароль newsdesk')
    await page.getByRole('dialog').waitFor()
  },
  'admin-user': page => oneUser(page),
  'admin-user-free': page => oneUser(page, USERS[2]),
  'admin-user-blocking': async page => {
    await oneUser(page, USERS[2])
    await press(page, 'Заблокировать')
    await press(page, 'Заблокировать newsdesk')
    await page.getByText('Причина обязательна').waitFor()
  },
  'admin-audit': audit,
  'admin-user-unknown': async page => {
    await page.goto('/admin/user?id=999999')
    await page.getByText('Такого пользователя нет').waitFor()
  },
  'admin-settings': async page => {
    const telegram_admins = [{ id: 1, username: LONG, telegram_chat_id: '-1002223334445556' }]
    const exempt_ips = EXCEPTIONS.map(({ ip_address }) => ip_address)
    const terms = { rate: 0.01, bonus_threshold: 100, bonus_multiplier: 1.1, signup_requests: 5 }
    await answer(page, 'audit?*', { events: EVENTS.filter(({ act }) => act === 'terms_update'), next: null })
    await answer(page, 'settings', { ...terms, telegram_admins, exempt_ips, protected_ip: '127.0.0.1' })
    await page.goto('/admin/settings')
    await page.getByLabel('Множитель бонуса').fill('0')
    await press(page, 'Сохранить')
    await page.getByText('Множитель бонуса: число').waitFor()
  },
  'admin-statistics': async page => {
    await answer(page, 'es_performance', PERFORMANCE)
    await answer(page, 'statistics/days?*', { days: DAYS })
    await page.goto('/admin/statistics')
    await page.getByText('demo_ads_05').waitFor()
  },
  'admin-statistics-stale': async page => {
    let isDown = false
    await page.route('**/es_performance', route =>
      isDown ? route.fulfill(DOWN) : route.fulfill({ json: PERFORMANCE })
    )
    await page.goto('/admin/statistics')
    await page.getByText('demo_ads_05').waitFor()
    isDown = true
    await press(page, 'Обновить')
    await page.getByText(DOWN.json.error).waitFor()
  },
  'admin-telegram': async page => {
    await page.goto('/admin/telegram')
    await page.getByText('Ограниченные аккаунты').waitFor()
  },
  'admin-ip-exceptions': exceptions,
  'admin-ip-exceptions-editing': async page => {
    await exceptions(page)
    await press(page, 'Изменить 2001:db8:1234:5678:9abc:def0:1234:5678')
    await page.getByRole('dialog').waitFor()
  },
  'admin-news': news,
  'admin-news-writing': async page => {
    await news(page)
    await press(page, 'Новая новость')
    await page.getByRole('dialog').waitFor()
  },
  'admin-news-session-ended': async page => {
    await news(page)
    await page.route('**/api/auth/admin/news/*', route => route.fulfill({ status: 401, json: {} }))
    await page.route('**/refresh', route => route.fulfill({ status: 401, json: {} }))
    await press(page, `Отметить как важную: ${'З'.repeat(200)}`)
    await page.getByText('Сеанс закончился').waitFor()
  },
  'admin-overview-failed': async page => {
    await page.route('**/api/auth/admin/overview', route => route.fulfill(DOWN))
    await page.goto('/admin')
    await page.getByText(DOWN.json.error).waitFor()
  }
}
