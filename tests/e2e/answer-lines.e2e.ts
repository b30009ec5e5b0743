import { search } from './acts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Page, test } from './walk.ts'

const HERO = 'Примеров Илья Андреевич'
const PHONE = '89732041740'
const NOBODYS = '89732041799'
const FOUR = 'Иванов Иван; Петров Пётр; Сидоров Семён; Лебедев Олег'

const field = (page: Page) => page.getByLabel('Поисковый запрос')
const verdict = (page: Page) => page.getByRole('heading', { level: 1 })

test('a line of phones tells what each of them found, and asks nobody to tell people apart', async ({
  page,
  person: _person
}) => {
  await search(page, `${PHONE} ${NOBODYS}`)
  await expect(verdict(page)).toHaveText(/^Искали 2.номера, найдено: \d+.человек/)
  const typed = page.getByRole('list', { name: 'Найдено по каждому' }).getByRole('listitem')
  await expect(typed).toHaveCount(2)
  await expect(typed.first()).toHaveText(/\+7.973.204-17-40: \d+.запис.+, \d+.человек/)
  await expect(typed.last()).toHaveText(/\+7.973.204-17-99: ничего не найдено/)
  await expect(page.getByText('Чтобы различить')).toHaveCount(0)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

test('a date that is on no calendar is said not to be read', async ({ page, person: _person }) => {
  await search(page, `${HERO} 31.02.1981`)
  await expect(page.getByText('Дата не читается: 31.02.1981, ищется год.')).toBeVisible()
  await expect(page.getByRole('heading', { name: HERO }).first()).toBeVisible()
  await expect(page.locator('.marks').first().getByText('год', { exact: true })).toBeVisible()
})

test('a list is refused with what to do, over the former answer, which is marked and can be gone back to', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  const before = await verdict(page).textContent()
  await field(page).fill(FOUR)
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Разделите список')
  await expect(page.getByText(`Ниже ответ по прежнему запросу «${HERO}»`)).toBeVisible()
  await expect(page.locator('.older')).toBeVisible()
  await expect(verdict(page)).toHaveText(before ?? '')
  await expect(page.getByRole('button', { name: 'Искать заново, 1 запрос' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Вернуть прежний запрос' }).click()
  await expect(field(page)).toHaveValue(HERO)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('.older')).toHaveCount(0)

  await field(page).fill(FOUR)
  const understood = page.getByLabel('Как понят запрос')
  await expect(understood).toContainText('В строке 4 человека, за один запрос ищутся трое.')
  await expect(understood.getByRole('button', { name: 'Проверить списком' })).toHaveCount(1)
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await field(page).fill('Примеров Андрей Петрович')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Искать заново, 1 запрос' }).click()
  await expect(page.locator('.older')).toHaveCount(0)
  await expect(page.getByText('Примеров Андрей Петрович').first()).toBeVisible()

  await field(page).fill(FOUR)
  await page.getByRole('button', { name: 'Искать первых трёх' }).click()
  await expect(field(page)).toHaveValue('Иванов Иван; Петров Пётр; Сидоров Семён')
  await expect(verdict(page)).toHaveText(/^Искали троих/)
})

test('on a phone what narrows people unfolds below its button, and is folded by how many are left', async ({
  page,
  person: _person
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await search(page, HERO)
  const opener = page.getByRole('button', { name: 'Уточнить' })
  await opener.click()
  const facets = page.getByRole('complementary', { name: 'Уточнить список' })
  await expect(facets).toBeVisible()
  const [button, panel] = [await opener.boundingBox(), await facets.boundingBox()]
  expect(panel?.y ?? 0).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0) - 1)
  const fold = facets.getByRole('button', { name: /^Показать:/ })
  await expect(fold).toBeInViewport()
  await facets.getByText('1979').click()
  await expect(fold).toHaveText(/^Показать: 1.человек$/)
  await fold.click()
  await expect(facets).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.locator('.people .who')).toHaveCount(1)
})

test('a tablet that is turned with its menu open has the row in its place, and the focus there', async ({
  page,
  person: _person
}) => {
  await page.setViewportSize({ width: 800, height: 1100 })
  await search(page, HERO)
  const more = page.getByRole('button', { name: 'Ещё', exact: true })
  const menu = page.locator('#acts')
  await more.press('Enter')
  await expect(menu).toBeVisible()
  await menu.getByText('CSV', { exact: true }).focus()
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Отчёт', exact: true })).toBeFocused()
})
