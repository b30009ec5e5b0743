import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AnswerRecord, SearchAnswer } from '#shared/contracts/search.ts'
import type { RecordView, SourceView } from '#site/features/search/records/results-view.ts'
import {
  $chosen,
  $drawn,
  $lit,
  $narrowing,
  $opened,
  $results,
  $shown,
  DRAWN_AT_FIRST,
  drawMore,
  jumpTo,
  narrowTo,
  opensByItself,
  setOpen,
  showEverything,
  showPersonRecords
} from '#site/features/search/records/view-store.ts'
import { $search } from '#site/features/search/search-store.ts'
import { ANSWER } from './search-answer.ts'

const found = (answer: SearchAnswer) =>
  $search.set({ step: 'found', query: answer.query, choice: null, answer, at: 0, fresh: true })

/** A hundred records of one source. */
const many: SearchAnswer = {
  ...ANSWER,
  persons: [],
  results_by_source: {
    reg07: Array.from(
      { length: 100 },
      (_, index): AnswerRecord => ({ record_id: `reg07:${index}`, Имя: `И${index}` })
    )
  }
}

const recordOf = (id: string): RecordView => {
  const record = $results.get()?.records.get(id)
  if (!record) throw new Error(`No record ${id}`)
  return record
}

let stop: () => void
beforeEach(() => {
  stop = $shown.listen(() => undefined)
  found(ANSWER)
})
afterEach(() => stop())

describe('what is shown of an answer', () => {
  test('is all of it, and everything again with the next answer', () => {
    narrowTo({ text: 'логистика' })
    setOpen('reg07', false)
    $chosen.set('p2')
    expect($shown.get()).toHaveLength(1)
    found({ ...ANSWER })
    expect($shown.get()).toHaveLength(3)
    expect($chosen.get()).toBeNull()
    expect($opened.get()).toEqual({})
  })

  test('narrows to the records of a person, who goes into the summary, and widens again', () => {
    narrowTo({ text: 'светлана' })
    showPersonRecords('p1')
    expect($shown.get().flatMap(({ records }) => records.map(({ id }) => id))).toEqual(['reg07:1', 'ads05:1'])
    expect($chosen.get()).toBe('p1')
    showPersonRecords(null)
    expect($shown.get()).toHaveLength(3)
    expect($chosen.get()).toBe('p1')
  })

  test('keeps the order when the filters are taken off', () => {
    narrowTo({ order: 'newest', source: 'ads05', text: 'x' })
    showEverything()
    expect($narrowing.get()).toEqual({ text: '', source: null, person: null, order: 'newest' })
  })
})

describe('groups', () => {
  const group = (key: string, records: number, kind: SourceView['kind'] = 'ordinary') =>
    ({ key, kind, records: Array.from({ length: records }) }) as unknown as SourceView

  test('open by themselves while they are few records, lists of losses always', () => {
    const open = opensByItself([
      group('a', 10),
      group('b', 25),
      group('c', 5),
      group('d', 1, 'casualty_list')
    ])
    expect([...open]).toEqual(['a', 'b', 'd'])
    expect([...opensByItself([group('a', 400)])]).toEqual(['a'])
  })

  test('draw the first records and more when asked', () => {
    drawMore('reg07')
    expect($drawn.get().reg07).toBeGreaterThan(DRAWN_AT_FIRST)
  })
})

describe('a jump to a record', () => {
  test('opens its group and lights it', () => {
    jumpTo(recordOf('ads05:2'))
    expect($opened.get()).toEqual({ ads05: true })
    expect($lit.get()).toBe('ads05:2')
  })

  test('lifts a filter that hides it and leaves one that does not', () => {
    narrowTo({ source: 'reg07' })
    jumpTo(recordOf('reg07:2'))
    expect($narrowing.get().source).toBe('reg07')
    jumpTo(recordOf('ads05:2'))
    expect($narrowing.get().source).toBeNull()
  })

  test('draws a long group as far as the record', () => {
    found(many)
    jumpTo(recordOf('reg07:3'))
    expect($drawn.get().reg07).toBeUndefined()
    jumpTo(recordOf('reg07:70'))
    expect($drawn.get().reg07).toBe(71)
  })

  test('lights the last one when two follow each other', () => {
    jumpTo(recordOf('ads05:2'))
    jumpTo(recordOf('reg07:1'))
    expect($lit.get()).toBe('reg07:1')
  })
})
