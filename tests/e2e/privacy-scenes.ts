import type { Page } from 'playwright/test'
import type { Signal } from '#shared/contracts/admin/signals.ts'
import type { RequestView } from '#shared/contracts/admin/subject-requests.ts'
import { SIGNAL_KINDS } from '#shared/labels/signals.ts'
import { visible } from './acts.ts'

type Open = (page: Page) => Promise<void>

const AT_STR = '22.11.2026 12:10'
const LONG = 'q'.repeat(64)

const view = (id: number, change: Partial<RequestView>): RequestView => ({
  id,
  number: `О-${id}`,
  want: 'erase',
  state: 'open',
  on_behalf: false,
  channel: 'email',
  created_at_str: AT_STR,
  confirmed_at_str: AT_STR,
  due_on: '2026-12-07',
  days_left: 6,
  decided_at_str: null,
  decided_by: null,
  is_unsent: false,
  stated: {
    name: `${LONG} ${LONG}`,
    birth_date: '1985-03-07',
    phone: '+79732041740',
    email: `${LONG}@example.com`,
    note: 'Сведения устарели. '.repeat(20)
  },
  held: ['телефон', 'e-mail', 'ФИО и дата рождения'],
  acts_on: ['телефон', 'e-mail', 'ФИО и дата рождения'],
  has_code: false,
  is_extended: false,
  answer: null,
  reason: null,
  opened_at_str: null,
  ...change
})

const REQUESTS = [
  view(29, { days_left: -1, want: 'correct' }),
  view(30, { state: 'document', days_left: 0, on_behalf: true }),
  view(31, {}),
  view(28, { state: 'new', confirmed_at_str: null, due_on: null, days_left: null, channel: 'phone' }),
  view(27, { state: 'done', days_left: null, decided_at_str: AT_STR, decided_by: LONG, is_unsent: true })
]

const row = ({
  stated: _s,
  held: _h,
  acts_on: _on,
  has_code: _c,
  is_extended: _e,
  answer: _a,
  reason: _r,
  opened_at_str: _o,
  ...rest
}: RequestView) => rest

async function requests(page: Page): Promise<void> {
  const counts = { waiting: 1_284, done: 27, refused: 1, new: 3 }
  await page.route('**/api/auth/admin/subject_requests?*', route =>
    route.fulfill({
      json: { ok: true, requests: REQUESTS.map(row), total: 1_284, counts, overdue: 1 }
    })
  )
  await page.goto('/admin/compliance#requests')
  await visible(page, 'О-29')
}

const AT = '2026-11-22T09:10:00.000Z'
const SIGNALS: Signal[] = (['new', 'seen', 'closed'] as const).map((state, id) => ({
  id,
  kind: 'enumeration',
  title: SIGNAL_KINDS.enumeration,
  user: { id, username: id === 1 ? LONG : 'demoanalyst' },
  amount: 48,
  first_at: AT,
  first_at_str: AT_STR,
  last_at: AT,
  last_at_str: AT_STR,
  state,
  decided_by: state === 'new' ? null : 'rootadmin',
  reason: state === 'closed' ? 'Проверка контрагентов по договору. '.repeat(4) : null
}))

export const PRIVACY_STATES: Record<string, Open> = {
  privacy: async page => {
    await page.goto('/privacy')
    await visible(page, 'Получить код')
  },
  'privacy-refused': async page => {
    await page.goto('/privacy')
    await page.getByRole('button', { name: 'Получить код' }).click()
    await visible(page, 'Укажите e-mail или телефон: на него придёт код')
  },
  'privacy-down': async page => {
    await page.route('**/api/privacy', route =>
      route.fulfill({ status: 503, json: { error: 'База данных временно недоступна.' } })
    )
    await page.goto('/privacy')
    await visible(page, 'База данных временно недоступна.')
  },
  'privacy-report': async page => {
    await page.goto('/privacy/report')
    await visible(page, 'Открыть отчёт')
  }
}

export const COMPLIANCE_STATES: Record<string, Open> = {
  'compliance-sources': async page => {
    await page.goto('/admin/compliance#sources')
    await visible(page, 'Паспорта источников')
  },
  'compliance-signals': async page => {
    await page.route('**/api/auth/admin/risk', route =>
      route.fulfill({ json: { ok: true, mode: 'flag', open: 2, signals: SIGNALS } })
    )
    await page.goto('/admin/compliance#signals')
    await visible(page, /Сигнал только отмечает/)
  },
  'compliance-requests': requests,
  'compliance-request': async page => {
    await page.route('**/api/auth/admin/subject_requests/29', route =>
      route.fulfill({ json: { ok: true, request: REQUESTS[0] } })
    )
    await requests(page)
    await page.getByRole('button', { name: 'Открыть О-29' }).click()
    await visible(page, 'Решение')
  },
  'compliance-request-done': async page => {
    const done = { ...REQUESTS[4], answer: 'Обращение исполнено. '.repeat(12), reason: LONG }
    await page.route('**/api/auth/admin/subject_requests/27', route =>
      route.fulfill({ json: { ok: true, request: done } })
    )
    await requests(page)
    await page.getByRole('button', { name: 'Открыть О-27' }).click()
    await visible(page, 'Ответ не отправлен. Отправьте его ещё раз.')
  }
}
