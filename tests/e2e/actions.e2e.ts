import type { Locator } from 'playwright/test'
import { expect, type Page, test } from './walk.ts'

const HERO = 'Примеров Илья Андреевич'
const PHONE = '8 973 204-17-40'
const INN = '001204175339'
const ACTIONS_MAX = 3

const balanceOf = async (page: Page): Promise<number> =>
  (await (await page.request.get('/api/auth/me')).json()).user.requests_count

/** Somebody's hand: clicks and keys that do something are counted, typing is not. */
class Hand {
  actions = 0
  credits = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** Counts from now on. */
  async begin(): Promise<void> {
    this.actions = 0
    this.credits = await balanceOf(this.page)
  }
  async click(target: Locator): Promise<void> {
    this.actions += 1
    await target.click()
  }
  async press(key: string): Promise<void> {
    this.actions += 1
    await this.page.keyboard.press(key)
  }
  /** Types a line and sends it. */
  async search(line: string): Promise<void> {
    await this.page.getByLabel('Поисковый запрос').fill(line)
    await this.press('Enter')
    await expect(this.page.getByText('Последний поиск')).toBeVisible()
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name }).first()
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const panel = (page: Page) => page.locator('.panel').first()
const opener = (page: Page) => page.locator('.people h3 button').first()

