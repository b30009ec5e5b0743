import type { PersonCard } from '#shared/contracts/person.ts'
import type { DetailedAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { search } from './acts.ts'
import { inFull } from './past-search.ts'
import { expect, expectAccessible, type Page, test } from './walk.ts'

/** Goes on by Tab, or back, until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const nameOf = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : []
      const label = labels.map(label => label.textContent).join(' ') || focused?.getAttribute('aria-label')
      return (label || focused?.textContent || '').replace(/\s+/g, ' ').trim()
    })
  for (let press = 0; press < PRESSES_MAX; press += 1) {
    await page.keyboard.press(key)
    if (name.test(await nameOf())) return
  }
  throw new Error(`${key} never came to ${name}`)
}
const PRESSES_MAX = 120

/** Somebody whom a year and a region tell from all others, and whose nearest namesake is in the answer. */
function aloneUnderFacets({ persons }: DetailedAnswer) {
  const key = ({ birth_year, region }: PersonCard) => `${birth_year} ${region}`
  const byKey = Map.groupBy(persons, key)
  const one = persons.find(
    person =>
      person.birth_year !== null &&
      person.region?.includes('область') &&
      byKey.get(key(person))?.length === 1 &&
      persons.some(({ id }) => id === person.apart[0]?.person_id)
  )
  if (!one) throw new Error('The demo has nobody like this')
  return one
}

test('an analyst does a whole job with the keyboard alone', async ({ page, person }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const { keyboard } = page
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/search')
  await expect(page.getByLabel('Поисковый запрос')).toBeFocused()
  await keyboard.type('Сергей')
  const response = page.waitForResponse('**/api/search/perform')
  await keyboard.press('Enter')
  const answer: SearchAnswer = await (await response).json()
  await expect(heading).toContainText('решит дата')
  await expect(heading).toBeFocused()
  const total = answer.persons.length
  expect(total).toBeGreaterThan(300)

  const first = page.locator('.people .who').first()
  await expect(page.getByRole('button', { name: 'Все клавиши' })).toBeAttached()
  await keyboard.press('j')
  await expect(first.getByRole('button')).toBeFocused()
  await keyboard.press('j')
  await expect(page.locator('.people .who').nth(1).getByRole('button')).toBeFocused()
  await keyboard.press('k')
  await expect(first.getByRole('button')).toBeFocused()

  const one = aloneUnderFacets(await inFull(page, answer))
  await tabTo(page, /^от$/, 'Shift+Tab')
  await keyboard.type(`${one.birth_year}`)
  await tabTo(page, /^до$/)
  await keyboard.type(`${one.birth_year}`)
  // The facets are drawn anew until then.
  const born = answer.persons.filter(({ birth_year }) => birth_year === one.birth_year).length
  await expect(page.getByText(new RegExp(`Показано: ${born}\\D.* из ${total}`)).first()).toBeVisible()
  await tabTo(page, new RegExp(`^${one.region} ?\\d+$`))
  await keyboard.press('Space')
  const narrowed = page.getByText(new RegExp(`Показано: 1.человек из ${total}`))
  await expect(narrowed).toBeVisible()

  await keyboard.press('j')
  const name = page.getByRole('button', { name: one.name, exact: true })
  await expect(name).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.locator('.panel')).toBeVisible()
  await keyboard.press('x')
  // The place of the panel stands before its code has come.
  await expect(page.getByLabel('Заметка')).toBeVisible()
  await tabTo(page, /^Заметка$/)
  await keyboard.type('по адресу')
  await tabTo(page, new RegExp(`^${one.name}$`), 'Shift+Tab')
  await keyboard.press('Escape')
  await expect(page.locator('.panel')).toHaveCount(0)
  await keyboard.press('Enter')
  await expect(page.getByLabel('Заметка')).toHaveValue('по адресу')
  await keyboard.press('1')
  await expect(page.locator('.who').getByText('ваш вывод: тот же')).toBeVisible()

  await tabTo(page, /^Сравнить$/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\/compare/)
  await page.getByRole('button', { name: 'Сохранить вывод' }).waitFor()
  await expect(heading).toBeFocused()
  await tabTo(page, /^один человек$/)
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'разные люди' })).toBeChecked()
  await tabTo(page, /^Сохранить вывод$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Вывод сохранён' })).toContainText(person.username)

  await tabTo(page, /^Назад к ответу/, 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(narrowed).toBeVisible()
  await expect(name).toBeFocused()
  await expect(page.getByRole('region', { name: 'Отмеченные люди' })).toContainText('Отмечено: 1')

  await tabTo(page, /^Отчёт$/, 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.locator('.hand').first()).toContainText('Тот же. по адресу')
  await expect(page.getByRole('table', { name: 'Люди' }).getByRole('row')).toHaveCount(2)
  await tabTo(page, /^Печать или PDF$/, 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-printed', '')
  await tabTo(page, /^Назад к ответу/, 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(name).toBeFocused()

  await tabTo(page, /^История$/, 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Сергей/ })).toContainText('2 вывода')
  await tabTo(page, /^Сергей$/)
  await keyboard.press('Enter')
  await expect(heading).toContainText('решит дата')
})

test('the dialog of keys opens by «?», also on the Russian layout, and turns single letters off', async ({
  page,
  context,
  person: _person
}) => {
  await search(page, 'Примеров Илья Андреевич')
  await expect(page.getByRole('button', { name: 'Все клавиши' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Shift+?')
  const dialog = page.getByRole('dialog', { name: 'Клавиши' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.locator('.people [data-here]')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Последний поиск')).toBeVisible()
  await page.getByRole('button', { name: 'Все клавиши' }).click()
  await dialog.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'о', code: 'KeyJ' })))
  await expect(page.locator('.people .who').first().getByRole('button')).toBeFocused()
  // A touch is shown no keys; those of a keyboard beside it go on acting.
  const hints = page.locator('.keys, .ask kbd')
  await expect(hints.filter({ visible: true })).toHaveCount(2)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await expect(hints.filter({ visible: true })).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.locator('.people .who').nth(1).getByRole('button')).toBeFocused()
})
