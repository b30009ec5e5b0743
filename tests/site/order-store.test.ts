import { afterEach, beforeEach, expect, test } from 'bun:test'
import { job } from '#site/features/admin/import/import-store.ts'
import { $queuePosition, preview } from '#site/features/admin/import/order-store.ts'
import { json, openPage, type Page } from './page.ts'

const IMPORTS = '/api/auth/admin/imports'
const waiting = (turn: number) => Response.json({ ok: true, preview: null, turn, needs_passport: false })

let page: Page
let answerOfFirst: PromiseWithResolvers<Response>
beforeEach(() => {
  answerOfFirst = Promise.withResolvers()
  page = openPage({
    [`GET ${IMPORTS}/first`]: json({ ok: true, import: { id: 'first' } }),
    [`GET ${IMPORTS}/second`]: json({ ok: true, import: { id: 'second' } }),
    [`POST ${IMPORTS}/first/preview`]: () => answerOfFirst.promise,
    [`POST ${IMPORTS}/second/preview`]: json({ ok: true, preview: {}, turn: null, needs_passport: false })
  })
})
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'location')
  await page.close()
})

async function show(id: string): Promise<void> {
  globalThis.location = { search: `?id=${id}` } as Location
  await job.load()
}

test('the place of a file in the queue is not told of the next file', async () => {
  await show('first')
  const first = preview.load()
  answerOfFirst.resolve(waiting(3))
  for (let tries = 0; tries < 100 && $queuePosition.get() === null; tries += 1) await Bun.sleep(10)
  expect($queuePosition.get()).toBe(3)
  await show('second')
  const second = preview.load()
  expect($queuePosition.get()).toBe(null)
  await Promise.all([first, second])
})

test('an answer that comes when another file is shown tells nothing of that one', async () => {
  await show('first')
  const first = preview.load()
  await show('second')
  await preview.load()
  answerOfFirst.resolve(waiting(3))
  await first
  expect($queuePosition.get()).toBe(null)
  expect(preview.$load.get().step).toBe('ready')
})
