import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { BAD_ANSWER } from '#shared/texts/connection.ts'
import { concludeByKey } from '#site/features/search/keys/verdict-keys.ts'
import { joinedBy } from '#site/features/search/people/own-verdicts.ts'
import {
  $drafts,
  $verdicts,
  draftKey,
  loadVerdicts,
  pairsOf,
  removeVerdict,
  saveVerdict,
  setDraft,
  takeVerdicts,
  verdictOn
} from '#site/features/search/people/verdict-store.ts'
import { partKey } from '#site/lib/search-session-store.ts'
import { enterSession, expireSession, logout } from '#site/lib/session-store.ts'
import { $toast } from '#site/lib/toast-store.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { USER } from './user.ts'

const SEARCH = 'AAAAAAAAAAAAAAAAAAAAAA'
const ADDRESS = `/api/search/${SEARCH}`
const verdict = (id: number, a: string, more: Partial<Verdict> = {}): Verdict => ({
  id,
  a,
  b: null,
  verdict: 'same',
  note: null,
  at: '2026-11-22T09:52:00.000Z',
  ...more
})
const past = (...verdicts: Verdict[]) => json({ success: true, verdicts })

let page: Page | undefined
const ids = () => $verdicts.get().list.map(({ id }) => id)

beforeEach(() => {
  page = openPage({})
  enterSession(USER)
})
afterEach(async () => {
  expireSession()
  await page?.close()
})
const open = async (answers: Parameters<typeof openPage>[0]) => {
  await page?.close()
  page = openPage(answers)
  return page
}

