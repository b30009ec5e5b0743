import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AnswerRecord, SearchAnswer } from '#shared/contracts/search.ts'
import { jumpTo, light } from '#site/features/search/records/jump.ts'
import { drawnByDefault, openByDefault } from '#site/features/search/records/open-sources.ts'
import type { RecordView, SourceView } from '#site/features/search/records/results-view.ts'
import { $search } from '#site/features/search/search-store.ts'
import {
  $filtered,
  $jumpTarget,
  $lit,
  $open,
  $openSources,
  $picked,
  $recordLimits,
  $results,
  $view,
  changeView,
  choose,
  clearView,
  RECORDS_AT_FIRST,
  setSourceOpen,
  setSourcesOpen,
  showMore,
  toggleChoice,
  togglePerson,
  togglePick
} from '#site/features/search/view-store.ts'
import { ANSWER } from './search-answer.ts'

const viewOf = (answer: SearchAnswer) =>
  $search.set({ step: 'answered', query: answer.query, choice: null, answer, at: 0, fresh: true })

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
  stop = $filtered.listen(() => undefined)
  viewOf(ANSWER)
})
afterEach(() => stop())

describe('what is shown of an answer', () => {
  test('is all of it, and everything again with the next answer', () => {
    changeView({ text: 'логистика' })
    setSourceOpen('reg07', false)
    togglePerson('p2')
    togglePick('p2')
    expect($filtered.get()?.sources).toHaveLength(1)
    viewOf({ ...ANSWER, search_id: 'BBBBBBBBBBBBBBBBBBBBBB' })
    expect($filtered.get()?.sources).toHaveLength(3)
    expect([$open.get(), $picked.get(), $openSources.get()]).toEqual([[], [], {}])
  })

  test('has nobody marked or open who has left the answer', () => {
    for (const id of ['p1', 'p2']) {
      togglePerson(id)
      togglePick(id)
    }
    const persons = ANSWER.persons.filter(({ id }) => id !== 'p1')
    const answer = { ...ANSWER, persons }
    const { query } = answer
    $search.set({ step: 'answered', query, choice: null, answer, at: 0, fresh: false, cursors: {} })
    expect([$open.get(), $picked.get()]).toEqual([['p2'], ['p2']])
  })

  test('narrows by the values of facets, of each any, and widens again', () => {
    toggleChoice('band', 'match')
    toggleChoice('band', 'namesake')
    expect($filtered.get()?.people.map(({ id }) => id)).toEqual(['p1', 'p3'])
    toggleChoice('source', 'loss02')
    expect($filtered.get()?.people.map(({ id }) => id)).toEqual(['p3'])
    choose('band', [])
    expect($view.get().choices).toEqual({ source: ['loss02'] })
    clearView()
    expect($filtered.get()?.isNarrowed).toBe(false)
  })

  test('keeps the order when the filters are taken off', () => {
    changeView({ order: { by: 'records', isDown: true }, text: 'x' })
    clearView()
    expect($view.get()).toMatchObject({ text: '', order: { by: 'records' } })
  })

  test('has several people open, the last of them last', () => {
    togglePerson('p1')
    togglePerson('p2')
    expect($open.get()).toEqual(['p1', 'p2'])
    togglePerson('p1')
    expect($open.get()).toEqual(['p2'])
  })

  test('lights the records of one reason at a time', () => {
    light(['reg07:1'])
    light(['ads05:1', 'ads05:2'])
    expect([...$lit.get()]).toEqual(['ads05:1', 'ads05:2'])
    light([])
    expect($lit.get().size).toBe(0)
  })
})

describe('groups', () => {
  const group = (key: string, records: number, kind: SourceView['kind'] = 'ordinary') =>
    ({ key, kind, records: Array.from({ length: records }) }) as unknown as SourceView

  test('open by themselves while they are few records, single ones under a filter, lists of losses always', () => {
    const groups = [
      group('a', 10),
      group('b', 1),
      group('c', 25),
      group('d', 5),
      group('e', 1, 'casualty_list')
    ]
    expect([...openByDefault(groups, false, true)]).toEqual(['a', 'c', 'e'])
    expect([...openByDefault(groups, false, false)]).toEqual(['e'])
    expect([...openByDefault(groups, true, false)]).toEqual(['a', 'b', 'c', 'e'])
    // What is folded goes onto paper all the same.
    expect([...drawnByDefault(groups)]).toEqual(['a', 'b', 'c', 'e'])
    expect([...openByDefault([group('a', 400)], false, true)]).toEqual(['a'])
  })

  test('open and close all at once', () => {
    setSourcesOpen(['a', 'b'], true)
    expect($openSources.get()).toMatchObject({ a: true, b: true })
    setSourcesOpen(['a', 'b'], false)
    expect($openSources.get()).toMatchObject({ a: false, b: false })
  })

  test('draw the first records and more when asked', () => {
    showMore('reg07')
    expect($recordLimits.get().reg07).toBeGreaterThan(RECORDS_AT_FIRST)
  })
})

describe('a jump to a record', () => {
  test('opens its group and lights it', () => {
    jumpTo(recordOf('ads05:2'))
    expect($openSources.get()).toEqual({ ads05: true })
    expect($jumpTarget.get()).toBe('ads05:2')
  })

  test('lifts a filter that hides it and leaves one that does not', () => {
    choose('source', ['reg07'])
    jumpTo(recordOf('reg07:2'))
    expect($view.get().choices.source).toEqual(['reg07'])
    jumpTo(recordOf('ads05:2'))
    expect($view.get().choices).toEqual({})
  })

  test('draws a long group as far as the record', () => {
    viewOf(many)
    jumpTo(recordOf('reg07:3'))
    expect($recordLimits.get().reg07).toBeUndefined()
    jumpTo(recordOf('reg07:70'))
    expect($recordLimits.get().reg07).toBe(71)
  })

  test('lights the last one when two follow each other', () => {
    jumpTo(recordOf('ads05:2'))
    jumpTo(recordOf('reg07:1'))
    expect($jumpTarget.get()).toBe('reg07:1')
  })
})
