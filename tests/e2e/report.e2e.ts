import { readFile } from 'node:fs/promises'
import { compareHref, reportHref } from '#site/lib/search-links.ts'
import { readSheets } from '#tests/kit/read-workbook.ts'
import { DATA_OF, letAnHourPass, search, sheetHead } from './acts.ts'
import { conclude, HERO, peopleOf, performed, reported } from './past-search.ts'
import { expect, test } from './walk.ts'

test('a report says who, by what, on what basis, what the user concluded and what is not shown', async ({
  page,
  person
}) => {
  const answer = await reported(page)
  const paper = page.getByRole('article', { name: /^Отчёт о проверке/ })
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(paper).toContainText(/Отчёт [\dA-Z]{4}-[\dA-Z]{4}/)
  await expect(paper).toContainText(`«${answer.query}»`)
  await expect(paper).toContainText(/\d\d\.\d\d\.\d{4}, \d\d:\d\d \(Москва\)/)
  // This tab has not made the search: its records are read anew, and so are the sources counted.
  await expect(paper).toContainText(/; записи прочитаны заново \d\d\.\d\d\.\d{4}, \d\d:\d\d; отчёт составлен/)
  // On a busy machine a source may not answer in time: it is asked again.
  await expect(async () => {
    const all = /При повторном чтении ответили (\d+) из \1\s/
    if (!all.test((await paper.textContent()) ?? '')) await page.reload()
    await expect(paper).toContainText(all)
  }).toPass()
  await expect(paper).toContainText(/доказательства которых не напечатаны: \d/)
  await expect(paper).toContainText(person.username)
  await expect(paper).not.toContainText('Цель')
  await expect(paper.locator('.hand').first()).toContainText('Тот же. ИНН и паспорт сошлись')
  await expect(paper.getByRole('table', { name: 'Люди' }).getByRole('row')).toHaveCount(
    answer.persons.length + 1
  )
  const sources = paper.getByRole('table', { name: 'Источники' })
  await expect(sources.getByRole('row')).toHaveCount(Object.keys(answer.sources_meta).length + 1)
  await expect(sources).toContainText('синтетические данные')
  await expect(paper.locator('.clash').first()).toContainText('год рождения другой')

  await page.getByRole('button', { name: 'Состав отчёта' }).click()
  await page.getByLabel('Доказательства для каждого').check()
  await expect(paper).not.toContainText('не напечатаны')
  await page.getByLabel('Цель проверки').fill('Дело 26/114')
  await expect(paper).toContainText('Дело 26/114')
  await page.getByRole('checkbox', { name: /Примеров И\. А\./ }).check()
  await expect(paper.getByRole('table', { name: 'Люди' }).getByRole('row')).toHaveCount(2)
  await expect(paper).toContainText(`не выбраны для отчёта: ${answer.persons.length - 1}`)
  const number = (await paper.getByText(/^Отчёт [\dA-Z]{4}-/).textContent()) ?? ''
  await page.reload()
  await expect(paper.getByRole('table', { name: 'Люди' }).getByRole('row')).toHaveCount(2)
  await expect(paper).toContainText(number)
  await expect(paper).not.toContainText('Дело 26/114')
})

