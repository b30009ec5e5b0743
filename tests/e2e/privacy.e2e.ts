import type { Browser } from 'playwright/test'
import { dropSource, loadSource } from './loaded-source.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { violationsOf } from './violations.ts'
import { expect, expectNoSidewaysScroll, type Page, searchFor, signIn, test } from './walk.ts'

// Each opens the newest request without a code.
test.describe.configure({ mode: 'default' })

const WIDTHS = [360, 1280]
/** Of somebody of the demo data, whom the first example finds. */
const PHONE = '+7 973 204-17-40'

async function expectGood(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await test.step(`${name}, ${width} px`, async () => {
      await expectNoSidewaysScroll(page)
      expect(await violationsOf(page)).toEqual([])
      if (process.env.PRIVACY_SHOTS)
        await page.screenshot({
          path: `${process.env.PRIVACY_SHOTS}/${name}-${width}.png`,
          fullPage: true
        })
    })
  }
}

/** The administrator beside the visitor, in a browser of their own, on the list of requests. */
async function openRequests(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: ORIGIN, locale: 'ru-RU', reducedMotion: 'reduce' })
  await signIn(context, ADMIN)
  const page = await context.newPage()
  await page.goto('/admin/compliance#requests')
  await expect(page.getByRole('heading', { name: 'Обращения', level: 2 })).toBeVisible()
  return page
}

interface FormFields {
  /** The radio of the form, and of the list. */
  title: RegExp
  email: string
  phone?: string
  name?: string
  day?: string
}

/** Fills in the form and has the administrator hand the code over. Returns the number of the request. */
async function ask(page: Page, admin: Page, { title, email, phone, name, day }: FormFields): Promise<string> {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Персональные данные' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Персональные данные')
  await page.getByRole('radio', { name: title }).check()
  await page.getByRole('textbox', { name: 'E-mail для ответа' }).fill(email)
  if (phone) await page.getByRole('textbox', { name: 'Телефон' }).fill(phone)
  if (name) await page.getByRole('textbox', { name: 'Фамилия, имя, отчество' }).fill(name)
  if (day) await page.getByRole('textbox', { name: 'Дата рождения' }).fill(day)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByRole('heading', { name: 'Код подтверждения' })).toBeFocused()

  await admin.goto('/admin')
  await admin.goto('/admin/compliance#requests')
  await admin.getByRole('combobox', { name: 'Какие обращения' }).selectOption('new')
  await admin
    .getByRole('button', { name: /^Открыть О-/ })
    .first()
    .click()
  await expect(admin.getByText(email)).toBeVisible()
  await admin.getByRole('button', { name: 'Показать код' }).click()
  const code = /\d{6}/.exec((await admin.getByText(/^Код: /).textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('textbox', { name: 'Код' }).fill(code)
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(page.getByRole('heading', { name: 'Что будет дальше' })).toBeFocused()
  const notice = (await page.getByText(/Обращение О-\d+ принято/).textContent()) ?? ''
  return /О-\d+/.exec(notice)?.[0] ?? ''
}

async function open(admin: Page, number: string): Promise<void> {
  await admin.goto('/admin')
  await admin.goto('/admin/compliance#requests')
  await admin.getByRole('button', { name: `Открыть ${number}` }).click()
  await expect(admin.getByRole('heading', { name: new RegExp(number) })).toBeVisible()
}

const countFound = async (page: Page, query: string): Promise<number> => {
  const answer = await page.request.post('/api/search/perform', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { query }
  })
  return (await answer.json()).results_count
}

