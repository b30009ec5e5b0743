import { expect, test } from './walk.ts'

test('a refusal of the line is not offered to be repeated, and goes when the line is edited', async ({
  page,
  person: _person
}) => {
  await page.goto('/search')
  const field = page.getByLabel('Поисковый запрос')
  await field.fill('Я')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByRole('alert')).toContainText('В запросе нечего искать')
  await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
  await field.pressSequentially('н')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
