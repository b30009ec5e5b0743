import type AxeBuilder from '@axe-core/playwright'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

/** «color-contrast: … (2): .badge, .chip». */
export function describeViolation({ id, help, nodes }: Violation): string {
  const places = nodes.slice(0, 3).map(node => node.target.join(' '))
  return `${id}: ${help} (${nodes.length}): ${places.join(', ')}`
}
