import { afterEach, describe, expect, test } from 'bun:test'
import {
  $checks,
  checkKey,
  checkMessenger,
  clearChecks
} from '#site/features/search/summary/messengers-store.ts'
import { json, openPage, type Page, refused } from './page.ts'

const PHONE = '+7 973 204-17-40'
const TELEGRAM = 'POST /api/check_telegram'

let page: Page
afterEach(() => {
  clearChecks()
  return page.close()
})

const shown = () => Object.values($checks.get())
const answer = (success: boolean, message: string, display_message = message) =>
  json({ success, found: success, message, display_message })

describe('a messenger check', () => {
  test('shows the message, and only of the phone and the messenger it was asked for', async () => {
    page = openPage({ [TELEGRAM]: answer(true, 'номер найден', 'Telegram: номер зарегистрирован') })
    const checking = checkMessenger('telegram', PHONE)
    expect(shown()).toEqual([null])
    await checking
    expect($checks.get()[checkKey('telegram', PHONE)]).toBe('Telegram: номер зарегистрирован')
    expect(checkKey('whatsapp', PHONE) in $checks.get()).toBe(false)
  })

  test('shows the message where there is no other text', async () => {
    page = openPage({ [TELEGRAM]: answer(true, 'номер найден', '') })
    await checkMessenger('telegram', PHONE)
    expect(shown()).toEqual(['номер найден'])
  })

  const failures: [what: string, answer: Parameters<typeof openPage>[0][string], text: string][] = [
    ['a gateway', answer(false, 'сервис проверки недоступен'), 'сервис проверки недоступен'],
    ['a gateway without a word', answer(false, ''), 'Неизвестная ошибка'],
    ['a limit', json({ ok: false, error: 'Слишком много проверок' }, 429), 'Слишком много проверок'],
    ['no JSON', () => new Response('<h1>'), 'Неизвестная ошибка'],
    ['a lost session', refused, 'Необходимо войти в систему']
  ]
  test.each(failures)('tells the failure of %s', async (_, failure, text) => {
    page = openPage({ [TELEGRAM]: failure, 'POST /refresh': refused })
    await checkMessenger('telegram', PHONE)
    expect(shown()).toEqual([`❌ Ошибка при проверке: ${text}`])
  })

  test('tells of no connection without the words of the browser', async () => {
    page = openPage({})
    const fetch = globalThis.fetch
    globalThis.fetch = (() =>
      Promise.reject(new TypeError('Failed to fetch'))) as unknown as typeof globalThis.fetch
    await checkMessenger('telegram', PHONE)
    globalThis.fetch = fetch
    expect(shown()).toEqual(['❌ Ошибка при проверке: Связи с сервером нет'])
  })

  test('is forgotten when it ends after the results are gone', async () => {
    page = openPage({ [TELEGRAM]: answer(true, 'номер найден') })
    const checking = checkMessenger('telegram', PHONE)
    clearChecks()
    await checking
    expect($checks.get()).toEqual({})
  })
})
