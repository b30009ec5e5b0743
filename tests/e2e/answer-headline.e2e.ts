import type { Page } from 'playwright/test'
import { search } from './acts.ts'
import { expect, test } from './walk.ts'

const HERO = 'Примеров Илья Андреевич 14.03.1981 89732041740'

const rows = (page: Page) => page.locator('.people .who')

test('a number and an address say whose they are and offer nothing to tell people apart by', async ({
  page,
  person: _person
}) => {
  for (const [query, verdict] of [
    ['8 973 204 17 40', 'Номер записан за двумя людьми'],
    ['001204175339', 'ИНН записан за одним человеком'],
    ['Иванов', /^Ивановых показано \d+\. Добавьте имя или дату$/]
  ] as const) {
    await search(page, query)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(verdict)
    await expect(page.getByText('Чтобы различить')).toHaveCount(query === 'Иванов' ? 1 : 0)
  }
})

test('people of a list without a filter stand as their words and numbers say', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  const shown = (await page.locator('.people .a-verdict').allInnerTexts()).map(text => {
    const [, word = '', score = '', difference = ''] =
      /^(.+?)\s*(?:оценка )?(\d,\d\d)(?:, (.+))?$/s.exec(text) ?? []
    return { kind: `${word.replace(/\s+/g, ' ')} ${difference}`, score: Number(score.replace(',', '.')) }
  })
  expect(shown.length).toBeGreaterThan(3)
  const kinds = shown.map(({ kind }) => kind).filter((kind, at, all) => kind !== all[at - 1])
  expect(new Set(kinds).size).toBe(kinds.length)
  for (const [at, { kind, score }] of shown.entries())
    if (shown[at + 1]?.kind === kind) expect(score).toBeGreaterThanOrEqual(shown[at + 1]?.score ?? 0)
  // A record says why it was found, and no number of its own.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Раскрыть все' }).click()
  await expect(page.locator('.record').first()).toBeVisible()
  await expect(page.locator('.record .score')).toHaveCount(0)
})

test('six people of a frequent surname stand on the first screen', async ({ page, person: _person }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await search(page, 'Иванов')
  const sixth = await rows(page).nth(5).boundingBox()
  expect((sixth?.y ?? 0) + (sixth?.height ?? 0)).toBeLessThanOrEqual(800)
})
