import axe from 'axe-core'
import type { Page } from 'playwright/test'

type Finding = Pick<axe.Result, 'id' | 'help'> & { nodes: Pick<axe.NodeResult, 'target'>[] }
type PageWindow = Window & { axe: typeof axe }

/** Nobody reads what passed: describing it takes most of the time. */
const BRIEF: axe.RunOptions = { resultTypes: ['violations'] }

/** «color-contrast: … (2): .badge, .chip» for each thing that axe objects to. */
export async function violationsOf(page: Page): Promise<string[]> {
  await bringAxe(page)
  const violations = await page.evaluate(
    async options => (await (window as unknown as PageWindow).axe.run(options)).violations,
    BRIEF
  )
  return violations.map(describe)
}

/** Half a megabyte for the browser to read: once for each document. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

function describe({ id, help, nodes }: Finding): string {
  const places = nodes.slice(0, 3).map(node => node.target.join(' '))
  return `${id}: ${help} (${nodes.length}): ${places.join(', ')}`
}
