import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { search } from './acts.ts'
import { hugeAnswer, RECORDS, SOURCES, withAnswer } from './changed-answer.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Page, test } from './walk.ts'

const HERO = 'Примеров Илья Андреевич 14.03.1981'
const INN = '001204175339'
const LONG_NAME = `${'Оченьдлиннофамильный'.repeat(4)} ${'Александр'.repeat(4)}`.padEnd(120, 'а')
const LONG_TITLE = 'Реестр'.repeat(40).slice(0, 200)

/** One person to whom all records of forty sources belong. */
function ofOnePerson(answer: SearchAnswer): SearchAnswer {
  const [first] = answer.persons
  if (!first || !isDetailed(first)) throw new Error('nobody was found')
  const huge = hugeAnswer(answer)
  const person: Person = {
    ...first,
    name: LONG_NAME,
    source_keys: Object.keys(huge.sources_meta),
    record_ids: Object.keys(huge.matches),
    fits: 1,
    summary: first.summary.map(row => ({ ...row, evidence: row.evidence.slice(0, 1) })),
    links: [],
    apart: [],
    related: []
  }
  return {
    ...huge,
    persons: [person],
    sources_meta: Object.fromEntries(
      Object.entries(huge.sources_meta).map(([key, meta]) => [key, { ...meta, title: LONG_TITLE }])
    )
  }
}

test('one person of 500 records in 40 sources, with the longest names, fits every width and theme', async ({
  page,
  person: _person
}) => {
  expect([LONG_NAME.length, LONG_TITLE.length]).toEqual([120, 200])
  await withAnswer(page, ofOnePerson)
  await search(page, HERO)
  await page.locator('.people h3 button').first().click()
  const panel = page.locator('.panel').first()
  await expect(panel.getByRole('table', { name: /^Записи:/ }).getByRole('row')).toHaveCount(RECORDS + 1)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.locator('.source')).toHaveCount(SOURCES)
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await test.step(`${width} px`, () => expectNoSidewaysScroll(page))
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.setViewportSize({ width: 640, height: 400 })
  await expectNoSidewaysScroll(page)
})

test('a person of a hundred values of a field shows five of them, and all on press', async ({
  page,
  person: _person
}) => {
  await withAnswer(page, answer => {
    const [first, ...others] = answer.persons
    const address = first && isDetailed(first) && first.summary.find(({ field }) => field === 'Адрес')
    if (!first || !address) throw new Error('nobody was found')
    const more = Array.from({ length: 100 }, (_, at) => ({ ...address, value: `ул. Пробная, д. ${at}` }))
    const summary = [...(first.summary?.filter(({ field }) => field !== 'Адрес') ?? []), ...more]
    return { ...answer, persons: [{ ...first, summary } as Person, ...others] }
  })
  await search(page, HERO)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  for (const open of [false, true]) {
    const place = page.locator(open ? '.panel' : '#summary')
    if (open) await page.locator('.people h3 button').first().click()
    const values = place.getByRole('button', { name: /^ул\. Пробная, д\. \d+ ?, скопировать/ })
    await expect(values).toHaveCount(5)
    await press(page, /^ещё 95 ?: Адрес/)
    await expect(values).toHaveCount(100)
    await press(page, /^свернуть ?: Адрес/)
    await expect(values).toHaveCount(5)
  }
})

test('a phone that is turned keeps the open person, the note and the focus', async ({
  page,
  person: _person
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await search(page, HERO)
  await page.locator('.people h3 button').first().click()
  const note = page.getByLabel('Заметка')
  // A field is seen as one before anybody is at it.
  await expect(note).not.toHaveCSS('border-color', 'rgba(0, 0, 0, 0)')
  await note.fill('по адресу')
  for (const [width, height] of [
    [844, 390],
    [390, 844]
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(note).toBeFocused()
    await expect(note).toHaveValue('по адресу')
    await expectNoSidewaysScroll(page)
  }
})

const LOST = /Связи с сервером нет|Не удалось/
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** What is done with an answer that needs the server, each with the server gone. */
const ACTS: [act: string, run: (page: Page) => Promise<void>][] = [
  ['a search from a value', page => press(page, /^Искать отсюда/)],
  ['further records', page => press(page, 'Добавить, бесплатно')],
  ['a check of a messenger', page => press(page, 'Проверить Telegram')],
  ['a report', page => press(page, 'Отчёт')],
  ['a file', page => press(page, 'JSON')],
  [
    'a verdict',
    async page => {
      await page.locator('.people h3 button').first().click()
      await page.getByRole('radio', { name: 'тот же' }).check()
      await press(page, 'Сохранить вывод')
    }
  ]
]

for (const [act, run] of ACTS)
  test(`${act} without a connection says so, and the answer stays`, async ({
    page,
    context,
    complaints,
    person: _person
  }) => {
    await search(page, INN)
    await expect(page.getByRole('button', { name: 'Добавить, бесплатно' })).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('button', { name: 'Проверить Telegram' })).toBeVisible()
    // What is loaded with the first press is there: without it the page itself says that it is gone.
    await page.locator('.people h3 button').first().click()
    await expect(page.getByLabel('Заметка')).toBeVisible()
    await page.locator('.people h3 button').first().click()
    await context.setOffline(true)
    await run(page)
    await expect(page.getByText(LOST).first()).toBeVisible()
    await expect(page.locator('.people .who').first()).toBeVisible()
    await context.setOffline(false)
    // The browser reports the calls that found no network, and the code that did not come.
    expect(complaints.filter(line => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    complaints.length = 0
  })
