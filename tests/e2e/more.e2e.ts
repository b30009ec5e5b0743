import { expect, test } from './walk.ts'

/** More people of the demo have it than an answer shows. */
const SURNAME = 'Иванов'
const SHOWN = /показано (\d+) из (\d+) запис/

test('«ещё» brings the next records of a search for nothing, down to the last one', async ({
  page,
  person
}) => {
  await page.goto('/search')
  await page.getByLabel('Поисковый запрос').fill(SURNAME)
  await page.getByRole('button', { name: 'Найти' }).click()
  const whole = page.getByRole('button', { name: 'Показать ещё из всех источников' })
  await expect(whole).toBeVisible()
  const counts = async () => {
    // It goes away with the last page.
    const note = page.locator('section[aria-labelledby="sources-t"] > p.note')
    const text = await note.textContent({ timeout: 1_000 }).catch(() => '')
    const [, shown, total] = SHOWN.exec((text ?? '').replaceAll(/\s/g, ' ')) ?? []
    return { shown: Number(shown), total: Number(total) }
  }
  const before = await counts()
  expect(before.shown).toBe(100)
  expect(before.total).toBeGreaterThan(before.shown)

  await whole.click()
  await expect
    .poll(async () => ((await whole.isVisible()) ? (await counts()).shown : before.total))
    .toBeGreaterThan(100)
  await page.reload()
  await expect(page.getByText(/Последний поиск/)).toBeVisible()
  for (let pages = 0; pages < 20 && (await whole.isVisible()); pages += 1) {
    const { shown } = await counts()
    await whole.click()
    await expect
      .poll(async () => ((await whole.isVisible()) ? (await counts()).shown : before.total))
      .toBeGreaterThan(shown)
  }
  await expect(whole).toHaveCount(0)
  await expect(page.getByText(SHOWN)).toHaveCount(0)
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(stored).toContain(`\\"shown\\":${before.total},\\"total\\":${before.total}`)
  await expect(
    page
      .getByText(/Осталось запросов: 4/)
      .or(page.getByLabel(/Осталось запросов: 4/))
      .first()
  ).toBeVisible()
  expect(person.username).not.toBe('')
})
