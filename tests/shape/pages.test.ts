import { expect, test } from 'bun:test'
import { ADMIN_SECTIONS } from '#shared/labels/admin-sections.ts'
import { NAV, NAV_ADMIN, NAV_API, NAV_PROFILE, TOP_UP_HREF } from '#shared/labels/nav.ts'
import { codeOf } from './tree.ts'

/** Paths as the browser names them. */
const built = codeOf('site')
  .map(({ path }) => /^site\/pages\/(.+)\.astro$/.exec(path)?.[1])
  .filter(name => name !== undefined && name !== '404')
  .map(name => `/${name}`.replace(/\/index$/, '') || '/')

test('the header and its menu lead to pages that there are', () => {
  expect(built.length).toBeGreaterThan(6)
  const links = [...NAV, ...ADMIN_SECTIONS, NAV_ADMIN, NAV_API, NAV_PROFILE].map(({ href }) => href)
  expect([...links, TOP_UP_HREF].filter(href => !built.includes(href))).toEqual([])
})

test('a link that is written out leads to a page that there is', () => {
  const written = codeOf('site').flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:href|action)(?:=|: )["'](\/[a-z/]*)["']/g)].map(match => [path, match[1] ?? ''])
  )
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter(([, href]) => !built.includes(href ?? ''))).toEqual([])
})
