import { expect, test } from 'bun:test'
import { isPage, NAV, NAV_ADMIN, NAV_API, NAV_PROFILE, TOP_UP_HREF } from '#shared/labels/nav.ts'
import { codeOf } from './tree.ts'

/** Paths as the browser names them. */
const built = codeOf('site')
  .map(({ path }) => /^site\/pages\/(.+)\.astro$/.exec(path)?.[1])
  .filter(name => name !== undefined && name !== '404')
  .map(name => `/${name}`.replace(/\/index$/, '') || '/')

test('the list of pages is that of site/pages', () => {
  expect(built.length).toBeGreaterThan(6)
  expect(built.filter(page => !isPage(page))).toEqual([])
  for (const { href } of [NAV_ADMIN, NAV_API, NAV_PROFILE, { href: '/payment' }])
    expect([href, isPage(href)]).toEqual([href, built.includes(href)])
})

test('the header leads to pages that there are', () => {
  expect(NAV.filter(({ href }) => !built.includes(href))).toEqual([])
  expect(TOP_UP_HREF === undefined).toBe(!built.includes('/payment'))
})

test('a link that is written out leads to a page that there is', () => {
  const written = codeOf('site').flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:href|action)(?:=|: )["'](\/[a-z/]*)["']/g)].map(match => [path, match[1] ?? ''])
  )
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter(([, href]) => !built.includes(href ?? ''))).toEqual([])
})