describe('the verdicts of a search', () => {
  test('are asked for once, and again after a failure', async () => {
    const { calls } = await open({
      [`GET ${ADDRESS}`]: inTurn(json({ error: 'Нет' }, 500), past(verdict(1, 'p1')))
    })
    await loadVerdicts(SEARCH)
    expect($verdicts.get()).toMatchObject({ step: 'failed', list: [] })
    await loadVerdicts(SEARCH)
    await loadVerdicts(SEARCH)
    expect($verdicts.get()).toMatchObject({ step: 'ready', searchId: SEARCH })
    expect(ids()).toEqual([1])
    expect(calls).toHaveLength(2)
  })

  test.each([[null], [{ id: 2, a: 'p1' }]])('are not what somebody else answers: %j', async foreign => {
    await open({
      [`GET ${ADDRESS}`]: past(verdict(1, 'p1')),
      [`PUT ${ADDRESS}/verdicts`]: json({ success: true, verdict: foreign })
    })
    await loadVerdicts(SEARCH)
    expect(await saveVerdict(SEARCH, { a: 'p2', verdict: 'same' })).toBe(BAD_ANSWER)
    expect(ids()).toEqual([1])
  })

  test('keep what was concluded while they were on their way', async () => {
    const changed = verdict(1, 'p1', { verdict: 'other' })
    await open({
      [`GET ${ADDRESS}`]: async () => {
        await Bun.sleep(20)
        return Response.json({ success: true, verdicts: [verdict(1, 'p1'), verdict(2, 'p2')] })
      },
      [`PUT ${ADDRESS}/verdicts`]: json({ success: true, verdict: changed })
    })
    const loading = loadVerdicts(SEARCH)
    expect(await saveVerdict(SEARCH, { a: 'p1', verdict: 'other' })).toBeNull()
    await loading
    expect(verdictOn($verdicts.get().list, 'p1')?.verdict).toBe('other')
    expect(ids().sort()).toEqual([1, 2])
  })

  test('are changed and taken back when the server has agreed, and say why not', async () => {
    await open({
      [`GET ${ADDRESS}`]: past(verdict(1, 'p1')),
      [`PUT ${ADDRESS}/verdicts`]: inTurn(
        json({ error: 'Заметка длиннее 500 знаков', code: 'NOTE_TOO_LONG' }, 400),
        json({ success: true, verdict: verdict(1, 'p1', { verdict: 'unclear' }) })
      ),
      [`DELETE ${ADDRESS}/verdicts/1`]: json({ success: true })
    })
    await loadVerdicts(SEARCH)
    const body = { a: 'p1', verdict: 'unclear' as const }
    expect(await saveVerdict(SEARCH, body)).toBe('Заметка длиннее 500 знаков')
    expect(verdictOn($verdicts.get().list, 'p1')?.verdict).toBe('same')
    expect(await saveVerdict(SEARCH, body)).toBeNull()
    expect(verdictOn($verdicts.get().list, 'p1')?.verdict).toBe('unclear')
    expect(await removeVerdict(SEARCH, 1)).toBeNull()
    expect(ids()).toEqual([])
    expect(await removeVerdict(SEARCH, 7)).toBe('Такого адреса нет')
  })

  test('that another tab has changed or taken back are shown as they are, and not overwritten', async () => {
    const newer = verdict(1, 'p1', {
      verdict: 'other',
      note: 'из другой вкладки',
      at: '2026-11-22T10:00:00.000Z'
    })
    const bodies: unknown[] = []
    const changed = json({ error: 'Вывод уже изменён', code: 'VERDICT_CHANGED' }, 409)
    await open({
      [`GET ${ADDRESS}`]: inTurn(past(verdict(1, 'p1')), past(newer), past()),
      [`PUT ${ADDRESS}/verdicts`]: async request => {
        bodies.push(await request.json())
        return changed(request)
      },
      [`DELETE ${ADDRESS}/verdicts/1`]: async request => {
        bodies.push(new URL(request.url).searchParams.get('at'))
        return Response.json({ error: 'Не найдено', code: 'NOT_FOUND' }, { status: 404 })
      }
    })
    await loadVerdicts(SEARCH)
    expect(await saveVerdict(SEARCH, { a: 'p1', verdict: 'unclear' })).toBe('Вывод уже изменён')
    expect(bodies).toEqual([{ a: 'p1', verdict: 'unclear', replaces: '2026-11-22T09:52:00.000Z' }])
    expect($verdicts.get().list).toEqual([newer])
    expect(await removeVerdict(SEARCH, 1)).toBe('Не найдено')
    expect(bodies[1]).toBe(newer.at)
    expect(ids()).toEqual([])
  })

  test('on a pair are found in either order, beside those on each of the two', () => {
    const list = [verdict(1, 'p1'), verdict(2, 'p1', { b: 'p2', verdict: 'other' })]
    expect(verdictOn(list, 'p2', 'p1')?.id).toBe(2)
    expect(verdictOn(list, 'p1', 'p2')?.id).toBe(2)
    expect(verdictOn(list, 'p1')?.id).toBe(1)
    expect(verdictOn(list, 'p2')).toBeNull()
    expect(pairsOf(list, 'p2').map(({ id }) => id)).toEqual([2])
  })

  test('go with the one they are on, and stay as they were changed since the server was asked', () => {
    const [hidden, removed, changed] = [verdict(1, 'p1'), verdict(2, 'p2'), verdict(3, 'p3')]
    const later = verdict(3, 'p3', { verdict: 'other' })
    $verdicts.set({ searchId: SEARCH, step: 'ready', list: [hidden, later, verdict(4, 'p4')] })
    const before = { searchId: SEARCH, step: 'ready', list: [hidden, removed, changed] } as const
    takeVerdicts(SEARCH, [removed, changed, verdict(5, 'p5')], before)
    expect($verdicts.get().list).toEqual([verdict(5, 'p5'), later, verdict(4, 'p4')])
  })

  test('are those of one search, and nobody’s after the session', async () => {
    takeVerdicts(SEARCH, [verdict(1, 'p1')])
    takeVerdicts('B'.repeat(22), [verdict(2, 'p1')])
    expect(ids()).toEqual([2])
    expireSession()
    expect(ids()).toEqual([])
  })
})

describe('the keys of a verdict', () => {
  test.each([
    ['1', 'same'],
    ['2', 'other'],
    ['3', 'unclear']
  ] as const)('%s says %s and keeps the note', async (key, value) => {
    const sent: unknown[] = []
    await open({
      [`PUT ${ADDRESS}/verdicts`]: async request => {
        sent.push(await request.json())
        return Response.json({ success: true, verdict: verdict(1, 'p1', { verdict: value }) })
      }
    })
    takeVerdicts(SEARCH, [verdict(1, 'p1', { note: 'по ИНН' })])
    expect(concludeByKey(SEARCH, 'p1', key)).toBe(true)
    await saveVerdict(SEARCH, { a: 'p1', verdict: value })
    expect(sent[0]).toMatchObject({ a: 'p1', verdict: value, note: 'по ИНН' })
  })

  test('are no others, and a refusal is said', async () => {
    await open({ [`PUT ${ADDRESS}/verdicts`]: json({ error: 'Такого человека нет' }, 400) })
    expect(concludeByKey(SEARCH, 'p1', '4')).toBe(false)
    takeVerdicts(SEARCH, [])
    expect(concludeByKey(SEARCH, 'p1', '1')).toBe(true)
    while ($toast.get() !== 'Такого человека нет') await Bun.sleep(2)
    expect($toast.get()).toBe('Такого человека нет')
  })
})

