import { expect, type Page } from './walk.ts'

export const dialog = (page: Page) => page.getByRole('dialog')
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
/** What the page says of an act. */
export const textOn = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

/** Presses what asks first, once without a yes and once with it. */
export async function sayNoThenYes(
  page: Page,
  opener: string,
  yes: string,
  stays: () => Promise<void>
): Promise<void> {
  await button(page, opener).click()
  await inDialog(page, 'Отмена').click()
  await expect(button(page, opener)).toBeFocused()
  await stays()
  await button(page, opener).click()
  await inDialog(page, yes).click()
}
