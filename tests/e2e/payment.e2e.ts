import { networkRow } from '#api/networks/network-rows.ts'
import { type Hex, testChainAt } from '#api/networks/test-chain/index.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import { ADMIN, CHAIN_URL, ORIGIN } from './stage.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Page, signIn, test } from './walk.ts'

/** The tests of this file share one chain and its clock. */
test.describe.configure({ mode: 'serial' })
test.use({ actionTimeout: 20_000 })
test.setTimeout(150_000)

const { tokenContract, decimals, requiredConfirmations } = networkRow('local')
const chain = testChainAt(CHAIN_URL)
const HEIGHT = 900
/** A look of the watcher, and a turn of the page. */
const SEEN = { timeout: 75_000 }

/** Makes an invoice on the page; answers what the server made of it. */
async function makeInvoice(page: Page, usd: string): Promise<Payment> {
  await page.goto('/payment')
  await page.getByLabel('Своя сумма').fill(usd)
  await page.getByLabel('Сеть').selectOption('local')
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/payment/create'),
    page.getByRole('button', { name: `Создать счёт на ${usd} USD` }).click()
  ])
  const { data }: { data: Payment } = await answer.json()
  const heading = page.getByRole('heading', { name: `Счёт ${data.id.slice(0, 8)}` })
  await expect(heading).toBeFocused()
  return data
}

/** Another open payment, which lets the network be looked at every few seconds; the page does not learn of it by itself. */
const keepNetworkAwake = (page: Page) =>
  page.request.post('/api/payment/create', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    form: { usd_amount: '20', network: 'local' }
  })

/** Sends test USDT to what the page shows, as a wallet would: address and amount are read from it. */
async function payAsShown(page: Page, usdt?: number): Promise<void> {
  const [address, due] = await page.locator('.invoice .value code').allTextContents()
  const amount = usdt ?? Number(due)
  const units = BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals - 6)
  await chain.pay(tokenContract as Hex, address as Hex, units)
}

