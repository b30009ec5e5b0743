import type { Page } from 'playwright/test'

/** The address of a search that begins by itself. */
export const address = (query: string) => `/search?q=${encodeURIComponent(query)}`

/** Ends when the answer stands. */
export async function search(page: Page, query: string): Promise<void> {
  await page.goto(address(query))
  await page.getByText('Последний поиск').waitFor()
}

/** Fills fields by their labels and presses a button. */
export async function fill(page: Page, fields: Record<string, string>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: button }).click()
}

export const visible = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Of when the data on a sheet are. */
export const DATA_OF = /^"Данные на \d\d\.\d\d\.\d{4} \d\d:\d\d \(Москва\)"$/

/** What stands above everything on paper; `none` where nothing does. */
export const sheetHead = (page: Page): Promise<string> =>
  page.locator('main').evaluate(main => getComputedStyle(main, '::before').content)

/** Lets a page believe that it was opened an hour ago. */
export const letAnHourPass = (page: Page) =>
  page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 3_600_000
  })

/** Ends when it is told how the line was read. */
export const understood = (page: Page) =>
  page.getByLabel('Как понят запрос').getByRole('button').first().waitFor()
