import { afterEach, beforeEach, expect, test } from 'bun:test'
import { PRICE_CHANGED } from '#shared/texts/lists.ts'
import {
  $draft,
  begin,
  changeDraft,
  dropDraft,
  expectAgain,
  expectOthers,
  readAgain,
  takeFile,
  takeLines
} from '#site/features/lists/draft/draft-store.ts'
import { setRowUse } from '#site/features/lists/list-calls.ts'
import { withUsualDates } from '#site/features/lists/words.ts'
import { $stated } from '#site/lib/account/purpose-store.ts'
import { $session, updateUser } from '#site/lib/session-store.ts'
import { leaveListLines, takeListLines } from '#site/lib/unsent-line.ts'
import { until } from '#tests/kit/until.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { USER } from './user.ts'

const LINES = 'Примеров Илья\nПримерова Инна\nПримеров Лев\nПримерова Ада'
const draft = (id: string) => json({ ok: true, list: { id, price: 4 }, sample: [], file: null }, 201)
const REFUSED = json({ error: 'В списке больше 10 000 строк. Разделите его.', code: 'LIST_TOO_LONG' }, 400)

let page: Page
beforeEach(() => {
  $session.set({ step: 'in', user: { ...USER } })
})
afterEach(async () => {
  await dropDraft()
  page.close()
})

test('a choice of readings has its dates as people write them', () => {
  page = openPage({})
  expect(withUsualDates('Примеров Илья 1970-01-01')).toBe('Примеров Илья 01.01.1970')
  expect(withUsualDates('1970-01, 1981, 2024-111-22, 79732041740')).toBe(
    '01.1970, 1981, 2024-111-22, 79732041740'
  )
})

test('lines that are left for a list are taken once, by the same person, within half an hour', () => {
  page = openPage({})
  leaveListLines(LINES)
  expect(takeListLines(Date.now())).toBe(LINES)
  expect(takeListLines(Date.now())).toBe('')
  leaveListLines(LINES)
  $session.set({ step: 'in', user: { ...USER, id: USER.id + 1 } })
  expect(takeListLines(Date.now())).toBe('')
  $session.set({ step: 'in', user: { ...USER } })
  leaveListLines(LINES)
  expect(takeListLines(Date.now() + 31 * 60_000)).toBe('')
})

test('a refused list leaves no draft of before that could be started', async () => {
  page = openPage({
    'POST /api/lists': inTurn(draft('first'), REFUSED),
    'DELETE /api/lists/first': json({ ok: true })
  })
  await takeLines(LINES)
  expect($draft.get().draft?.list.id).toBe('first')
  expectOthers()
  expect($draft.get().isBusy).toBe(true)
  await takeLines(LINES.repeat(9_000))
  expect($draft.get()).toMatchObject({ draft: null, isBusy: false })
  expect($draft.get().error).toStartWith('В списке больше')
  await begin(null)
  expect($draft.get().draft).toBeNull()
})

test('a list states the purpose that is chosen, and is read anew for another one', async () => {
  const sent: unknown[] = []
  const answer = inTurn(REFUSED, draft('first'), draft('second'), draft('third'))
  page = openPage({
    async 'POST /api/lists'(request) {
      const isForm = request.headers.get('content-type')?.startsWith('multipart')
      const body = isForm ? Object.fromEntries(await request.formData()) : await request.json()
      sent.push([body.purpose, body.case_ref])
      return answer(request)
    },
    'DELETE /api/lists/first': json({ ok: true }),
    'DELETE /api/lists/second': json({ ok: true })
  })
  expectAgain()
  expect($draft.get().isBusy).toBe(false)
  await takeLines(LINES)
  $stated.set({ purpose: 'debt', case_ref: '' })
  expectAgain()
  expect($draft.get().isBusy).toBe(true)
  await readAgain()
  expect($draft.get()).toMatchObject({ draft: { list: { id: 'first' } }, isBusy: false, error: '' })
  $stated.set({ purpose: 'employment', case_ref: 'К-3' })
  await readAgain()
  await takeFile({ file: new File(['ФИО'], 'a.csv'), columns: null, label: null, sheet: null })
  expect($draft.get().draft?.list.id).toBe('third')
  expect(sent).toEqual([
    [undefined, undefined],
    ['debt', undefined],
    ['employment', 'К-3'],
    ['employment', 'К-3']
  ])
  $stated.set(null)
})

test('changes of a draft follow one another, and it starts at the price that was shown alone', async () => {
  const list = (price: number) => json({ ok: true, list: { id: 'first', price, balance: 5 } })
  const held = Promise.withResolvers<void>()
  page = openPage({
    'POST /api/lists': draft('first'),
    'PUT /api/lists/first/rows/1/use': async request => {
      await held.promise
      return list(3)(request)
    },
    'PUT /api/lists/first/rows/2/use': list(2),
    'DELETE /api/lists/first': json({ ok: true })
  })
  await takeLines(LINES)
  const changes = [1, 2].map(n => changeDraft(id => setRowUse(id, n, false)))
  const started = begin(null)
  held.resolve()
  expect(await Promise.all(changes)).toEqual([true, true])
  await started
  expect(page.calls.filter(call => call.includes('/use') || call.includes('/start'))).toEqual([
    'PUT /api/lists/first/rows/1/use',
    'PUT /api/lists/first/rows/2/use'
  ])
  expect($draft.get()).toMatchObject({ draft: { list: { price: 2 } }, refusal: PRICE_CHANGED, isBusy: false })
})

test('a draft learns of a balance that another tab has changed', async () => {
  const list = { id: 'first', price: 4, balance: 0 }
  page = openPage({
    'POST /api/lists': json({ ok: true, list, sample: [], file: null }, 201),
    'GET /api/lists/first': json({ ok: true, list: { ...list, balance: 9 }, file: null }),
    'DELETE /api/lists/first': json({ ok: true })
  })
  await takeLines(LINES)
  updateUser({ requests_count: 9 })
  await until(
    () => $draft.get(),
    ({ draft: now }) => now?.list.balance === 9
  )
})
