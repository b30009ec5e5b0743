import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { OpenApiAnswer } from '#shared/contracts/openapi.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { createClient } from '#tests/kit/client.ts'
import { type JsonSchema, nearSchema } from '#tests/kit/from-schema.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 16)
/** For each operation; more of them by hand. */
const CASES = Number(process.env.FUZZ_CASES ?? 10)
const WHOLE_RUN_MS = 600_000

interface Operation {
  method: string
  path: string
  body: JsonSchema | null
  parameters: { name: string; in: string; schema: JsonSchema }[]
}

let named: Record<string, JsonSchema>
let operations: Operation[]
const app = startedApp(async app => {
  await loadPeople(app)
  const { body: document } = await createClient(app.url).get<OpenApiAnswer>('/api/openapi.json')
  named = document.components.schemas as Record<string, JsonSchema>
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { requestBody, parameters = [] } = described as {
        requestBody?: { content: Record<string, { schema: JsonSchema }> }
        parameters?: Operation['parameters']
      }
      const body = requestBody?.content['application/json']?.schema ?? null
      return { method: method.toUpperCase(), path, body, parameters }
    })
  )
})

interface Call {
  parameters: unknown[]
  body: unknown
  withToken: boolean
}

const callOf = ({ parameters, body }: Operation): fc.Arbitrary<Call> =>
  fc.record({
    parameters: fc.tuple(...parameters.map(({ schema }) => nearSchema(schema, named))),
    body: body ? nearSchema(body, named) : fc.constant(undefined),
    withToken: fc.boolean()
  })

/** The kit holds each answer that it reads against the schemas of its route: a mismatch rejects. */
async function send(client: Person, token: string, operation: Operation, call: Call): Promise<number> {
  const values = operation.parameters.map(({ name, in: place }, at) => ({
    name,
    place,
    value: call.parameters[at]
  }))
  const text = (value: unknown) =>
    encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())
  let path = operation.path
  const query: string[] = []
  const headers: Record<string, string> = {}
  for (const { name, place, value } of values) {
    // An empty part of a path is another path.
    if (place === 'path') path = path.replace(`{${name}}`, text(value) || '0')
    else if (place === 'query' && value !== undefined) query.push(`${name}=${text(value)}`)
    else if (place === 'header') headers[name] = text(value).slice(0, 255)
  }
  const isObject = typeof call.body === 'object' && call.body !== null && !Array.isArray(call.body)
  const body = call.withToken && isObject ? { ...(call.body as object), token } : call.body
  const response = await client.request(`${path}${query.length > 0 ? `?${query.join('&')}` : ''}`, {
    method: operation.method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  await response.text()
  return response.status
}

interface Caller {
  client: Person
  token: string
}

async function newCaller(): Promise<Caller> {
  const client = await signedInAs(app, ROLE_ADMIN, 1_000_000)
  const { token } = await programOf(client, app.url)
  return { client, token }
}

/** Operations that can end sessions, change the account or take its token. */
const CHANGES_CALLER = /auth|profile|session|token|users/

test(
  'answers whatever its document allows, and what comes near it, as it declares and never with 5xx',
  async () => {
    const statuses: Record<number, number> = {}
    let cases = 0
    let caller: Caller | undefined
    for (const operation of operations) {
      caller ??= await newCaller()
      const { client, token } = caller
      for (const call of fc.sample(callOf(operation), { numRuns: CASES, seed: SEED })) {
        const callText = `${operation.method} ${operation.path} ${JSON.stringify(call)}`
        const status = await send(client, token, operation, call).catch(error => {
          throw new Error(`${callText}: ${error.message}`)
        })
        if (status >= 500) throw new Error(`${callText}: ${status}`)
        statuses[status] = (statuses[status] ?? 0) + 1
        cases += 1
      }
      if (CHANGES_CALLER.test(operation.path)) caller = undefined
    }
    console.log(
      `${operations.length} operations, ${cases} cases of seed ${SEED}: ${JSON.stringify(statuses)}`
    )
    expect(operations.length).toBeGreaterThan(30)
    expect(cases).toBe(operations.length * CASES)
    expect(statuses[200]).toBeGreaterThan(cases / 20)
  },
  WHOLE_RUN_MS
)
