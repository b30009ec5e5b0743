import { afterEach, describe, expect, test } from 'bun:test'
import { AskError, ask, errorText, type Shape, setLoginPrompt } from '#site/lib/ask.ts'
import { inTurn, json, openPage, type Page, refused } from './page.ts'

let page: Page
afterEach(() => page.close())

const failure = async (path = '/api/x'): Promise<AskError> => {
  try {
    await ask(path)
  } catch (error) {
    if (error instanceof AskError) return error
    throw error
  }
  throw new Error('It did not fail')
}

describe('the words of a refusal', () => {
  test('come from detail first', async () => {
    page = openPage({ 'GET /api/x': json({ detail: 'деталь', error: 'ошибка' }, 400) })
    expect(await failure()).toMatchObject({ message: 'деталь', status: 400 })
  })

  test('come from error where there is no detail in words', async () => {
    page = openPage({ 'GET /api/x': json({ detail: [{ loc: ['x'] }], error: 'ошибка' }, 400) })
    expect((await failure()).message).toBe('ошибка')
  })

  test('are the status where the body says nothing', async () => {
    page = openPage({ 'GET /api/x': json({}, 418) })
    expect((await failure()).message).toBe('HTTP 418')
  })

  test('are the status where the body is no JSON', async () => {
    page = openPage({ 'GET /api/x': () => new Response('<html>', { status: 502 }) })
    expect(await failure()).toMatchObject({ message: 'HTTP 502', status: 502 })
  })

  test('are «Network error» where no answer came', async () => {
    page = openPage({})
    await page.close()
    globalThis.fetch = (() => Promise.reject(new TypeError('refused'))) as unknown as typeof fetch
    const error = await failure()
    expect(error).toMatchObject({ message: 'Network error', status: 0 })
    expect(errorText(error)).toBe('Связи с сервером нет')
  })

  test('are «Unknown error» where a good answer cannot be read', async () => {
    page = openPage({ 'GET /api/x': () => new Response('oops') })
    expect((await failure()).message).toBe('Unknown error')
  })

  test('keep the code, the fields in words and the time to wait', async () => {
    const body = { error: 'ошибка', code: 'BAD_INPUT', fields: { username: 'занято', id: 7 } }
    page = openPage({ 'GET /api/x': json(body, 400, { 'Retry-After': '30' }) })
    expect(await failure()).toMatchObject({
      code: 'BAD_INPUT',
      fields: { username: 'занято' },
      retryAfterSeconds: 30
    })
  })

  test('fall back where something was thrown without words', () => {
    page = openPage({})
    expect(errorText(new Error(), 'запасное')).toBe('запасное')
    expect(errorText('text')).toBe('Сервер ответил не так, как ожидалось')
  })

  test('are never those of an exception of the page', () => {
    page = openPage({})
    expect(errorText(new TypeError("reading 'length'"), 'запасное')).toBe('запасное')
  })

  test.each([
    [new AskError('Сервер занят', 200), 'Сервер занят'],
    [new AskError('HTTP 502', 502), 'Ошибка создания платежа (HTTP 502)'],
    [new AskError('Unknown error', 200), 'Ошибка создания платежа'],
    [new AskError('Network error'), 'Связи с сервером нет']
  ])('of %j are «%s» for a person', (error, text) => {
    page = openPage({})
    expect(errorText(error, 'Ошибка создания платежа')).toBe(text)
  })
})

describe('a good status', () => {
  interface Answer {
    data: { id: number; name: string }[]
    is_on: boolean
  }
  const answered = async (body: unknown, options: { shape?: Shape<Answer> } = {}) => {
    page = openPage({ 'GET /api/x': json(body) })
    return await ask<Answer>('/api/x', options).catch(error => `${error.message} ${error.status}`)
  }

  test.each([{}, null, 1, 'x', { ok: 'yes' }, { ok: false }])('is no answer of ours with %j', async body => {
    expect(await answered(body)).toBe('Unknown error 200')
  })

  test('is a refusal with the words of one', async () => {
    expect(await answered({ ok: false, error: 'Сервер занят' })).toBe('Сервер занят 200')
    await page.close()
    expect(await answered({ detail: 'портал' })).toBe('портал 200')
  })

  const shape = { data: [{ id: 0, name: '' }], is_on: true } as const
  test.each([
    { ok: true },
    { ok: true, data: {}, is_on: true },
    { ok: true, data: [{ id: '1', name: 'а' }], is_on: true },
    { ok: true, data: [{ id: 1, name: 'а' }, null], is_on: true },
    { ok: true, data: [], is_on: 0 }
  ])('is not enough without what the page relies on: %j', async body => {
    expect(await answered(body, { shape })).toBe('Unknown error 200')
  })

  test('is not enough with nothing among the items of a list of which no more is asked', async () => {
    expect(await answered({ ok: true, data: [null] }, { shape: { data: [] } })).toBe('Unknown error 200')
    expect<unknown>(await answered({ ok: true, data: ['а'] }, { shape: { data: [] } })).toEqual({
      ok: true,
      data: ['а']
    })
  })

  test.each([
    { ok: true, data: [], is_on: false },
    { success: true, data: [{ id: 1, name: 'а', more: null }], is_on: true }
  ])('is an answer with it: %j', async body => {
    expect<unknown>(await answered(body, { shape })).toEqual(body)
  })
})

