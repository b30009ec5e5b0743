import { searchHref } from '#site/lib/search-links.ts'
import { peopleOf, performed } from './past-search.ts'
import { expect, test } from './walk.ts'

const NOTE = 'ИНН сошёлся с выпиской'

test('a tab that was opened before takes the place of no verdict that it did not show', async ({
  page,
  context,
  person
}) => {
  const answer = await performed(page)
  const [a] = peopleOf(answer)
  const href = searchHref(answer.search_id, a)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(href)
    await tab.getByRole('button', { name: 'Сохранить вывод' }).waitFor()
    await tab.waitForLoadState('networkidle')
  }
  const saved = (tab: typeof page) => tab.getByRole('status').filter({ hasText: 'Вывод сохранён' })
  const choose = async (tab: typeof page, name: string) =>
    await tab.locator('.ruling label', { hasText: name }).first().click()

  await choose(other, 'тот же')
  await other.getByLabel('Заметка').fill(NOTE)
  await other.getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(saved(other)).toContainText(person.username)

  await choose(page, 'другой')
  await page.getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(page.getByText('Вывод уже изменён')).toBeVisible()
  await expect(page.getByLabel('Заметка')).toHaveValue(NOTE)
  await expect(page.locator('.who').getByText('ваш вывод: тот же').first()).toBeVisible()
  // What was chosen stays chosen; the second press is a decision that knows of the first verdict.
  await page.getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(page.locator('.who').getByText('ваш вывод: другой').first()).toBeVisible()

  await other.locator('.ruling').getByRole('button', { name: 'Отменить' }).click()
  await expect(other.getByText('Вывод уже изменён')).toBeVisible()
  await expect(other.locator('.who').getByText('ваш вывод: другой').first()).toBeVisible()
  await other.locator('.ruling').getByRole('button', { name: 'Отменить' }).click()
  await expect(saved(other)).toHaveCount(0)
})
