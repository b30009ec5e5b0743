import axe from 'axe-core'
import type { Page } from 'playwright/test'

/** «color-contrast: … (2): .badge, .chip» for each thing that axe objects to; with `rules`, that these object to. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Half a megabyte for the browser to read: once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async runOnly => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // Nobody reads what passed: describing it takes most of the time.
    return (await run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })).violations
  }, rules)
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(node => node.target.join(' '))
    return `${id}: ${help} (${nodes.length}): ${places.join(', ')}`
  })
}