const confirmIt = () => chain.mine(requiredConfirmations)
/** The page comes back from its sleep. */
const wake = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const status = (page: Page) => page.locator('.card header .badge').first()
const rowOf = (page: Page, { id }: Payment) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Открыть счёт ${id.slice(0, 8)}` }) })
const credits = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Осталось запросов/ })

test('a person buys credits on a real chain, looked at on a phone and at a desk', async ({
  page,
  person: _person
}) => {
  const atEachWidth = async (look: () => Promise<void>) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: HEIGHT })
      await look()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  }
  await makeInvoice(page, '10')
  await atEachWidth(async () => {
    await expect(credits(page)).toHaveAccessibleName('Осталось запросов: 5')
    await expect(page.locator('.qr path')).toHaveAttribute('d', /^M/)
    await expect(page.getByRole('timer')).toHaveText(/^(59:\d\d|1:00:00|60:00)$/)
  })

  await payAsShown(page)
  await expect(page.getByText(/Платёж замечен, \d\/3 подтверждений/)).toBeVisible(SEEN)
  await confirmIt()
  await expect(status(page)).toHaveText('Завершен', SEEN)
  await atEachWidth(async () => {
    await expect(page.getByText(/Зачислено\s1\s000\sзапросов\./)).toBeVisible()
    await expect(credits(page)).toHaveAccessibleName(/Осталось запросов: 1\s005/)
    await expect(page.getByRole('row', { name: /Завершен/ })).toBeVisible()
  })
})

test('who pays too little is asked for the rest, on the same address', async ({ page, person }) => {
  const { expected_amount_usdt } = await makeInvoice(page, '20')
  await payAsShown(page, 15)
  await confirmIt()
  await expect(page.getByText(/Осталось доплатить 5,00\sUSDT/)).toBeVisible(SEEN)
  await expect(page.locator('.due')).toHaveText(/^5,00\sUSDT$/)
  await expect(page.getByRole('button', { name: 'Отменить счёт' })).toHaveCount(0)
  await payAsShown(page)
  await confirmIt()
  await expect(status(page)).toHaveText('Завершен', SEEN)
  await expect(page.getByText(/Зачислено\s2\s000\sзапросов\./)).toBeVisible()
  expect([expected_amount_usdt, person.username === '']).toEqual([20, false])
})

test('who pays too much has credits for all of it', async ({ page, person: _person }) => {
  await makeInvoice(page, '10')
  await payAsShown(page, 12.5)
  await confirmIt()
  await expect(status(page)).toHaveText('Завершен', SEEN)
  await expect(page.getByText(/Пришло 12,50\sUSDT вместо 10,00\sUSDT/)).toBeVisible()
  await expect(credits(page)).toHaveAccessibleName(/Осталось запросов: 1\s255/)
})

test('an older invoice that is paid turns by itself, while the newer one stays before the person', async ({
  page,
  person: _person
}) => {
  const older = await makeInvoice(page, '10')
  const newer = await makeInvoice(page, '12')
  await chain.pay(tokenContract as Hex, older.generated_address as Hex, 10n * 10n ** BigInt(decimals))
  await confirmIt()
  await expect(rowOf(page, older)).toContainText('Завершен', SEEN)
  await expect(credits(page)).toHaveAccessibleName(/Осталось запросов: 1\s005/)
  await expect(page.getByRole('heading', { name: `Счёт ${newer.id.slice(0, 8)}` })).toBeVisible()
  await expect(status(page)).toHaveText('Ожидает оплаты')
})

test('a payment that nobody pays can be cancelled, and money for it waits for an administrator', async ({
  page,
  person: _person
}) => {
  const cancelled = await makeInvoice(page, '10')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Отменить счёт' }).click()
  await dialog.getByRole('button', { name: 'Не отменять' }).click()
  await expect(status(page)).toHaveText('Ожидает оплаты')
  await page.getByRole('button', { name: 'Отменить счёт' }).click()
  await dialog.getByRole('button', { name: /Отменить счёт/ }).click()
  await expect(status(page)).toHaveText('Отменен')
  await expect(page.getByText('Не платите по этому счёту.')).toBeVisible()

  await chain.pay(tokenContract as Hex, cancelled.generated_address as Hex, 10n * 10n ** BigInt(decimals))
  await confirmIt()
  await keepNetworkAwake(page)
  await expect(async () => {
    await wake(page)
    await expect(page.getByText('Деньги проверяет администратор.')).toBeVisible({ timeout: 3_000 })
  }).toPass(SEEN)
  await expect(status(page)).toHaveText('Отменен')
  await expect(rowOf(page, cancelled)).toContainText('Ждёт решения администратора')
  await expect(credits(page)).toHaveAccessibleName('Осталось запросов: 5')
  await expectAccessible(page)
})

test.describe('an amount that cannot be paid is refused in words', () => {
  for (const [amount, text] of [
    ['9.99', 'Минимальная сумма 10 USD'],
    ['10000.01', 'Максимальная сумма 10000 USD'],
    ['1e4', 'Введите сумму цифрами, например 50 или 49.99'],
    ['10.001', 'В сумме не больше двух знаков после точки'],
    ['', 'Введите сумму цифрами, например 50 или 49.99']
  ] as const) {
    test(`«${amount}»: ${text}`, async ({ page, person: _person }) => {
      const urls: string[] = []
      page.on('request', request => request.method() === 'POST' && urls.push(request.url()))
      await page.goto('/payment')
      const field = page.getByLabel('Своя сумма')
      await field.fill(amount)
      await field.blur()
      // What is not typed yet is asked for by the press.
      await expect(page.getByText(text)).toHaveCount(amount === '' ? 0 : 1)
      await page.getByRole('button', { name: 'Создать счёт' }).click()
      await expect(page.getByText(text)).toBeVisible()
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      expect(urls.filter(url => url.includes('/payment/'))).toEqual([])
      await field.fill('10')
      await expect(page.getByText(text)).toHaveCount(0)
    })
  }
})

test('whoever searches for nothing is told that there is nothing to buy', async ({
  page,
  person: _person
}) => {
  await page.route('**/api/auth/me', async route => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, user: { ...body.user, role: 'Инфинити' } } })
  })
  await page.goto('/payment')
  await expect(page.getByText('запросы покупать не нужно')).toBeVisible()
})

test('an administrator credits money for a cancelled invoice, and puts other money aside', async ({
  page,
  person,
  browser
}) => {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const invoices: Payment[] = []
  for (const usd of ['10', '12']) {
    const invoice = await makeInvoice(page, usd)
    expect((await page.request.post(`/api/payment/${invoice.id}/cancel`, { headers })).status()).toBe(200)
    const units = BigInt(usd) * 10n ** BigInt(decimals)
    await chain.pay(tokenContract as Hex, invoice.generated_address as Hex, units)
    invoices.push(invoice)
  }
  const paid = invoices.map(({ id }) => id.slice(0, 8))
  await confirmIt()
  // An open invoice lets the network be looked at every few seconds.
  await makeInvoice(page, '14')

  const context = await browser.newContext({ baseURL: ORIGIN })
  const admin = await context.newPage()
  await signIn(context, ADMIN)
  const rowOf = (number = '') => admin.getByRole('listitem').filter({ hasText: number })
  await expect(async () => {
    await admin.goto('/admin/payments')
    await expect(rowOf(paid[1])).toBeVisible({ timeout: 3_000 })
  }).toPass(SEEN)
  await expect(rowOf(paid[0])).toContainText('Пришло на отменённый платёж')
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: HEIGHT })
    await expectAccessible(admin)
    await expectNoSidewaysScroll(admin)
  }

  const dialog = admin.getByRole('dialog')
  await rowOf(paid[0])
    .getByRole('button', { name: /Зачислить/ })
    .click()
  await expect(dialog).toContainText(person.username)
  await dialog.getByRole('button', { name: /Зачислить 1\s000\sзапросов/ }).click()
  await expect(rowOf(paid[0])).toHaveCount(0)
  await rowOf(paid[1]).getByRole('button', { name: 'Не зачислять' }).click()
  await dialog.getByRole('button', { name: 'Не зачислять' }).click()
  await expect(rowOf(paid[1])).toHaveCount(0)
  await admin.reload()
  await expect(admin.getByRole('row', { name: paid[0] })).toContainText('Зачислено администратором')
  await admin.getByRole('button', { name: `Подробнее о платеже ${paid[0]}` }).click()
  await expect(dialog).toContainText(/Пришло10,00\sUSDT.*Зачислено1\s000 из 1\s000, администратором 1\s000/)
  await context.close()

  await page.goto('/payment')
  await expect(credits(page)).toHaveAccessibleName(/Осталось запросов: 1\s005/)
  await page.getByRole('link', { name: `Открыть счёт ${paid[0]}` }).click()
  await expect(page.getByText(/Деньги зачислил администратор\./)).toBeVisible()
  await expect(page.locator('dl')).toContainText(/Пришло10,00\sUSDT/)
  await expect(page.getByRole('row', { name: paid[0] })).toContainText('Зачислено администратором')
})

// The last one: the chain's clock does not go back.
test('time decides: a part is credited as it is, late money when it comes, and a week later an administrator is asked', async ({
  page,
  person: _person
}) => {
  await page.setViewportSize({ width: 360, height: HEIGHT })
  const HOUR = 3_600
  const part = await makeInvoice(page, '20')
  await payAsShown(page, 15)
  await confirmIt()
  await expect(page.getByText(/Осталось доплатить 5,00\sUSDT/)).toBeVisible(SEEN)
  await makeInvoice(page, '10')
  const address = (await page.locator('.invoice .value code').first().textContent()) as Hex
  await chain.wait(3 * HOUR)
  await confirmIt()
  await confirmIt()
  await expect(status(page)).toHaveText('Истек', SEEN)
  await expect(page.getByText(/Срок вышел, деньги не поступили\./)).toBeVisible()
  await expectAccessible(page)
  await expect(rowOf(page, part)).toContainText('Завершен', SEEN)
  await expect(rowOf(page, part)).toContainText('Пришло меньше')
  await expect(credits(page)).toHaveAccessibleName(/Осталось запросов: 1\s505/)

  await chain.pay(tokenContract as Hex, address, 10_000_000n)
  await confirmIt()
  await keepNetworkAwake(page)
  await expect(async () => {
    await wake(page)
    await expect(status(page)).toHaveText('Завершен', { timeout: 3_000 })
  }).toPass(SEEN)
  await expect(page.getByText(/после срока: зачислено по тому же курсу/)).toBeVisible()
  await expect(credits(page)).toHaveAccessibleName(/Осталось запросов: 2\s505/)

  await chain.wait(8 * 24 * HOUR)
  await chain.pay(tokenContract as Hex, address, 10_000_000n)
  await confirmIt()
  await keepNetworkAwake(page)
  await expect(async () => {
    await wake(page)
    await expect(page.getByText('Деньги проверяет администратор.')).toBeVisible({ timeout: 3_000 })
  }).toPass(SEEN)
  await expect(page.getByText(/Зачислено\s1\s000\sзапросов\./)).toBeVisible()
  await expect(credits(page)).toHaveAccessibleName(/Осталось запросов: 2\s505/)

  await page.getByRole('link', { name: `Открыть счёт ${part.id.slice(0, 8)}` }).click()
  await expect(page.getByText(/Пришло 15,00\sUSDT вместо 20,00\sUSDT: зачислено столько/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
