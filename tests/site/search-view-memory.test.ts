import { afterEach, beforeEach, expect, test } from 'bun:test'
import { answerHref, recallView, rememberView } from '#site/features/search/view-memory.ts'
import { enterSession, expireSession } from '#site/lib/session-store.ts'
import { openPage, type Page } from './page.ts'
import { USER } from './user.ts'

const view = (text: string) => ({
  address: '?s=A&b=match',
  text,
  picked: ['p1'],
  here: 'p1',
  top: 0,
  open: [],
  sources: {},
  limits: {},
  brought: []
})

let page: Page
beforeEach(() => {
  page = openPage({})
  enterSession(USER)
})
afterEach(async () => {
  expireSession()
  await page.close()
})

test('the way back leads to the answer as it was looked at, else to one person of it', () => {
  expect(answerHref('A', 'p2')).toBe('/search?s=A&p=p2')
  rememberView('A', view('Примеров'))
  rememberView('A', view('1981'))
  expect(answerHref('A', 'p2')).toBe('/search?s=A&b=match')
  expect(recallView('A')?.text).toBe('1981')
  expect(recallView('B')).toBeNull()
})

test('only the last searches are remembered, and nothing for another user', () => {
  for (let at = 0; at < 12; at += 1) rememberView(`S${at}`, view(`${at}`))
  expect([recallView('S1'), recallView('S2')?.text]).toEqual([null, '2'])
  enterSession({ ...USER, id: USER.id + 1 })
  expect(recallView('S11')).toBeNull()
  rememberView('A', view(''))
  enterSession(USER)
  expect(recallView('A')).toBeNull()
  expireSession()
  rememberView('A', view(''))
  expect(page.storage.size).toBe(0)
})