test('access: the report is made, read by its link once, printed and saved', async ({ page, browser }) => {
  const admin = await openRequests(browser)
  await searchFor(admin.context(), PHONE)
  await page.goto('/privacy')
  await expect(page.getByRole('row').nth(1)).toContainText('синтетические данные')
  await expectGood(page, 'privacy-form')
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByText('Укажите e-mail или телефон: на него придёт код')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail для ответа' })).toBeFocused()

  const number = await ask(page, admin, { title: /^Узнать/, email: 'access@example.com', phone: PHONE })
  await page.reload()
  await expect(page.getByText(`Обращение ${number} принято`)).toBeVisible()
  await expectGood(page, 'privacy-taken')
  await open(admin, number)
  await admin.getByRole('checkbox', { name: /Личность проверена/ }).check()
  await admin.getByRole('button', { name: 'Собрать отчёт' }).click()
  await expect(admin.getByRole('article')).toContainText('Примеров')
  await expect(admin.getByRole('article')).toContainText('поиск, администратор, сайт')
  await expectGood(admin, 'request-access')
  await admin.getByRole('checkbox', { name: 'Не о нём: не показывать' }).first().check()
  await admin.getByRole('button', { name: `Исполнить ${number}` }).click()
  const handed =
    (await admin
      .getByText(/Отчёт открывается один раз/)
      .first()
      .textContent()) ?? ''
  const link = /http\S+\/privacy\/report#[\w-]{43}/.exec(handed)?.[0] ?? ''
  await expectGood(admin, 'request-done')

  await page.goto(link)
  await expectGood(page, 'report-closed')
  await page.getByRole('button', { name: 'Открыть отчёт' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Сведения, которые здесь обрабатывают')
  await expectGood(page, 'report-open')
  expect(page.url()).not.toContain('#')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать JSON' }).click()
  ])
  expect(download.suggestedFilename()).toMatch(/^otchet-.+\.json$/)
  await page.reload()
  await page.getByRole('button', { name: 'Открыть отчёт' }).click()
  await expect(page.getByText(/В адресе нет ключа отчёта/)).toBeVisible()
  await page.goto('/')
  await page.goto(link)
  await page.getByRole('button', { name: 'Открыть отчёт' }).click()
  await expect(page.getByText(/уже открыта или больше не действует/)).toBeVisible()
  await admin.context().close()
})

test('correction: a document is asked for, then the request is fulfilled', async ({ page, browser }) => {
  const admin = await openRequests(browser)
  const number = await ask(page, admin, { title: /^Исправить/, email: 'correct@example.com' })
  await open(admin, number)
  await admin.getByRole('radio', { name: /^Запросить документ/ }).check()
  await expect(admin.getByRole('textbox', { name: 'Ответ человеку' })).toHaveValue(/нужен документ/)
  await admin.getByRole('button', { name: `Запросить документ ${number}` }).click()
  await expect(admin.getByText('ждёт документа')).toBeVisible()
  await expect(admin.getByRole('radio', { name: /^Запросить документ/ })).toHaveCount(0)
  await expectGood(admin, 'request-document')
  await admin.getByRole('button', { name: `Исполнить ${number}` }).click()
  await expect(admin.getByText('исполнено', { exact: true })).toBeVisible()
  await expect(admin.getByText(/correct@example\.com\./)).toBeVisible()
  await admin.context().close()
})

test('objection: a code is guessed, entered after the page was left, and the request refused', async ({
  page,
  browser
}) => {
  const admin = await openRequests(browser)
  await page.goto('/privacy')
  await page.getByRole('textbox', { name: 'E-mail для ответа' }).fill('guess@example.com')
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByText('Адрес: guess@example.com.')).toBeVisible()
  await page.reload()
  await page.getByRole('textbox', { name: 'Код' }).fill('12345')
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(page.getByText('Введите 6 цифр из сообщения')).toBeVisible()
  await page.getByRole('textbox', { name: 'Код' }).fill('000 000')
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(page.getByText('Код не подошёл. Осталось попыток: 4.')).toBeVisible()
  await expectGood(page, 'privacy-code')
  await page.getByRole('button', { name: 'Заполнить заново' }).click()
  await expect(page.getByRole('heading', { name: 'Обращение' })).toBeFocused()

  const name = 'Возражалов Пётр Ильич'
  const fields = { title: /^Возразить/, email: 'object@example.com', name, day: '07.03.1985' }
  const number = await ask(page, admin, fields)
  await open(admin, number)
  await expect(admin.getByText('ФИО и дата рождения').first()).toBeVisible()
  await admin.getByRole('radio', { name: /^Отказать/ }).check()
  await admin.getByRole('textbox', { name: 'Для журнала' }).fill('не подтвердил личность')
  await admin.getByRole('button', { name: `Отказать ${number}` }).click()
  await expect(admin.getByText('Допишите, почему отказано')).toBeVisible()
  await admin.getByRole('textbox', { name: 'Ответ человеку' }).fill('Отказано: нет документа.')
  await admin.getByRole('button', { name: `Отказать ${number}` }).click()
  await expect(admin.getByText('отказ', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: '← Все обращения' }).click()
  await admin.getByRole('combobox', { name: 'Какие обращения' }).selectOption('refused')
  await expect(admin.getByRole('row', { name: new RegExp(number) })).toContainText('возражение')
  await expectGood(admin, 'requests')
  await admin.context().close()
})

