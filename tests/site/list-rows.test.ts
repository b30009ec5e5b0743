import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { List, ListRow } from '#shared/contracts/lists/lists.ts'
import { figuresOf } from '#site/features/lists/figures.ts'
import { judgeInTurn } from '#site/features/lists/judge-row.ts'
import { EVERY_ROW } from '#site/features/lists/list-calls.ts'
import { verdictOf } from '#site/features/lists/row-keys.ts'
import { $rows, needRows, showRows } from '#site/features/lists/rows-store.ts'
import { $unsentNotes, recallNotes, saveNote } from '#site/features/lists/unsent-notes.ts'
import { rowOutcome } from '#site/features/lists/words.ts'
import { endText } from '#site/lib/account/ended-lists.ts'
import { $areKeysOn } from '#site/lib/account/key-switch.ts'
import { $session } from '#site/lib/session-store.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { USER } from './user.ts'

const ROWS = 'POST /api/lists/a/rows'
const row = (change: Partial<ListRow>) =>
  ({
    n: 1,
    line: 'Примеров',
    repeat_of: null,
    verdict: null,
    note: null,
    verdict_at: null,
    ...change
  }) as ListRow
const FIRST = row({ n: 1, outcome: 'several' })
const REPEAT = row({ n: 2, outcome: 'repeat', repeat_of: 1, repeated_outcome: 'several' })
const JUDGED = { ...FIRST, verdict: 'same', note: 'по ИНН', verdict_at: '2026-11-28T10:00:00.000Z' } as const
const rows = (...all: ListRow[]) => json({ ok: true, rows: all, total: all.length, cursor: null })

let page: Page
beforeEach(() => {
  $session.set({ step: 'in', user: { ...USER } })
  $unsentNotes.set(new Map())
})
afterEach(async () => {
  await page.close()
  $areKeysOn.set(true)
})

const verdicts = () => [...$rows.get().at.values()].map(({ verdict, note }) => [verdict, note])

describe('a verdict', () => {
  test('of a row is that of the rows that repeat it', async () => {
    page = openPage({
      [ROWS]: rows(FIRST, REPEAT),
      'PUT /api/lists/a/rows/1/verdict': json({ ok: true, row: JUDGED })
    })
    await showRows('a', EVERY_ROW)
    await judgeInTurn('a', FIRST, { verdict: 'same' })
    expect(verdicts()).toEqual([
      ['same', 'по ИНН'],
      ['same', 'по ИНН']
    ])
  })

  test.each(['showRows', 'needRows'] as const)(
    'is not taken back by rows of before that come late (%s)',
    async way => {
      const held = Promise.withResolvers<void>()
      const late = async (request: Request) => {
        await held.promise
        return rows(FIRST, REPEAT)(request)
      }
      page = openPage({
        [ROWS]: inTurn(rows(FIRST, REPEAT), late),
        'PUT /api/lists/a/rows/1/verdict': json({ ok: true, row: JUDGED })
      })
      await showRows('a', EVERY_ROW)
      const coming = way === 'showRows' ? showRows('a', EVERY_ROW) : needRows('a', 100)
      await judgeInTurn('a', FIRST, { verdict: 'same' })
      held.resolve()
      await coming
      expect(verdicts().flatMap(([verdict]) => verdict)).not.toContain(null)
    }
  )

  test('is given by no digit when single keys are turned off', () => {
    page = openPage({})
    expect(['1', '2', '3', '4', '0', 'j'].map(verdictOf)).toEqual([
      'same',
      'other',
      'unclear',
      undefined,
      undefined,
      undefined
    ])
    $areKeysOn.set(false)
    expect(verdictOf('1')).toBeUndefined()
  })
})

test('a repeat says what the row says that it repeats', () => {
  page = openPage({})
  expect([FIRST, REPEAT, row({ outcome: 'repeat' }), row({ outcome: 'withdrawn' })].map(rowOutcome)).toEqual([
    'several',
    'several',
    'repeat',
    'withdrawn'
  ])
})

describe('a note', () => {
  const lost = () => Promise.reject(new Error('offline'))

  test('that could not be saved is kept, also for a reload, and can be sent again', async () => {
    page = openPage({})
    await saveNote('a 1', 'по ИНН', lost)
    expect($unsentNotes.get().get('a 1')).toEqual({ text: 'по ИНН', isLost: true })
    $unsentNotes.set(new Map())
    recallNotes()
    expect($unsentNotes.get().get('a 1')).toEqual({ text: 'по ИНН', isLost: true })
    const sent: string[] = []
    await saveNote('a 1', 'по ИНН', async text => void sent.push(text))
    expect(sent).toEqual(['по ИНН'])
    recallNotes()
    expect($unsentNotes.get().size).toBe(0)
  })

  test('that was typed later is not dropped by the one of before', async () => {
    page = openPage({})
    const first = Promise.withResolvers<void>()
    const saving = saveNote('a 1', 'первая', () => first.promise)
    await saveNote('a 1', 'вторая', lost)
    first.resolve()
    await saving
    expect($unsentNotes.get().get('a 1')).toEqual({ text: 'вторая', isLost: true })
  })

  test('of another user is not shown', async () => {
    page = openPage({})
    await saveNote('a 1', 'по ИНН', lost)
    $session.set({ step: 'in', user: { ...USER, id: USER.id + 1 } })
    $unsentNotes.set(new Map())
    recallNotes()
    expect($unsentNotes.get().size).toBe(0)
  })
})

describe('the figures of a list', () => {
  test('count every row once, whatever its rows have come to', () => {
    page = openPage({})
    const random = seededRandom(6)
    for (let round = 0; round < 200; round += 1) {
      const [answered, failed, left, leftOut, stopped, notUsed, repeats, unsearchable] = Array.from(
        { length: 8 },
        () => random(5)
      ) as [number, number, number, number, number, number, number, number]
      const skips = { LEFT_OUT: leftOut, STOPPED: stopped, NOT_USED: notUsed, EMPTY_QUERY: unsearchable }
      const skipped = leftOut + stopped + notUsed + unsearchable
      const all = answered + failed + left + skipped + repeats
      const list = { rows: all, answered, repeats, skipped, skips, left, failed } as unknown as List
      const { wanted, ...parts } = figuresOf(list)
      expect(wanted).toBe(answered + failed + left + leftOut + stopped)
      expect(parts).toEqual({ answered, failed, left, leftOut, stopped, notUsed, repeats, unsearchable })
      expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(all)
    }
  })

  test('are said where a list has ended: of how many rows it was to answer', () => {
    page = openPage({})
    const rows = {
      rows: 1_050,
      repeats: 40,
      skipped: 608,
      skips: { LEFT_OUT: 590, STOPPED: 10, EMPTY_QUERY: 8 }
    }
    const list = {
      ...rows,
      state: 'done',
      answered: 400,
      changed_at: '2026-01-28T10:00:00.000Z'
    } as unknown as List
    expect(endText(list)).toStartWith('Список готов: 400 из 1\u00a0002\u00a0строк, ')
    expect(endText({ ...list, state: 'paused' })).toStartWith(
      'Закончились запросы: 400 из 1\u00a0002\u00a0строк, '
    )
  })
})
