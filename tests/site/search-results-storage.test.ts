import { afterEach, beforeEach, expect, test } from 'bun:test'
import { clearResults, loadResults, storeResults } from '#site/features/search/results-storage.ts'
import { partKey } from '#site/lib/search-session-store.ts'
import { enterSession, expireSession } from '#site/lib/session-store.ts'
import { openPage, type Page } from './page.ts'
import { ANSWER, LISTED } from './search-answer.ts'
import { USER } from './user.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const resultsOf = (query: string) => ({ at: NOW, query, choice: null, answer: ANSWER })
let page: Page
let leave: (() => void) | undefined
let rest: (() => void) | undefined

const stored = () => JSON.parse(page.storage.get(partKey('results')) ?? 'null')?.value.query

beforeEach(() => {
  page = openPage({})
  enterSession(USER)
  Object.assign(globalThis, {
    requestIdleCallback: (work: () => void) => {
      rest = work
    },
    addEventListener: (name: string, work: () => void) => {
      if (name === 'pagehide') leave = work
    }
  })
})

afterEach(async () => {
  clearResults()
  expireSession()
  for (const name of ['requestIdleCallback', 'addEventListener']) Reflect.deleteProperty(globalThis, name)
  await page.close()
})

test('an answer is written when the page has nothing else to do, and loaded before', () => {
  storeResults(resultsOf('один'))
  expect(stored()).toBeUndefined()
  expect(loadResults(NOW, null)?.query).toBe('один')
  rest?.()
  expect(stored()).toBe('один')
})

test('it is written when the page is left, the last one alone', () => {
  storeResults(resultsOf('один'))
  storeResults(resultsOf('два'))
  leave?.()
  expect(stored()).toBe('два')
})

test('what was cleared meanwhile is not written any more, nor loaded by somebody else', () => {
  storeResults(resultsOf('один'))
  enterSession({ ...USER, id: USER.id + 1 })
  expect(loadResults(NOW, null)).toBeNull()
  rest?.()
  expect(stored()).toBeUndefined()
})

test('an answer is one with cards in it too, and none where somebody in detail is not whole', () => {
  const [first, ...others] = LISTED.persons
  storeResults({ ...resultsOf('один'), answer: LISTED })
  expect(loadResults(NOW, null)?.answer).toEqual(LISTED)
  const broken = { ...first, phones: undefined } as unknown as typeof first
  storeResults({ ...resultsOf('два'), answer: { ...LISTED, persons: [broken ?? [], ...others].flat() } })
  expect(loadResults(NOW, null)).toBeNull()
})

test('a browser that tells of no rest writes at once', () => {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback')
  storeResults(resultsOf('один'))
  expect(stored()).toBe('один')
})
