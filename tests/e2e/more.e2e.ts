import { expect, test } from './walk.ts'

/** More people of the demo have it than an answer shows. */
const SURNAME = 'Иванов'
const SHOWN = /показано (\d+) из (\d+)\sзапис/i

test('«ещё» brings the next records of a search for nothing, down to the last one', async ({
  page,
  person: _person
}) => {
  await page.goto('/search')
  await page.getByLabel('Поисковый запрос').fill(SURNAME)
  await page.getByRole('button', { name: 'Найти' }).click()
  const head = page.locator('.complete')
  await expect(head).toContainText(SHOWN)
  const counts = async () => {
    const [, shown, total] = SHOWN.exec(((await head.textContent()) ?? '').replaceAll(/\s/g, ' ')) ?? []
    return { shown: Number(shown), total: Number(total) }
  }
  const before = await counts()
  expect(before.shown).toBe(100)
  expect(before.total).toBeGreaterThan(before.shown)
  const people = Number(
    await page
      .getByRole('button', { name: /^Все \d/ })
      .locator('b')
      .textContent()
  )

  await page.getByRole('button', { name: 'Что не показано' }).click()
  const whole = page.getByRole('button', { name: 'Показать ещё из всех источников' })
  await expect(whole).toBeVisible()
  const one = page.getByRole('table', { name: 'Полнота по источникам' }).getByRole('row').nth(1)
  await expect(one).toContainText(/\d/)
  await whole.click()
  await expect.poll(async () => (await counts()).shown).toBeGreaterThan(100)
  await expect
    .poll(async () =>
      Number(
        await page
          .getByRole('button', { name: /^Все \d/ })
          .locator('b')
          .textContent()
      )
    )
    .toBeGreaterThan(people)
  await page.reload()
  await expect(page.getByText(/Последний поиск/)).toBeVisible()
  for (
    let pages = 0;
    pages < 20 && SHOWN.test(((await head.textContent()) ?? '').replaceAll(/\s/g, ' '));
    pages += 1
  ) {
    const { shown } = await counts()
    if (!(await whole.isVisible())) await page.getByRole('button', { name: 'Что не показано' }).click()
    await whole.click()
    await expect
      .poll(async () => {
        const now = (await counts()).shown
        return Number.isNaN(now) ? before.total : now
      })
      .toBeGreaterThan(shown)
  }
  await expect(whole).toHaveCount(0)
  await expect(head).toContainText('Показаны все записи')
  // It is written once the page has nothing else to do.
  const isStored = (text: string) =>
    page.evaluate(part => JSON.stringify(sessionStorage).includes(part), text)
  await expect.poll(() => isStored(`\\"shown\\":${before.total},\\"total\\":${before.total}`)).toBe(true)
  await expect(
    page
      .getByText(/Осталось запросов: 4/)
      .or(page.getByLabel(/Осталось запросов: 4/))
      .first()
  ).toBeVisible()
})
