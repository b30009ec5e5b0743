import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { answerErrors } from '#api/http/answer-errors.ts'
import { Refusal } from '#api/lib/refusal.ts'

test.each([
  ['DATABASE_DOWN', 503, ['database_down']],
  ['SEARCH_DOWN', 503, ['search_down']],
  ['SEARCH_FAILED', 500, ['search_down']],
  ['NO_CREDITS', 402, []]
] as const)('the log says of %s whether something of ours does not answer', async (code, status, events) => {
  const noted: string[] = []
  const app = new Elysia()
    .use(answerErrors({ note: event => noted.push(event) }, () => undefined))
    .get('/', () => {
      throw new Refusal(code)
    })
  expect((await app.handle(new Request('http://localhost/'))).status).toBe(status)
  expect(noted).toEqual([...events])
})
