import { describe, expect, test } from 'bun:test'
import {
  type Navigation,
  navigationOriginOf,
  queryInAddress
} from '#site/features/search/ask/navigation-origin.ts'

const ORIGIN = 'https://sverka.example'
const navigation = (change: Partial<Navigation>): Navigation => ({
  type: 'navigate',
  referrer: '',
  origin: ORIGIN,
  site: null,
  ...change
})

describe('how the search page was entered', () => {
  test('takes a link of our own page for our own', () => {
    expect(navigationOriginOf(navigation({ referrer: `${ORIGIN}/history` }))).toBe('own')
    expect(navigationOriginOf(navigation({ referrer: `${ORIGIN}/history`, site: 'same-origin' }))).toBe('own')
  })

  test('takes a typed address or a bookmark for our own when the server says so', () => {
    expect(navigationOriginOf(navigation({ site: 'none' }))).toBe('own')
  })

  test('takes a link of another site for foreign, also one that hides where it comes from', () => {
    expect(navigationOriginOf(navigation({ referrer: 'https://other.example/' }))).toBe('foreign')
    expect(navigationOriginOf(navigation({ site: 'cross-site' }))).toBe('foreign')
    expect(
      navigationOriginOf(navigation({ site: 'same-site', referrer: 'https://blog.sverka.example/' }))
    ).toBe('foreign')
  })

  test('does not believe a referrer against the browser', () => {
    expect(navigationOriginOf(navigation({ site: 'cross-site', referrer: `${ORIGIN}/search` }))).toBe(
      'foreign'
    )
  })

  test('asks rather than spends when nothing can be told', () => {
    expect(navigationOriginOf(navigation({}))).toBe('foreign')
    expect(navigationOriginOf(navigation({ referrer: 'about:client' }))).toBe('foreign')
    expect(navigationOriginOf(navigation({ referrer: 'https://sverka.example.evil.example/' }))).toBe(
      'foreign'
    )
  })

  test.each(['reload', 'back_forward'])('takes %s for the same page again', type => {
    expect(navigationOriginOf(navigation({ type, site: 'cross-site' }))).toBe('again')
    expect(navigationOriginOf(navigation({ type, referrer: `${ORIGIN}/history` }))).toBe('again')
  })
})

describe('the query of the address', () => {
  test.each([
    ['?q=%D0%98%D0%B2%D0%B0%D0%BD', 'Иван'],
    ['?query=8+973', '8 973'],
    ['?q=%2B7973&query=other', '+7973'],
    ['?q=', null],
    ['?q=%20%20', null],
    ['', null],
    ['?other=1', null]
  ])('of %s is %p', (search, query) => {
    expect(queryInAddress(search)).toBe(query)
  })
})
