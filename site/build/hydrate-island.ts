import { createElement, type FunctionComponent, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx'

/**
 * Wakes an island, in place of Astro's own `client.js`: ours are prerendered and have neither slots nor actions, and what
 * serves those weighs 1 kB a page and draws each island a second time. Of an island that breaks words stay.
 */
export const hydrateIsland = (element: HTMLElement) => (Island: FunctionComponent, props: object) => {
  const identifierPrefix = element.getAttribute('prefix') ?? ''
  startTransition(() => {
    const island = createElement(ErrorBoundary, null, createElement(Island, props))
    hydrateRoot(element, island, { identifierPrefix })
  })
}
