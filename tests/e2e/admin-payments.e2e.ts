import type { Payment } from '#shared/contracts/payments.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { expect, newAccount, type Page, signIn, test } from './walk.ts'

const headers = { 'Sec-Fetch-Site': 'same-origin' }

/** A new person's open payment on the network without a chain, with their page that shows it. */
async function waitingPerson(page: Page, usd: string) {
  const context = page.context()
  const account = await newAccount(context)
  await signIn(context, account)
  const answer = await page.request.post('/api/payment/create', {
    headers,
    form: { usd_amount: usd, network: 'sandbox' }
  })
  const { data }: { data: Payment } = await answer.json()
  await page.goto('/payment')
  await page.getByRole('heading', { name: `Счёт ${data.id.slice(0, 8)}` }).waitFor()
  return { username: account.username, id: data.id, number: data.id.slice(0, 8) }
}

/** The administrator's page, which shows the payments of one person. */
async function administratorAt(admin: Page, username: string) {
  await signIn(admin.context(), ADMIN)
  await admin.goto('/admin')
  await admin.getByRole('link', { name: /Управление платежами Под/ }).click()
  // Until then the list is the whole one, and would change once more.
  const filtered = admin.waitForResponse(answer => answer.url().includes(`search=${username}`))
  await admin.getByLabel('Найти платёж').fill(username)
  await filtered
  await expect(admin.getByRole('rowheader', { name: username })).toHaveCount(1)
}

for (const width of [360, 1280]) {
  test(`an administrator confirms a payment, and its person has the credits, at ${width} px`, async ({
    page,
    browser
  }) => {
    const { username, number } = await waitingPerson(page, '200')
    const context = await browser.newContext({ baseURL: ORIGIN })
    const admin = await context.newPage()
    await admin.setViewportSize({ width, height: 900 })
    await administratorAt(admin, username)
    await admin.getByRole('button', { name: `Подтвердить платёж ${number}` }).click()
    const question = admin.getByRole('dialog')
    await expect(question).toContainText(username)
    await expect(question).toContainText(/22\s000\sзапросов/)
    await question.getByLabel('Основание').fill('Перевод виден в обозревателе')
    await question.getByRole('button', { name: `Подтвердить ${number}` }).click()
    await expect(admin.getByText('Завершен').filter({ visible: true })).toHaveCount(1)
    await expect(admin.getByRole('button', { name: `Подтвердить платёж ${number}` })).toHaveCount(0)

    await admin.getByRole('button', { name: `Подробнее о платеже ${number}` }).click()
    const details = admin.getByRole('dialog')
    await expect(details).toContainText(`Подтвердил${ADMIN.username}`)
    await expect(details).toContainText('ОснованиеПеревод виден в обозревателе')
    await expect(details).toContainText(/200,00\sUSDT/)
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('button', { name: `Подробнее о платеже ${number}` })).toBeFocused()
    await context.close()

    // The person's page has not been touched meanwhile.
    const balance = page.getByRole('banner').getByRole('link', { name: /Осталось запросов/ })
    await expect(balance).toHaveAccessibleName(/Осталось запросов: 22\s005/, { timeout: 30_000 })
    await expect(page.getByText(/Зачислено\s22\s000\sзапросов\./)).toBeVisible()
  })
}

test('an administrator deletes a payment after a yes, and not after a no', async ({ page, browser }) => {
  const { username, number } = await waitingPerson(page, '10')
  const context = await browser.newContext({ baseURL: ORIGIN })
  const admin = await context.newPage()
  await administratorAt(admin, username)
  const press = async (answer: string) => {
    await admin.getByRole('button', { name: `Удалить платёж ${number}` }).click()
    await admin.getByRole('dialog').getByRole('button', { name: answer }).click()
  }
  await press('Отмена')
  await expect(admin.getByRole('rowheader', { name: username })).toHaveCount(1)
  await press(`Удалить ${number}`)
  await expect(admin.getByRole('heading', { name: 'Ничего не подходит' })).toBeVisible()
  await admin.getByRole('button', { name: 'Сбросить фильтр' }).click()
  await expect(admin.getByLabel('Найти платёж')).toHaveValue('')
  await context.close()
})