describe('what is typed and not saved', () => {
  test('is kept by whom it is on, goes along with a key, and ends when it is saved or the session does', async () => {
    const sent: unknown[] = []
    await open({
      [`PUT ${ADDRESS}/verdicts`]: async request => {
        sent.push(await request.json())
        return Response.json({ success: true, verdict: verdict(1, 'p1') })
      }
    })
    takeVerdicts(SEARCH, [])
    const [one, pair] = [draftKey(SEARCH, 'p1'), draftKey(SEARCH, 'p2', 'p1')]
    expect(pair).toBe(draftKey(SEARCH, 'p1', 'p2'))
    setDraft(one, { note: ' по ИНН ' })
    setDraft(pair, { value: 'other' })
    concludeByKey(SEARCH, 'p1', '1')
    await saveVerdict(SEARCH, { a: 'p2', verdict: 'other' })
    expect(sent[0]).toMatchObject({ a: 'p1', verdict: 'same', note: 'по ИНН' })
    expect($drafts.get()).toEqual({ [pair]: { value: 'other' } })
    expireSession()
    expect($drafts.get()).toEqual({})
  })

  test('outlives the page and an ended session for its own user alone', async () => {
    const draft = { [draftKey(SEARCH, 'p1')]: { note: 'по ИНН' } }
    for (const [key, value] of Object.entries(draft)) setDraft(key, value)
    expireSession()
    expect($drafts.get()).toEqual({})
    enterSession(USER)
    expect($drafts.get()).toEqual(draft)

    // Behind the login of another account the page may be the same.
    enterSession({ ...USER, id: USER.id + 1 })
    expect($drafts.get()).toEqual({})
    expect(page?.storage.has(partKey('drafts'))).toBe(false)
    enterSession(USER)
    expect($drafts.get()).toEqual({})
  })

  test('goes with the logout', async () => {
    await open({ 'POST /api/auth/logout': json({ success: true }) })
    setDraft(draftKey(SEARCH, 'p1'), { note: 'по ИНН' })
    await logout()
    enterSession(USER)
    expect([$drafts.get(), page?.storage.size]).toEqual([{}, 0])
  })

  test('stays where it was changed while a verdict was on its way', async () => {
    const answer = Promise.withResolvers<Response>()
    const later = Response.json({ success: true, verdict: verdict(1, 'p1', { note: 'вторая' }) })
    const { calls } = await open({
      [`PUT ${ADDRESS}/verdicts`]: inTurn(
        () => answer.promise,
        () => later
      )
    })
    takeVerdicts(SEARCH, [])
    const key = draftKey(SEARCH, 'p1')
    setDraft(key, { value: 'other', note: 'первая' })
    expect(concludeByKey(SEARCH, 'p1', '1')).toBe(true)
    while (calls.length === 0) await Bun.sleep(2)
    setDraft(key, { value: 'other', note: 'вторая' })
    answer.resolve(Response.json({ success: true, verdict: verdict(1, 'p1', { note: 'первая' }) }))
    while ($verdicts.get().list.length === 0) await Bun.sleep(2)
    await Bun.sleep(5)
    expect($drafts.get()).toEqual({ [key]: { note: 'вторая' } })
    expect(await saveVerdict(SEARCH, { a: 'p1', verdict: 'same', note: 'вторая' })).toBeNull()
    expect($drafts.get()).toEqual({})
  })
})

test('people whom the user called one are found by any of the pairs', () => {
  const pair = (a: string, b: string, value: Verdict['verdict'] = 'same') =>
    verdict(1, a, { b, verdict: value })
  const joined = joinedBy([pair('p1', 'p2'), pair('p3', 'p4'), pair('p2', 'p4'), pair('p5', 'p6', 'other')])
  expect(new Set(['p1', 'p2', 'p3', 'p4'].map(id => joined.get(id))).size).toBe(1)
  expect([joined.get('p5'), joined.size]).toEqual([undefined, 4])
})
