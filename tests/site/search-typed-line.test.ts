import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { keepTypedLine, takeTypedLine } from '#site/features/search/ask/typed-line.ts'
import { partKey } from '#site/lib/search-session-store.ts'
import { enterSession, expireSession, logout } from '#site/lib/session-store.ts'
import { json, openPage, type Page } from './page.ts'
import { USER } from './user.ts'

const SEARCH = 'AAAAAAAAAAAAAAAAAAAAAA'
const MINUTE = 60_000

let page: Page
const stand = (key: string) =>
  Object.defineProperty(globalThis, 'navigation', { value: { currentEntry: { key } }, configurable: true })

beforeEach(() => {
  page = openPage({ 'POST /api/auth/logout': json({ success: true }) })
  enterSession(USER)
})
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'navigation')
  await page.close()
})

describe('a line that was typed in an entry of the history', () => {
  test('stays for it whatever is typed in others, and is taken once', () => {
    keepTypedLine('в первой', null, 'A')
    keepTypedLine('во второй', SEARCH, 'B')
    stand('C')
    expect(takeTypedLine(Date.now())).toBe('')
    stand('A')
    expect(takeTypedLine(Date.now())).toBe('в первой')
    expect(takeTypedLine(Date.now())).toBe('')
    stand('B')
    expect(takeTypedLine(Date.now())).toBe('во второй')
    expect(page.storage.has(partKey('typed'))).toBe(false)
  })

  test('takes the place of an earlier one there', () => {
    keepTypedLine('прежняя', null, 'A')
    keepTypedLine('новая', null, 'A')
    stand('A')
    expect(takeTypedLine(Date.now())).toBe('новая')
    expect(takeTypedLine(Date.now())).toBe('')
  })

  test('is one of the last twenty', () => {
    for (let entry = 0; entry <= 20; entry += 1) keepTypedLine(`строка ${entry}`, null, `${entry}`)
    stand('0')
    expect(takeTypedLine(Date.now())).toBe('')
    for (const entry of [1, 20]) {
      stand(`${entry}`)
      expect(takeTypedLine(Date.now())).toBe(`строка ${entry}`)
    }
  })

  test('is good for 30 minutes, and for nobody but its user', async () => {
    keepTypedLine('строка', null, 'A')
    stand('A')
    expect(takeTypedLine(Date.now() + 31 * MINUTE)).toBe('')
    keepTypedLine('строка', null, 'A')
    expireSession()
    expect(takeTypedLine(Date.now())).toBe('')
    enterSession(USER)
    expect(takeTypedLine(Date.now())).toBe('строка')
    keepTypedLine('строка', null, 'A')
    enterSession({ ...USER, id: USER.id + 1 })
    expect(takeTypedLine(Date.now())).toBe('')
    enterSession(USER)
    expect(takeTypedLine(Date.now())).toBe('')
    keepTypedLine('строка', null, 'A')
    await logout()
    expect(page.storage.size).toBe(0)
  })
})

describe('an entry in which nothing was typed', () => {
  beforeEach(() => {
    keepTypedLine('над ответом', SEARCH, 'A')
    keepTypedLine('над другим', 'B'.repeat(22), 'B')
    keepTypedLine('ни над чем', null, 'C')
    stand('D')
  })

  test('takes what was typed over the answer that it shows', () => {
    expect(takeTypedLine(Date.now(), { over: SEARCH })).toBe('над ответом')
    expect(takeTypedLine(Date.now(), { over: SEARCH })).toBe('')
    stand('C')
    expect(takeTypedLine(Date.now())).toBe('ни над чем')
  })

  test('takes the last line of all where it shows no answer', () => {
    expect(takeTypedLine(Date.now(), 'anywhere')).toBe('ни над чем')
    expect(takeTypedLine(Date.now(), 'anywhere')).toBe('над другим')
  })

  test('and one with a line of its own takes that one', () => {
    stand('A')
    expect(takeTypedLine(Date.now(), 'anywhere')).toBe('над ответом')
  })
})
