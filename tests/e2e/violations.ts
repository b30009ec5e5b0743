import axe from 'axe-core'
import type { Page } from 'playwright/test'
import { colouringsIn } from './colourings.ts'

type Finding = Pick<axe.Result, 'id' | 'help'> & { nodes: Pick<axe.NodeResult, 'target'>[] }
type PageWindow = Window & { axe: typeof axe; colourings: Map<string, Element> }

/** Nobody reads what passed: describing it takes most of the time. */
const BRIEF: axe.RunOptions = { resultTypes: ['violations'] }
const COLOURS = 'color-contrast'
/** Which texts passed has to be told: what axe could not decide did not. */
const JUDGED: axe.RunOptions = {
  resultTypes: ['violations', 'passes'],
  runOnly: [COLOURS],
  elementRef: true
}

/** Colourings that axe has nothing against. They stand in many scenes, and each look at one is slow. */
const pleasing = new Set<string>()

/** «color-contrast: … (2): .badge, .chip» for each thing that axe objects to. */
export async function violationsOf(page: Page): Promise<string[]> {
  await bringAxe(page)
  const violations = await page.evaluate(
    async options => (await (window as unknown as PageWindow).axe.run(options)).violations,
    { ...BRIEF, rules: { [COLOURS]: { enabled: false } } }
  )
  return [...violations.map(describe), ...(await colourViolationsOf(page))]
}

/** What axe objects to in the colours of texts. */
export async function colourViolationsOf(page: Page): Promise<string[]> {
  const unseen = (await page.evaluate(colouringsIn)).filter(each => !pleasing.has(each))
  if (unseen.length === 0) return []
  await bringAxe(page)
  const { violations, passed } = await page.evaluate(
    async ([keys, options]) => {
      const { axe: tool, colourings } = window as unknown as PageWindow
      // A page that is still coming may have drawn anew what its keys stand for.
      const include = keys.flatMap(key => colourings.get(key) ?? []).filter(element => element.isConnected)
      if (include.length === 0) return { violations: [], passed: [] }
      const { violations: found, passes } = await tool.run({ include }, options)
      const elements = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)))
      return {
        // Without elements, which do not leave the page.
        violations: found.map(({ id, help, nodes }) => ({
          id,
          help,
          nodes: nodes.map(({ target }) => ({ target }))
        })),
        passed: keys.filter(key => elements.has(colourings.get(key) as HTMLElement))
      }
    },
    [unseen, JUDGED] as [string[], axe.RunOptions]
  )
  for (const each of passed) pleasing.add(each)
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