describe('an expired session', () => {
  test('is refreshed once and the call repeated', async () => {
    page = openPage({
      'GET /api/x': inTurn(refused, json({ ok: true })),
      'POST /refresh': json({ ok: true })
    })
    expect(await ask('/api/x')).toEqual({ ok: true })
    expect(page.calls).toEqual(['GET /api/x', 'POST /refresh', 'GET /api/x'])
  })

  test('is refused after one refresh that did not help', async () => {
    page = openPage({ 'GET /api/x': refused, 'POST /refresh': json({ ok: true }) })
    expect((await failure()).status).toBe(401)
    expect(page.calls).toHaveLength(3)
  })

  test('is refused at once where there is nothing to refresh', async () => {
    page = openPage({ 'GET /api/x': refused, 'POST /refresh': refused })
    expect((await failure()).message).toBe('Необходимо войти в систему')
    expect(page.calls).toEqual(['GET /api/x', 'POST /refresh'])
  })

  test('is refreshed once for parallel calls', async () => {
    page = openPage({
      'GET /api/x': inTurn(refused, json([1])),
      'GET /api/y': inTurn(refused, json([2])),
      'POST /refresh': async () => {
        await Bun.sleep(50)
        return Response.json({ ok: true })
      }
    })
    expect(await Promise.all([ask('/api/x'), ask('/api/y')])).toEqual([[1], [2]])
    expect(page.calls.filter(call => call === 'POST /refresh')).toHaveLength(1)
  })

  test('is not looked for behind a refused login', async () => {
    page = openPage({ 'POST /api/auth/login': refused })
    await ask('/api/auth/login', { body: {}, refresh: false }).catch(() => undefined)
    expect(page.calls).toEqual(['POST /api/auth/login'])
  })
})

describe('what is sent', () => {
  test('is JSON by POST where there is a body', async () => {
    page = openPage({
      'POST /api/x': async request =>
        Response.json([request.headers.get('content-type'), await request.json()])
    })
    expect(await ask<[string, unknown]>('/api/x', { body: { a: 1 } })).toEqual(['application/json', { a: 1 }])
  })

  test('is multipart where it is a form', async () => {
    page = openPage({
      'POST /api/x': async request => Response.json(Object.fromEntries(await request.formData()))
    })
    expect(
      await ask<Record<string, string>>('/api/x', { form: { rate: 100, on: true }, bare: true })
    ).toEqual({
      rate: '100',
      on: 'true'
    })
  })

  test('stops with the reason of the signal', async () => {
    page = openPage({ 'GET /api/x': () => Bun.sleep(5_000).then(() => new Response()) })
    const stop = new AbortController()
    const asking = ask('/api/x', { signal: stop.signal })
    stop.abort('enough')
    expect(await asking.catch(reason => reason)).toBe('enough')
  })
})

describe('a session that has ended for good', () => {
  afterEach(() => setLoginPrompt(undefined))

  test('is opened by one login over the page for all calls that wait, which go on', async () => {
    let isBack = false
    const answer = (request: Request) =>
      isBack ? Response.json([request.method]) : Response.json({ error: 'Войдите' }, { status: 401 })
    page = openPage({ 'GET /api/x': answer, 'DELETE /api/y': answer, 'POST /refresh': refused })
    let prompts = 0
    setLoginPrompt(async () => {
      prompts += 1
      await Bun.sleep(20)
      isBack = true
      return true
    })
    expect(await ask<string[]>('/api/x')).toEqual(['GET'])
    expect(await ask<string[]>('/api/y', { method: 'DELETE' })).toEqual(['DELETE'])
    expect(prompts).toBe(1)
  })

  test('stays refused where the login is declined, and for calls that nobody waits for', async () => {
    page = openPage({ 'GET /api/x': refused, 'POST /refresh': refused })
    let prompts = 0
    setLoginPrompt(async () => {
      prompts += 1
      return false
    })
    expect((await failure()).status).toBe(401)
    await ask('/api/x', { login: false }).catch(() => undefined)
    expect(prompts).toBe(1)
  })

  test('is not what a refresh means that nobody answered', async () => {
    page = openPage({ 'GET /api/x': refused, 'POST /refresh': json({ error: 'занято' }, 503) })
    setLoginPrompt(() => Promise.reject(new Error('asked')))
    expect(await failure()).toMatchObject({ status: 503, message: 'занято' })
  })
})
