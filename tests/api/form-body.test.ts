import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { answerErrors } from '#api/http/answer-errors.ts'
import { formBody } from '#api/http/body.ts'
import { bodyOf, chosenRoute, type TableRoute } from '#api/http/route-table.ts'
import { createOutageLog } from '#api/lib/log.ts'

/** The body rules as `api/app.ts` sets them, over one route of each kind. */
const routes: TableRoute[] = []
const app = new Elysia()
  .use(answerErrors(createOutageLog(), () => undefined))
  .onParse({ as: 'global' }, ({ request, route }) =>
    bodyOf(request, chosenRoute(routes, request.method, route))
  )
  .use(
    new Elysia({ prefix: '/api' })
      .post('/form/:id', ({ body }) => ({ body }), { parse: formBody })
      .post('/json', ({ body }) => ({ body }), { body: v.unknown() })
      .post('/none', ({ body }) => ({ body }))
  )
routes.push(...app.routes)

let url = ''
beforeAll(() => {
  url = `http://localhost:${app.listen({ port: 0, hostname: '127.0.0.1' }).server?.port}`
})
afterAll(() => app.stop(true))

const send = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, { method: 'POST', body, headers })
  return { status: answer.status, ...((await answer.json()) as { body?: unknown; code?: string }) }
}
const fields = { ip: '192.0.2.1', name: 'Офис «Ромашка» + 1' }
const multipart = (entries: [string, string | File][]) => {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

describe('a call that is marked form', () => {
  test('takes multipart, urlencoded and JSON with the same names', async () => {
    const expected = { status: 200, body: fields }
    expect(await send('/api/form/1', multipart(Object.entries(fields)))).toEqual(expected)
    expect(await send('/api/form/1', new URLSearchParams(fields))).toEqual(expected)
    const json = { 'content-type': 'application/json' }
    expect(await send('/api/form/1', JSON.stringify(fields), json)).toEqual(expected)
  })

  test('takes no file and no name twice', async () => {
    expect(await send('/api/form/1', multipart([['ip', new File(['x'], 'x.txt')]]))).toMatchObject({
      code: 'BAD_INPUT'
    })
    const twice = multipart([
      ['ip', '192.0.2.1'],
      ['ip', '192.0.2.2']
    ])
    expect(await send('/api/form/1', twice)).toMatchObject({ status: 400, code: 'BAD_INPUT' })
    expect(await send('/api/form/1', new URLSearchParams('ip=1&ip=2'))).toMatchObject({ code: 'BAD_INPUT' })
  })

  test('refuses what is broken, too large or of another type', async () => {
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await send('/api/form/1', '--y\r\n\r\n', broken)).toMatchObject({ status: 400, code: 'BAD_JSON' })
    const unbound = { 'content-type': 'multipart/form-data' }
    expect(await send('/api/form/1', 'ip=1', unbound)).toMatchObject({ status: 400, code: 'BAD_JSON' })
    const large = multipart([['ip', 'x'.repeat(70_000)]])
    expect(await send('/api/form/1', large)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
    expect(await send('/api/form/1', 'ip=1', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  })

  test('keeps a name that is a part of every object harmless', async () => {
    const answer = await send('/api/form/1', new URLSearchParams('__proto__=x&toString=y'))
    expect(answer.status).toBe(200)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})

test('a call that is not marked takes JSON only', async () => {
  expect(await send('/api/json', new URLSearchParams(fields))).toMatchObject({
    status: 415,
    code: 'UNSUPPORTED_TYPE'
  })
  expect(await send('/api/json', multipart(Object.entries(fields)))).toMatchObject({ status: 415 })
})

test('no body, of any type, is one without fields', async () => {
  const empty = { status: 200, body: {} }
  for (const path of ['/api/form/1', '/api/json']) {
    expect(await send(path, '')).toEqual(empty)
    expect(await send(path, new URLSearchParams())).toEqual(empty)
  }
  expect(await send('/api/form/1', new FormData())).toEqual(empty)
})

test('a call without a body looks at none, and takes none that is too large', async () => {
  for (const body of [
    new FormData(),
    new URLSearchParams('a=1'),
    multipart([['a', '1']]),
    '{',
    new Uint8Array([0xff])
  ])
    expect(await send('/api/none', body)).toEqual({ status: 200, body: null })
  expect(await send('/api/none', 'x'.repeat(70_000))).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
})
