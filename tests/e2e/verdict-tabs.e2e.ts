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
  await expect(page.getByText('Вывод уже изменён или отменён')).toBeVisible()
  await expect(page.getByLabel('Заметка')).toHaveValue(NOTE)
  await expect(page.locator('.who').getByText('ваш вывод: тот же').first()).toBeVisible()
  // What was chosen stays chosen; the second press is a decision that knows of the first verdict.
  await page.getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(page.locator('.who').getByText('ваш вывод: другой').first()).toBeVisible()

  await other.locator('.ruling').getByRole('button', { name: 'Отменить' }).click()
  await expect(other.getByText('Вывод уже изменён или отменён')).toBeVisible()
  await expect(other.locator('.who').getByText('ваш вывод: другой').first()).toBeVisible()
  await other.locator('.ruling').getByRole('button', { name: 'Отменить' }).click()
  await expect(saved(other)).toHaveCount(0)

  // A verdict that was taken back meanwhile is told of truly as well.
  await page.locator('.ruling').getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(page.getByText('Вывод уже изменён или отменён')).toBeVisible()
  await expect(page.getByText('Показан новый')).toHaveCount(0)
  await expect(saved(page)).toHaveCount(0)
})

test('a note that is typed while its verdict is being saved stays, and so does one under a verdict that is taken back', async ({
  page,
  person: _person
}) => {
  const answer = await performed(page)
  const [a] = peopleOf(answer)
  await page.goto(searchHref(answer.search_id, a))
  const form = page.locator('.ruling')
  const note = form.getByLabel('Заметка')
  const answering = Promise.withResolvers<void>()
  await page.route('**/verdicts', async route => {
    await answering.promise
    await route.continue()
  })
  await form.locator('label', { hasText: 'тот же' }).first().click()
  await note.fill(NOTE)
  await form.getByRole('button', { name: 'Сохранить вывод' }).click()
  await note.fill(`${NOTE} и паспорт`)
  answering.resolve()
  await expect(form.getByRole('status')).toContainText('Вывод сохранён')
  await expect(note).toHaveValue(`${NOTE} и паспорт`)
  await form.getByRole('button', { name: 'Отменить' }).click()
  await expect(form.getByRole('status')).not.toContainText('Вывод сохранён')
  await expect(note).toHaveValue(`${NOTE} и паспорт`)
})
