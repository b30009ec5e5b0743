import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AnswerRecord, SearchAnswer } from '#shared/contracts/search.ts'
import type { RecordView, SourceView } from '#site/features/search/records/results-view.ts'
import {
  $chosenPerson,
  $filteredSources,
  $filters,
  $jumpTarget,
  $openSources,
  $recordLimits,
  $results,
  changeFilters,
  clearFilters,
  jumpTo,
  openByDefault,
  RECORDS_AT_FIRST,
  setOpen,
  showMore,
  showPersonRecords
} from '#site/features/search/records/view-store.ts'
import { $search } from '#site/features/search/search-store.ts'
import { ANSWER } from './search-answer.ts'

const found = (answer: SearchAnswer) =>
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
  stop = $filteredSources.listen(() => undefined)
  found(ANSWER)
})
afterEach(() => stop())

describe('what is shown of an answer', () => {
  test('is all of it, and everything again with the next answer', () => {
    changeFilters({ text: 'логистика' })
    setOpen('reg07', false)
    $chosenPerson.set('p2')
    expect($filteredSources.get()).toHaveLength(1)
    found({ ...ANSWER })
    expect($filteredSources.get()).toHaveLength(3)
    expect($chosenPerson.get()).toBeNull()
    expect($openSources.get()).toEqual({})
  })

  test('narrows to the records of a person, who goes into the summary, and widens again', () => {
    changeFilters({ text: 'светлана' })
    showPersonRecords('p1')
    expect($filteredSources.get().flatMap(({ records }) => records.map(({ id }) => id))).toEqual([
      'reg07:1',
      'ads05:1'
    ])
    expect($chosenPerson.get()).toBe('p1')
    showPersonRecords(null)
    expect($filteredSources.get()).toHaveLength(3)
    expect($chosenPerson.get()).toBe('p1')
  })

  test('keeps the order when the filters are taken off', () => {
    changeFilters({ order: 'newest', source: 'ads05', text: 'x' })
    clearFilters()
    expect($filters.get()).toEqual({ text: '', source: null, person: null, order: 'newest' })
  })
})

describe('groups', () => {
  const group = (key: string, records: number, kind: SourceView['kind'] = 'ordinary') =>
    ({ key, kind, records: Array.from({ length: records }) }) as unknown as SourceView

  test('open by themselves while they are few records, lists of losses always', () => {
    const open = openByDefault([
      group('a', 10),
      group('b', 25),
      group('c', 5),
      group('d', 1, 'casualty_list')
    ])
    expect([...open]).toEqual(['a', 'b', 'd'])
    expect([...openByDefault([group('a', 400)])]).toEqual(['a'])
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
    changeFilters({ source: 'reg07' })
    jumpTo(recordOf('reg07:2'))
    expect($filters.get().source).toBe('reg07')
    jumpTo(recordOf('ads05:2'))
    expect($filters.get().source).toBeNull()
  })

  test('draws a long group as far as the record', () => {
    found(many)
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