test('a payment that was confirmed elsewhere is not confirmed again: the refusal says so', async ({
  page,
  browser
}) => {
  const { username, number, id } = await waitingPerson(page, '10')
  const context = await browser.newContext({ baseURL: ORIGIN })
  const admin = await context.newPage()
  await administratorAt(admin, username)
  const elsewhere = await admin.request.post(`/api/auth/admin/payments/${id}/confirm`, { headers })
  expect(elsewhere.status()).toBe(200)
  await admin.getByRole('button', { name: `Подтвердить платёж ${number}` }).click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: `Подтвердить ${number}` })
    .click()
  await expect(admin.getByText('Платёж уже не ожидает оплаты')).toBeVisible()
  await expect(admin.getByRole('button', { name: `Подтвердить платёж ${number}` })).toHaveCount(0)
  await context.close()
})

test('a filter stands in the address, all that fits is summed up and saved, and the books are held now', async ({
  page,
  browser
}) => {
  const { username, number } = await waitingPerson(page, '10')
  const context = await browser.newContext({ baseURL: ORIGIN })
  const admin = await context.newPage()
  await administratorAt(admin, username)
  const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
  await admin.getByLabel('Созданы с').fill(today)
  await admin.getByLabel('Статус').selectOption('pending')
  await expect(admin.getByText(/^1\sплатёж на 10,00\sUSD, пришло 0,00\sUSDT, зачислено 0$/)).toBeVisible()
  await expect(admin).toHaveURL(`${ORIGIN}/admin/payments?from=${today}&status=pending`)
  for (const ending of ['csv', 'xlsx']) {
    const saved = admin.waitForEvent('download')
    await admin.getByRole('button', { name: `Скачать ${ending.toUpperCase()}` }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(new RegExp(`^platezhi-[-\\d]+\\.${ending}$`))
    if (ending === 'csv') expect(await Bun.file(await file.path()).text()).toContain(`;${username};`)
  }
  await admin.reload()
  await expect(admin.getByLabel('Статус')).toHaveValue('pending')
  await expect(admin.getByLabel('Созданы с')).toHaveValue(today)
  await expect(admin.getByLabel('Найти платёж')).toHaveValue('')
  await admin.getByLabel('Созданы по').fill('2020-01-01')
  await expect(admin.getByRole('heading', { name: 'Ничего не подходит' })).toBeVisible()
  await admin.getByRole('button', { name: 'Сбросить фильтр' }).click()
  await expect(admin).toHaveURL(`${ORIGIN}/admin/payments`)
  await admin.getByRole('button', { name: 'Сверить сейчас' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Сверка прошла' })).toBeVisible()
  await admin.getByLabel('Найти платёж').fill(number)
  await admin.getByRole('rowheader', { name: username }).getByRole('link').click()
  await expect(admin.getByRole('region', { name: 'Платежи' }).getByRole('row')).toHaveCount(2)
  await context.close()
})

test('payments are narrowed by status', async ({ page, browser }) => {
  const { username } = await waitingPerson(page, '10')
  const context = await browser.newContext({ baseURL: ORIGIN })
  const admin = await context.newPage()
  await administratorAt(admin, username)
  await admin.getByLabel('Статус').selectOption('expired')
  await expect(admin.getByRole('heading', { name: 'Ничего не подходит' })).toBeVisible()
  await admin.getByLabel('Статус').selectOption('pending')
  await expect(admin.getByRole('rowheader', { name: username })).toHaveCount(1)
  await expect(admin.getByRole('rowheader', { name: 'Местная тестовая сеть' })).toBeVisible()
  await context.close()
})
