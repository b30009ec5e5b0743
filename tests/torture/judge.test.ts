import { describe, expect, test } from 'bun:test'
import { PROBLEMS } from '#shared/problems.ts'
import { type Input, makeInput } from './fuzz/inputs.ts'
import { faultOf } from './fuzz/judge.ts'
import type { Operation } from './fuzz/operations.ts'
import type { Answer } from './fuzz/speaker.ts'
import { growthRow, memoryOf } from './measures.ts'
import { type Outcome, renderOutcomes } from './phase.ts'
import { holdsAll } from './torture.ts'

const SETTINGS: Operation = {
  method: 'PUT',
  path: '/api/profile/settings',
  body: { properties: { telegram_chat_id: {} } },
  query: [],
  needsSession: true,
  needsAdministrator: true
}
const MATERIAL = { lines: ['Иванов Иван'], hostile: ['\u0000'] }
const inputOf = (number: number, seed = 1) => makeInput([SETTINGS], MATERIAL, seed, number)
const textOf = (input: Input) => input.bytes('access_token=x').toString('latin1')

test('an input comes back with its seed and number, and with no other', () => {
  const texts = Array.from({ length: 200 }, (_, number) => textOf(inputOf(number)))
  expect(Array.from({ length: 200 }, (_, number) => textOf(inputOf(number)))).toEqual(texts)
  expect(new Set(texts).size).toBeGreaterThan(190)
  expect(textOf(inputOf(7, 2))).not.toBe(textOf(inputOf(7)))
})

describe('an answer', () => {
  const input: Input = {
    method: 'PUT',
    target: SETTINGS.path,
    operation: SETTINGS,
    principal: 'user',
    hasBadCookie: false,
    isOdd: false,
    bytes: () => Buffer.alloc(0)
  }
  const refusal = (status: number, body: unknown): Answer => ({
    status,
    headers: new Map([
      ['x-request-id', 'a'],
      ['cache-control', 'no-store']
    ]),
    cookies: [],
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
  const { status } = PROBLEMS.FORBIDDEN

  test('of the contract is no fault', () => {
    expect(faultOf(input, refusal(status, { code: 'FORBIDDEN', request_id: 'a' }))).toBeNull()
    expect(faultOf({ ...input, principal: 'administrator' }, refusal(200, '{}'))).toBeNull()
    expect(faultOf({ ...input, isOdd: true }, 'closed')).toBeNull()
    expect(faultOf({ ...input, isOdd: true }, refusal(505, ''))).toBeNull()
  })

  test.each([
    ['500', refusal(500, { code: 'UNEXPECTED', request_id: 'a' })],
    ['503 without an outage', refusal(503, { code: 'DATABASE_DOWN', request_id: 'a' })],
    ['505 to a line of HTTP', refusal(505, '')],
    ['a success for who may not', refusal(200, '{}')],
    ['a code with another status', refusal(400, { code: 'FORBIDDEN', request_id: 'a' })],
    ['a page', refusal(404, '<!doctype html>')],
    ['a stack', refusal(status, { code: 'FORBIDDEN', request_id: 'a', error: 'at f (/srv/api/app.ts:1:2)' })],
    ['what was sent', refusal(status, { code: 'FORBIDDEN', request_id: 'a', error: 'echo-me-please' })],
    ['another number', refusal(status, { code: 'FORBIDDEN', request_id: 'b' })],
    ['silence', 'silent' as const],
    ['an end of the connection', 'closed' as const]
  ])('that is %s is a fault', (_name, answer) => {
    expect(faultOf(input, answer)).toBeString()
  })
})

test('one invariant that fails fails the run, and stands in the table', () => {
  const outcome = (holds: boolean): Outcome => ({
    counts: { '200': 2 },
    rows: [{ goal: 'nothing is lost', measured: '1', holds }]
  })
  expect(holdsAll(new Map([['fuzz', outcome(true)]]))).toBe(true)
  const outcomes = new Map([
    ['fuzz', outcome(true)],
    ['kills', outcome(false)]
  ])
  expect(holdsAll(outcomes)).toBe(false)
  expect(renderOutcomes(outcomes)).toMatch(/\| kills \| 2 +\| 200: 2 +\| nothing is lost \| 1 +\| NO /)
})

test('what cannot be measured is told as such, and too much does not hold', () => {
  const unknown = memoryOf(2 ** 30)
  expect(growthRow('memory', [unknown, unknown], 5, ' MB')).toEqual({
    goal: 'memory',
    measured: 'not measured',
    holds: null
  })
  expect(growthRow('memory', [10, 16], 5, ' MB')).toMatchObject({ measured: '6 MB', holds: false })
  expect(growthRow('memory', [10, 15], 5, ' MB')).toMatchObject({ measured: '5 MB', holds: true })
})
