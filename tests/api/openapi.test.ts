import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv2020 from 'ajv/dist/2020.js'
import type { GenericSchema } from 'valibot'
import * as v from 'valibot'
import { createApp } from '#api/app.ts'
import { BODY_EXAMPLES } from '#api/features/openapi/body-examples.ts'
import { documentPath } from '#api/features/openapi/operation.ts'
import { contractOf, refusalsOf } from '#api/http/route-contract.ts'
import { type TableRoute, withoutSlash } from '#api/http/route-table.ts'
import { REASON_CODES } from '#shared/contracts/match.ts'
import type { OpenApiAnswer } from '#shared/contracts/openapi.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { checkAnswer } from '#tests/kit/check-answers.ts'
import { createClient } from '#tests/kit/client.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const PATH = '/api/openapi.json'
const CATCH_ALL = 'ALL'

interface Shown {
  value?: unknown
  $ref?: string
}
interface Described {
  description: string
  content: Record<string, { schema: object; examples?: Record<string, Shown> }>
}

let app: TestApp
let routes: TableRoute[]
let document: OpenApiAnswer
beforeAll(async () => {
  app = await startApp()
  routes = createApp(app.context).routes.filter(({ method }) => method !== CATCH_ALL)
  document = (await createClient(app.url).get<OpenApiAnswer>(PATH)).body
})
afterAll(() => app.stop())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      // biome-ignore lint/suspicious/noExplicitAny: the document is read as its reader would
      ...(operation as any)
    }))
  )
const operationOf = (call: string) => operations().find(operation => operation.call === call)

test('the document is valid OpenAPI 3.1, for whoever asks', async () => {
  const { valid, errors } = await new Validator().validate(document)
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
})

test('it describes every route of the API and nothing else', () => {
  const expected = routes.map(
    ({ method, path }) => `${method} ${withoutSlash(path).replace(/:(\w+)/g, '{$1}')}`
  )
  expect(
    operations()
      .map(({ call }) => call)
      .toSorted()
  ).toEqual(expected.toSorted())
  expect(expected).toContain('GET /api/openapi.json')
})

test('every route declares a summary and an answer', () => {
  const silent = routes.filter(route => {
    const { summary = '', answers = {} } = contractOf(route) ?? {}
    return !/[а-яё]/i.test(summary) || !Object.keys(answers).some(status => Number(status) < 400)
  })
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('operations have ids of their own', () => {
  const ids = operations().map(({ operationId }) => operationId)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter(id => !/^[a-z]+(_\w+)+$/.test(id))).toEqual([])
})

test('each operation lists the codes that it can refuse with, under their statuses', () => {
  const { responses } = operationOf('POST /api/search/perform')
  const codesOf = (status: number) =>
    responses[status].content['application/json'].schema.properties.code.enum
  expect(codesOf(402)).toEqual(['NO_CREDITS'])
  expect(codesOf(401)).toEqual(['NOT_SIGNED_IN'])
  expect(codesOf(409)).toEqual(['KEY_REUSED'])
  expect(codesOf(503)).toEqual(['OVERLOADED', 'SEARCH_DOWN', 'DATABASE_DOWN', 'STOPPING'])
  expect(codesOf(429)).toEqual(['TOO_MANY_SEARCHES', 'SEARCH_SLOWED'])
  expect(responses[402].description).toContain(PROBLEMS.NO_CREDITS.text)
  expect(responses[503].headers['Retry-After']).toBeDefined()
})

test('every refusal of the catalogue belongs to a route or to an unknown call', () => {
  const unknownCall: ProblemCode[] = ['NO_SUCH_PATH', 'METHOD_NOT_ALLOWED']
  const declared = new Set([...routes.flatMap(refusalsOf), ...unknownCall])
  expect(Object.keys(PROBLEMS).filter(code => !declared.has(code as ProblemCode))).toEqual([])
})

test('every operation has one tag of the document, and each tag has operations', () => {
  const tags = document.tags.map(({ name }) => name)
  const used = operations().flatMap(({ tags }) => tags)
  expect(used).toHaveLength(operations().length)
  expect([...new Set(used)].toSorted()).toEqual(tags.toSorted())
})

test('every answer has an example that fits the schema of the document', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  for (const { call, responses } of operations())
    for (const [status, { content }] of Object.entries<Described>(responses).filter(([code]) => code < '4'))
      for (const { schema, examples = {} } of Object.values(content)) {
        const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')))
        const shown = Object.values(examples)
        expect([call, status, shown.length > 0]).toEqual([call, status, true])
        for (const { value } of shown) {
          check(value)
          expect([call, status, check.errors]).toEqual([call, status, null])
        }
      }
})

