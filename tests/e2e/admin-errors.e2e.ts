import type { Page, Route } from 'playwright/test'
import { ROLE_ADMIN, ROLE_USER } from '#shared/labels/roles.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { ADMIN_PAGE_STATES } from './admin-page-scenes.ts'
import { ADMIN_PAYMENT_STATES } from './admin-scenes.ts'
import { button, dialog, inDialog } from './questions.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { expect, expectNoSidewaysScroll, newAccount, signIn, test } from './walk.ts'

const refusing = (status: number, error: string) => (route: Route) =>
  route.fulfill({ status, json: { ok: false, error } })
const BUSY = PROBLEMS.DATABASE_DOWN.text
const REFUSED = 'Кто-то изменил это раньше вас.'
const PASSWORD = 'another horse 43'

/** How a call goes wrong, at which width that is looked at, and what is said then. */
const FAULTS = [
  { width: 360, fail: refusing(409, REFUSED), says: REFUSED },
  { width: 1280, fail: refusing(503, BUSY), says: BUSY },
  { width: 360, fail: refusing(403, PROBLEMS.FORBIDDEN.text), says: PROBLEMS.FORBIDDEN.text },
  { width: 1280, fail: (route: Route) => route.abort(), says: 'Связи с сервером нет' }
]

interface Act {
  what: string
  /** The state in which it is done, and where it stands again after a reload. */
  scene: string
  /** Opens what asks, as far as its last button. */
  open: (page: Page) => Promise<void>
  yes: string
  call: [method: string, path: string]
  /** The form stays open with what was typed, and says it there. */
  isForm?: true
}

const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click()
const NEWS = 'Новые источники'
const IP = '2001:db8:1234:5678:9abc:def0:1234:5678'
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    await dialog(page).getByLabel(label, { exact: true }).fill(value)
}

const ACTS: Act[] = [
  {
    what: 'an edited user',
    scene: 'admin-users',
    open: press('Изменить newsdesk'),
    yes: 'Сохранить',
    call: ['POST', 'users/3/update'],
    isForm: true
  },
  {
    what: 'a new password',
    scene: 'admin-users',
    async open(page) {
      await press('Сменить пароль newsdesk')(page)
      await fill(page, { 'Новый пароль': PASSWORD })
    },
    yes: 'Сменить пароль',
    call: ['POST', 'users/3/change_password'],
    isForm: true
  },
  {
    what: 'an ended session',
    scene: 'admin-user',
    open: press(/^Закончить сеанс/),
    yes: 'Закончить сеанс',
    call: ['DELETE', 'users/4/sessions/*']
  },
  {
    what: 'all sessions',
    scene: 'admin-user',
    open: press('Закончить все'),
    yes: 'Закончить 1\u00a0сеанс',
    call: ['DELETE', 'users/4/sessions']
  },
  {
    what: 'a deleted user',
    scene: 'admin-user',
    open: press('Удалить'),
    yes: `Удалить ${'q'.repeat(64)}`,
    call: ['DELETE', 'users/4']
  },
  {
    what: 'a new exception',
    scene: 'admin-ip-exceptions',
    async open(page) {
      await press('Добавить исключение')(page)
      await fill(page, { 'IP-адрес': '203.0.113.7', Название: 'Офис' })
    },
    yes: 'Добавить',
    call: ['POST', 'ip_exceptions'],
    isForm: true
  },
  {
    what: 'an edited exception',
    scene: 'admin-ip-exceptions',
    open: press(`Изменить ${IP}`),
    yes: 'Сохранить',
    call: ['PUT', 'ip_exceptions/1'],
    isForm: true
  },
  {
    what: 'a deleted exception',
    scene: 'admin-ip-exceptions',
    open: press(`Удалить ${IP}`),
    yes: `Удалить ${IP}`,
    call: ['DELETE', 'ip_exceptions/1']
  },
  {
    what: 'news',
    scene: 'admin-news',
    async open(page) {
      await press('Новая новость')(page)
      await fill(page, { Заголовок: 'Проверка', Категория: 'Информация', Текст: 'Текст' })
    },
    yes: 'Опубликовать',
    call: ['POST', 'news'],
    isForm: true
  },
  {
    what: 'edited news',
    scene: 'admin-news',
    open: press(`Изменить: ${NEWS}`),
    yes: 'Сохранить',
    call: ['PUT', 'news/0'],
    isForm: true
  },
  {
    what: 'deleted news',
    scene: 'admin-news',
    open: press(`Удалить: ${NEWS}`),
    yes: 'Удалить новость',
    call: ['DELETE', 'news/0']
  },
  {
    what: 'reset statistics',
    scene: 'admin-statistics',
    open: press('Сбросить метрики'),
    yes: 'Сбросить метрики',
    call: ['POST', 'es_performance/reset']
  },
  {
    what: 'a confirmed payment',
    scene: 'admin-payments',
    open: press('Подтвердить платёж 00000000'),
    yes: 'Подтвердить 00000000',
    call: ['POST', 'payments/*/confirm'],
    isForm: true
  },
  {
    what: 'a blocked user',
    scene: 'admin-user-free',
    async open(page) {
      await press('Заблокировать')(page)
      await fill(page, { Причина: 'Перебор' })
    },
    yes: 'Заблокировать newsdesk',
    call: ['POST', 'users/3/block'],
    isForm: true
  },
  {
    what: 'a deleted payment',
    scene: 'admin-payments',
    open: press('Удалить платёж 00000000'),
    yes: 'Удалить 00000000',
    call: ['DELETE', 'payments/*']
  },
  {
    what: 'credited money',
    scene: 'admin-payments',
    open: press('Зачислить 5\u00a0000\u00a0запросов'),
    yes: 'Зачислить 5\u00a0000\u00a0запросов',
    call: ['POST', 'payments/review/7/credit']
  },
  {
    what: 'dismissed money',
    scene: 'admin-payments',
    open: press('Не зачислять'),
    yes: 'Не зачислять',
    call: ['POST', 'payments/review/7/dismiss']
  }
]