/** What an analyst wants, the actions and credits that it takes from the empty line, and how. */
const TASKS: [
  task: string,
  actions: number,
  credits: number,
  run: (page: Page, hand: Hand) => Promise<void>
][] = [
  [
    'whether somebody is our client, with a verdict',
    3,
    1,
    async (page, hand) => {
      await hand.search(`${HERO} 1981 ${PHONE}`)
      await hand.click(opener(page))
      await expect(page.getByLabel('Заметка')).toBeVisible()
      await hand.press('1')
      await expect(page.locator('.who').getByText('ваш вывод: тот же')).toBeVisible()
    }
  ],
  [
    'who else uses a phone, and by what records of when',
    2,
    1,
    async (page, hand) => {
      await hand.search(PHONE)
      await expect(heading(page)).toContainText('Номер записан за')
      await expect(page.locator('.people .who', { hasText: 'Образцов' })).toBeVisible()
      await hand.click(opener(page))
      await expect(panel(page)).toContainText('11.2014')
    }
  ],
  [
    'who else lives at an address',
    1,
    1,
    async (page, hand) => {
      await hand.search('г. Примерск, ул. Образцовая, д. 7, кв. 41')
      await expect(heading(page)).toContainText('По этому адресу')
      expect(await page.locator('.people .who').count()).toBeGreaterThan(2)
    }
  ],
  ...['Проверка телефона', 'Адрес', 'Место работы'].map((field): (typeof TASKS)[number] => [
    `to go on from a value of a person: ${field}`,
    2,
    2,
    async (page, hand) => {
      await hand.search(`${HERO} 14.03.1981`)
      const fact = page.locator('#summary dl > div').filter({ has: page.locator('dt', { hasText: field }) })
      const value = fact.first().locator('dd')
      await value.hover()
      await hand.click(value.getByRole('button', { name: /^Искать отсюда, 1 запрос/ }))
      await expect(page.getByLabel('Поисковый запрос')).not.toHaveValue(new RegExp(HERO))
      await expect(page.getByText(/Списан 1 запрос|Последний поиск/).first()).toBeVisible()
      await expect(page.locator('.older')).toHaveCount(0)
    }
  ]),
  [
    'a dated report with its purpose, from the answer',
    3,
    0,
    async (page, hand) => {
      await page.addInitScript(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', '')
      })
      await hand.search(`${HERO} 14.03.1981`)
      await hand.begin()
      await hand.click(hand.button('Отчёт'))
      await hand.click(hand.button('Состав отчёта'))
      await page.getByLabel('Цель проверки').fill('Дело 26/114')
      await hand.click(hand.button('Печать или PDF'))
      await expect(page.locator('html')).toHaveAttribute('data-printed', '')
      await expect(page.getByRole('article')).toContainText('Дело 26/114')
    }
  ],
  [
    'a list of twelve lines about four people',
    2,
    4,
    async (page, hand) => {
      const lines = Array.from({ length: 12 }, (_, at) => `Примеров Илья Андреевич 1${(at % 4) + 1}.03.1981`)
      await page.getByLabel('Поисковый запрос').fill(lines.join('; '))
      await hand.click(hand.button('Проверить списком'))
      await expect(page.getByRole('textbox', { name: 'Строки' })).toHaveValue(/14\.03\.1981/)
      await hand.click(hand.button(/^Искать, 4 запроса/))
      await expect(page.getByRole('heading', { name: 'Готово: 4 из 4' })).toBeVisible()
    }
  ],
  [
    'a registry of clients from a file',
    2,
    2,
    async (page, hand) => {
      await page.goto('/search/list')
      await hand.begin()
      hand.actions += 1
      const text =
        'Номер;ФИО;Дата рождения\nА-1;Примеров Илья Андреевич;14.03.1981\nА-2;Небывалов Акакий;01.02.1950\n'
      await page
        .locator('#list-file')
        .setInputFiles({ name: 'реестр.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await hand.click(hand.button('Искать, 2 запроса'))
      await expect(page.getByRole('heading', { name: 'Готово: 2 из 2' })).toBeVisible()
    }
  ],
  [
    'which source said what and when, of every value',
    3,
    1,
    async (page, hand) => {
      await hand.search(`${HERO} 14.03.1981`)
      await hand.click(opener(page))
      await hand.click(panel(page).getByRole('button', { name: 'Все доказательства' }))
      const values = await page.locator('.sums .proof').count()
      await expect(page.getByRole('table', { name: /^Доказательства:/ })).toHaveCount(values)
    }
  ],
  [
    'whether somebody was checked before, and with what result',
    1,
    0,
    async (page, hand) => {
      await hand.search(`${HERO} 14.03.1981`)
      await opener(page).click()
      await expect(page.getByLabel('Заметка')).toBeVisible()
      await page.keyboard.press('1')
      await expect(page.locator('.who').getByText('ваш вывод: тот же')).toBeVisible()
      await page.goto('/search')
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/search')
      await hand.begin()
      await hand.search(`${HERO} 14.03.1981`)
      await expect(page.getByText(/ваш вывод: тот же|вы смотрели .*: тот же/).first()).toBeVisible()
    }
  ],
  [
    'everybody of a surname who was born in some years',
    3,
    1,
    async (page, hand) => {
      await hand.search('Иванов')
      await hand.click(hand.button('Что не показано'))
      await hand.click(hand.button('Загрузить все'))
      await expect(page.locator('.complete')).toContainText('Показаны все записи')
      await page.getByLabel('от', { exact: true }).fill('1985')
      await page.getByLabel('до', { exact: true }).fill('1990')
      await expect(page.getByText(/Показано: \d+.* из \d+/).first()).toBeVisible()
    }
  ],
  [
    'who stands behind an organisation',
    2,
    1,
    async (page, hand) => {
      await hand.search('ООО «Демо-Логистика»')
      await hand.click(opener(page))
      await expect(panel(page)).toContainText(HERO)
    }
  ],
  [
    'from an INN to the whole person',
    2,
    1,
    async (page, hand) => {
      await hand.search(INN)
      await hand.click(hand.button('Добавить, бесплатно'))
      await expect(page.locator('.further')).toContainText('Добавлено')
    }
  ]
]

for (const [task, actions, credits, run] of TASKS)
  test(`${task}: ${actions} actions, ${credits} credits`, async ({ page, person: _person }) => {
    const hand = new Hand(page)
    await page.goto('/search')
    await hand.begin()
    await run(page, hand)
    expect(hand.actions).toBe(actions)
    expect(actions).toBeLessThanOrEqual(ACTIONS_MAX)
    await expect.poll(async () => hand.credits - (await balanceOf(page))).toBe(credits)
  })