test('on paper it is black on white, without the page around it, on sheets of A4', async ({
  page,
  person: _person,
  complaints
}, info) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await reported(page)
  await page.getByRole('button', { name: 'Состав отчёта' }).click()
  await page.getByLabel('Цель проверки').waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Печать или PDF' })).toBeHidden()
  await expect(page.getByLabel('Цель проверки')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  const colours = await page.locator('.paper').evaluate(paper => {
    const { color, backgroundColor } = getComputedStyle(paper)
    return { color, backgroundColor, around: getComputedStyle(document.documentElement).backgroundColor }
  })
  expect(colours).toEqual({
    color: 'rgb(27, 25, 23)',
    backgroundColor: 'rgb(255, 255, 255)',
    around: 'rgb(255, 255, 255)'
  })
  // The browser's own menu prints at once what is shown, however long ago it was checked, and says when.
  await page.route('**/api/search/**', route => route.abort())
  await letAnHourPass(page)
  const head = await sheetHead(page)
  expect(head).toMatch(DATA_OF)
  await info.attach('print', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
  expect(pages).toBeGreaterThanOrEqual(1)
  expect(pages).toBeLessThanOrEqual(3)
  const [, width = 0, height = 0] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.map(Number) ?? []
  expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
  await expect(page.locator('.paper')).toBeVisible()
  expect(await sheetHead(page)).toBe(head)
  expect(await page.title()).not.toContain('Примеров')
  complaints.length = 0
})

test('a report of nothing, of a foreign or of an invented search says so', async ({
  page,
  person: _person
}) => {
  for (const href of ['/search/report', reportHref('A'.repeat(22)), reportHref('нет', ['p1'])]) {
    await page.goto(href)
    await expect(page.getByText('Такого поиска нет среди ваших')).toBeVisible()
  }
  const { search_id } = await performed(page)
  await page.goto(reportHref(search_id, ['pzzzzzzzzzzzzz', '<b>', '', 'p'.repeat(1_025)]))
  await expect(page.getByText('Тех, о ком этот отчёт, в этом поиске нет')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Люди' })).toHaveCount(0)
})

test('an export holds people, evidence, bases, verdicts and what is not shown', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  const { search_id, persons } = await performed(page)
  const [a] = peopleOf({ persons } as Awaited<ReturnType<typeof performed>>)
  await conclude(page, search_id, { a, verdict: 'same', note: '=1+1' })
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click()
    ])
    const bytes = await readFile(await download.path())
    return { name: download.suggestedFilename(), text: bytes.toString('utf8'), bytes }
  }
  const csv = await saved('CSV')
  const moscow = new Date(Date.now() + 3 * 3_600_000).toISOString()
  expect(csv.name).toContain(`poisk-${moscow.slice(0, 10)}-`)
  expect(csv.name).toMatch(/^poisk-\d{4}-\d\d-\d\d-\d\d-\d\d\.csv$/)
  expect(csv.text.charAt(0)).toBe('\ufeff')
  expect(csv.text).toContain('Демо-реестр')
  const people = await saved('CSV людей')
  expect(people.name).toMatch(/^lyudi-\d{4}-\d\d-\d\d-\d\d-\d\d\.csv$/)
  expect(people.text).toContain(`"'=1+1"`)
  for (const { text } of [csv, people]) expect(text).not.toMatch(/(^|;)"?[=+\-@]/m)
  const json = JSON.parse((await saved('JSON')).text)
  expect(json.people[0]).toMatchObject({ id: a, own_verdict: { verdict: 'same', note: '=1+1' } })
  expect(json.people[0].summary[0].evidence.length).toBeGreaterThan(1)
  expect(json.sources.every(({ basis }: { basis: string }) => basis === 'синтетические данные')).toBe(true)
  expect(json.not_shown).toMatchObject({ withdrawn: null, filtered_records: 0 })
  expect(json.read_at).toBeNull()
  const sheets = await readSheets((await saved('XLSX')).bytes)
  expect(Object.keys(sheets)).toEqual(['люди', 'записи', 'источники', 'об ответе'])
  expect(sheets.люди).toHaveLength(json.people.length + 1)
  expect(sheets.люди?.[1]).toContain('=1+1')
  await page.getByRole('button', { name: 'Отчёт', exact: true }).click()
  await expect(page.locator('.paper')).toContainText(/Ответили (\d+) из \1\sисточников/)
  await expect(page.locator('.paper')).not.toContainText('прочитаны заново')
})

for (const width of [360, 1280]) {
  test(`both pages keep their words whole at ${width} px`, async ({ page, person: _person }) => {
    await page.setViewportSize({ width, height: 800 })
    const answer = await reported(page)
    const [a, b] = peopleOf(answer)
    await expect(page.getByRole('table', { name: 'Источники' })).toBeVisible()
    await page.goto(compareHref(answer.search_id, a, b))
    await page.getByRole('button', { name: 'Сохранить вывод' }).waitFor()
    const cells = page.getByRole('row').filter({ hasText: 'Дата рождения' }).getByRole('cell')
    await expect(cells).toHaveCount(3)
    for (const cell of await cells.all()) await expect(cell).toBeVisible()
  })
}