const SCENES = { ...ADMIN_PAGE_STATES, ...ADMIN_PAYMENT_STATES }

/** Fails the calls of a method; others go where they went before. */
const breakCall = (page: Page, [method, path]: Act['call'], fail: (route: Route) => Promise<void>) =>
  page.route(`**/{api/auth/admin,admin/api}/${path}`, route =>
    route.request().method() === method ? fail(route) : route.fallback()
  )

// Of calls without an answer the browser says so itself; whatever the page throws stays a failure.
test.afterEach(({ complaints }) => {
  expect(complaints.filter(line => !line.includes('ERR_FAILED'))).toEqual([])
  complaints.length = 0
})

for (const scene of new Set(ACTS.map(act => act.scene)))
  test(`what is refused, fails or is lost on ${scene} is said, and the page stays`, async ({
    page,
    admin: _admin
  }) => {
    await SCENES[scene]?.(page)
    for (const { what, open, yes, call, isForm } of ACTS.filter(act => act.scene === scene)) {
      let now: (typeof FAULTS)[number]['fail'] = route => route.abort()
      await breakCall(page, call, route => now(route))
      for (const { width, fail, says } of FAULTS)
        await test.step(`${what}: ${says}`, async () => {
          now = fail
          await page.setViewportSize({ width, height: 900 })
          await open(page)
          await inDialog(page, yes).click()
          const message = isForm ? dialog(page).getByRole('alert') : page.getByRole('status')
          await expect(message.filter({ hasText: says })).toBeVisible()
          await expectNoSidewaysScroll(page)
          if (isForm) await inDialog(page, 'Отмена').click()
          await expect(dialog(page)).toHaveCount(0)
        })
    }
  })

test('what is refused, fails or is lost in the settings is said where it was asked', async ({
  page,
  admin: _admin
}) => {
  await page.goto('/admin/settings')
  let now: (typeof FAULTS)[number]['fail'] = route => route.abort()
  for (const path of ['settings/rate', 'exempt_ips'])
    await breakCall(page, ['POST', path], route => now(route))
  for (const { width, fail, says } of FAULTS) {
    now = fail
    await page.setViewportSize({ width, height: 900 })
    await page.getByLabel('Запросов за 1 USD').fill('250')
    await button(page, 'Сохранить').click()
    await expect(page.getByRole('alert').filter({ hasText: says })).toHaveCount(1)
    await page.getByLabel('IP-адрес', { exact: true }).fill('203.0.113.9')
    await button(page, 'Добавить адрес').click()
    await expect(page.getByRole('alert').filter({ hasText: says })).toHaveCount(2)
    await expect(page.getByLabel('Запросов за 1 USD')).toHaveValue('250')
    await expect(page.getByLabel('IP-адрес', { exact: true })).toHaveValue('203.0.113.9')
    await page.reload()
  }
})

test('a session that ends over an open form is opened again over it, and what was typed is sent', async ({
  page,
  context,
  admin
}) => {
  await page.goto('/admin/news')
  await button(page, 'Новая новость').click()
  const title = `После входа ${Date.now()}`
  await fill(page, { Заголовок: title, Категория: 'Информация', Текст: 'Текст' })
  await context.clearCookies()
  await inDialog(page, 'Опубликовать').click()
  const login = dialog(page).filter({ hasText: 'Сеанс закончился' })
  await login.getByLabel('Пароль', { exact: true }).fill(admin.password)
  await login.getByRole('button', { name: 'Войти и продолжить' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(1)
  await button(page, `Удалить: ${title}`).click()
  await inDialog(page, 'Удалить новость').click()
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(0)
})

test('whoever is no administrator any more is refused by the next call, and sees nothing after a reload', async ({
  page,
  context,
  browser
}) => {
  const other = await newAccount(context)
  const chief = await browser.newContext()
  await signIn(chief, ADMIN)
  const users = `${ORIGIN}/api/auth/admin/users`
  const listed = await chief.request.get(`${users}?search=${other.username}`)
  const [{ id }] = (await listed.json()).users
  const giveRole = async (role: string) =>
    expect(
      (
        await chief.request.post(`${users}/${id}/update`, {
          headers: { 'Sec-Fetch-Site': 'same-origin' },
          form: { role }
        })
      ).status()
    ).toBe(200)
  await giveRole(ROLE_ADMIN)
  await signIn(context, other)
  await page.goto('/admin/ip-exceptions')
  await button(page, 'Изменить 127.0.0.1').click()
  await giveRole(ROLE_USER)
  await inDialog(page, 'Сохранить').click()
  await expect(dialog(page).getByRole('alert')).toContainText('Доступ запрещен')
  await inDialog(page, 'Отмена').click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Доступ запрещен' })).toBeVisible()
  await chief.close()
})