test('what was typed stays, and a request whose tries are over gets another code', async ({ page }) => {
  await page.goto('/privacy')
  await page.getByRole('radio', { name: /^Удалить/ }).check()
  await page.getByRole('radio', { name: /^О другом/ }).check()
  const typed = {
    'E-mail для ответа': 'stays@example.com',
    Телефон: '+7 973 206-30-99',
    'Фамилия, имя, отчество': 'Остаев Пётр Ильич',
    'Дата рождения': '10.01.1950',
    'Что важно знать': 'Всё это'
  }
  for (const [name, value] of Object.entries(typed)) await page.getByRole('textbox', { name }).fill(value)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByRole('button', { name: 'Исправить данные' }).click()
  for (const [name, value] of Object.entries(typed))
    await expect(page.getByRole('textbox', { name })).toHaveValue(value)
  await expect(page.getByRole('radio', { name: /^Удалить/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^О другом/ })).toBeChecked()
  await page.getByRole('button', { name: 'Получить код' }).click()

  for (let left = 5; left > 0; left -= 1) {
    await page.getByRole('textbox', { name: 'Код' }).fill(String(left).repeat(6))
    await page.getByRole('button', { name: 'Подтвердить' }).click()
    if (left > 1) await expect(page.getByText(`Осталось попыток: ${left - 1}.`)).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Код больше не действует' })).toBeFocused()
  await expect(page.getByText(/попыток больше нет.*не подано/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Код' })).toHaveCount(0)
  await expectGood(page, 'privacy-spent')
  await page.getByRole('button', { name: 'Получить новый код' }).click()
  await expect(page.getByRole('heading', { name: 'Код подтверждения' })).toBeFocused()
  await expect(page.getByText('Адрес: stays@example.com.')).toBeVisible()
  await expect(page.getByText('попыток больше нет')).toHaveCount(0)
})

test('erasure: whoever asks is not found from the code on', async ({ page, browser }) => {
  const admin = await openRequests(browser)
  const source = `erased_${Date.now()}`
  const phone = '+79732063001'
  const file = `ФИО;Дата рождения;Телефон\nСтираев Пётр Ильич;10.01.1950;${phone}\n`
  await loadSource(admin.request, { name: source, title: 'Реестр стёртых', file })
  expect(await countFound(admin, phone)).toBe(1)
  const number = await ask(page, admin, { title: /^Удалить/, email: 'erase@example.com', phone })
  await expect(page.getByText(/а с ФИО только вместе с датой рождения/)).toBeVisible()
  expect(await countFound(admin, phone)).toBe(0)
  await open(admin, number)
  await expect(admin.getByText(/код этого не подтверждает: телефон/)).toBeVisible()
  await admin.getByRole('button', { name: 'Что затронет решение' }).click()
  await expect(admin.getByRole('heading', { name: 'Будут стёрты: записей нет' })).toBeVisible()
  await expect(admin.getByRole('heading', { name: 'Рядом, останутся как есть: 1 запись' })).toBeVisible()
  await expect(admin.getByText(/Стираев Пётр Ильич/)).toBeVisible()
  await expectGood(admin, 'request-reach')
  await admin.getByRole('checkbox', { name: /Личность проверена/ }).check()
  await admin.getByRole('button', { name: `Исполнить ${number}` }).click()
  await expect(admin.getByText('Сначала посмотрите, что затронет решение')).toBeVisible()
  await admin.getByRole('button', { name: 'Что затронет решение' }).click()
  await expect(admin.getByRole('heading', { name: 'Будут стёрты: 1 запись' })).toBeVisible()
  await admin.getByRole('button', { name: `Исполнить ${number}` }).click()
  await expect(admin.getByText('исполнено', { exact: true })).toBeVisible()
  expect(await countFound(admin, phone)).toBe(0)
  await dropSource(admin.request, source)
  await admin.context().close()
})

test('the register of sources is shown and saved', async ({ page, admin: _admin }) => {
  await page.goto('/admin/compliance#sources')
  await expect(page.getByRole('table', { name: 'Источники и их паспорта' })).toBeVisible()
  await expectGood(page, 'register')
  for (const format of ['CSV', 'JSON']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format }).click()
    ])
    expect(download.suggestedFilename()).toMatch(/^reestr-obrabotki-.+\.(csv|json)$/)
  }
})