test('every refusal has an example in the form of its route, and every example fits its schema', () => {
  const { examples } = document.components as { examples: Record<string, { value: unknown }> }
  const referred = new Set<string>()
  for (const { call, responses, requestBody } of operations()) {
    const [method = '', path = ''] = call.split(' ')
    for (const [status, { description, content }] of Object.entries<Described>(responses)) {
      const [{ examples: own = {} } = {}] = Object.values(content)
      const codes = [...description.matchAll(/^([A-Z_]+): /gm)].map(([, code]) => code)
      expect(Object.keys(own)).toEqual(expect.arrayContaining(codes))
      for (const { value, $ref } of Object.values(own)) {
        const name = $ref?.split('/').at(-1) ?? ''
        if ($ref) referred.add(name)
        checkAnswer(routes, call, Number(status), $ref ? examples[name]?.value : value)
      }
    }
    const route = routes.find(each => each.method === method && documentPath(each.path) === path)
    const body = (route?.hooks.body ?? (route && contractOf(route)?.takes)) as GenericSchema
    for (const { value } of Object.values(requestBody?.content['application/json'].examples ?? {}) as Shown[])
      expect([call, v.safeParse(body, value).issues]).toEqual([call, undefined])
  }
  expect([...referred].toSorted()).toEqual(Object.keys(examples).toSorted())
})

test('every call with a body shows one that it takes, and no example is of a call that is gone', () => {
  const calls = operations().filter(({ requestBody }) => requestBody)
  const examplesOf = ({ requestBody }: (typeof calls)[number]) =>
    Object.keys(requestBody.content['application/json'].examples)
  expect(calls.filter(call => examplesOf(call).length === 0).map(({ call }) => call)).toEqual([])
  const shown = calls.filter(call => examplesOf(call)[0] === 'Пример').map(({ call }) => call)
  expect(shown.toSorted()).toEqual(Object.keys(BODY_EXAMPLES).toSorted())
})

test('it says who may call what, and how', () => {
  expect(operationOf('GET /api/search/health').security).toEqual([])
  expect(operationOf('GET /api/news').security).toEqual([{ session: [] }])
  expect(operationOf('PUT /api/profile/settings').description).toContain('Администратор')
  expect(document.components.securitySchemes).toMatchObject({
    session: { type: 'apiKey', in: 'cookie', name: 'access_token' },
    token: { type: 'http', scheme: 'bearer' }
  })
})

test('it tells bodies, parameters and shapes as they are', () => {
  const perform = operationOf('POST /api/search/perform')
  expect(Object.keys(perform.requestBody.content)).toEqual(['application/json'])
  const lines = perform.requestBody.content['application/json'].schema.oneOf
  expect(lines.map(({ required }: { required: string[] }) => required)).toEqual([['search_id'], ['query']])
  expect(perform.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }])
  expect(operationOf('GET /api/news').parameters).toMatchObject([{ name: 'limit', in: 'query' }])
  expect(operationOf('GET /api/news/{id}').parameters).toMatchObject([
    { name: 'id', in: 'path', required: true }
  ])
  const answer = perform.responses[200].content['application/json'].schema
  expect(answer.properties.persons.items.anyOf).toEqual(
    ['Person', 'PersonCard'].map(name => ({ $ref: `#/components/schemas/${name}` }))
  )
  expect(document.components.schemas).toMatchObject({
    Reason: { properties: { code: { enum: REASON_CODES } } },
    Person: { properties: { query_reasons: { items: { $ref: '#/components/schemas/Reason' } } } }
  })
})

test('public calls take a token in their body or in a header, and refuse in their own form', () => {
  const search = operationOf('POST /api/search')
  expect(search.security).toEqual([{ token: [] }, {}])
  const [line, cursor] = search.requestBody.content['application/json'].schema.anyOf
  expect(line).toMatchObject({
    properties: { token: {}, request: { type: 'string' }, limit: { minimum: 10, maximum: 10_000 } },
    required: ['request']
  })
  expect(cursor.required).toEqual(['cursor'])
  const refusal = search.responses[401].content['application/json'].schema
  expect(refusal.allOf).toEqual([{ $ref: '#/components/schemas/PublicRefusal' }])
  expect(refusal.properties.error_code.enum).toEqual(['BAD_TOKEN', 'TOKEN_EXPIRED', 'TOKEN_ADDRESS'])
  const [body] = operationOf('POST /api/balance').requestBody.content['application/json'].schema.anyOf
  expect(Object.keys(body.properties)).toEqual(['token'])
})

test('references lead somewhere and none is left over', () => {
  const text = JSON.stringify(document)
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '')
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
  expect(text).not.toContain('$defs')
})

test('it comes compressed to whom takes that, with the headers of every answer', async () => {
  const plain = await app.request(PATH, { headers: { 'accept-encoding': 'identity' } })
  const packed = await app.request(PATH, { headers: { 'accept-encoding': 'gzip' } })
  expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null])
  expect([packed.status, packed.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  expect(packed.headers.get('vary')).toBe('accept-encoding')
  expect(packed.headers.get('cache-control')).toBe('no-store')
  expect(packed.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await packed.json()).toEqual(await plain.json())
})

test('nothing but GET asks for it', async () => {
  const answer = await createClient(app.url).post(PATH, {})
  expect([answer.status, answer.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
})
