import { describe, expect, test } from 'bun:test'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { record } from './clusters.ts'
import { SITUATIONS } from './clusters-table.ts'

const PLAN: SearchPlan = { query: '', readings: [], steps: [] }

interface Outcome {
  title: string
  rightlyMerged: number
  missed: number
  falselyMerged: number
}

const outcomes = SITUATIONS.map(({ title, rows }): Outcome => {
  const records = rows.map(([, source, fields], at) => record(String(at), source, fields))
  const persons = groupPersons(records, PLAN)
  const home = new Map(persons.flatMap(person => recordIdsOf(person).map(id => [id, person.id] as const)))
  expect(persons.flatMap(recordIdsOf).sort()).toEqual(records.map(({ record_id }) => record_id).sort())
  const outcome: Outcome = { title, rightlyMerged: 0, missed: 0, falselyMerged: 0 }
  rows.forEach(([letter], i) => {
    rows.forEach(([other], j) => {
      if (i >= j || !/[a-z]{2}/.test(letter + other)) return
      const together = home.get(records[i]?.record_id ?? '') === home.get(records[j]?.record_id ?? '')
      if (letter === other) outcome[together ? 'rightlyMerged' : 'missed'] += 1
      else if (together) outcome.falselyMerged += 1
    })
  })
  return outcome
})

const sum = (key: 'rightlyMerged' | 'missed' | 'falselyMerged') =>
  outcomes.reduce((total, outcome) => total + outcome[key], 0)

describe('grouping situations', () => {
  test('are sixty', () => {
    expect(SITUATIONS).toHaveLength(60)
    expect(new Set(SITUATIONS.map(({ title }) => title)).size).toBe(60)
  })

  test('merge no two people', () => {
    expect(outcomes.filter(({ falselyMerged }) => falselyMerged > 0).map(({ title }) => title)).toEqual([])
  })

  test('reach an F1 of 0.95 on what must merge', () => {
    const right = sum('rightlyMerged')
    const f1 = (2 * right) / (2 * right + sum('missed') + sum('falselyMerged'))
    expect(outcomes.filter(({ missed }) => missed > 0).map(({ title }) => title)).toEqual([])
    expect(f1).toBeGreaterThanOrEqual(0.95)
  })

  test.each(SITUATIONS.filter(({ rows }) => rows.some(([letter]) => letter === '?')))(
    'leave a row of nobody alone: $title',
    ({ rows }) => {
      const records = rows.map(([, source, fields], at) => record(String(at), source, fields))
      const lonely = rows.flatMap(([letter], at) => (letter === '?' ? [records[at]?.record_id ?? ''] : []))
      const alone = groupPersons(records, PLAN).filter(person => person.record_ids.length === 1)
      expect(alone.flatMap(person => person.record_ids)).toEqual(expect.arrayContaining(lonely))
    }
  )

  test('come out the same whatever the order of the records', () => {
    for (const { title, rows } of SITUATIONS) {
      const records = rows.map(([, source, fields], at) => record(String(at), source, fields))
      const cards = (list: typeof records) =>
        groupPersons(list, PLAN)
          .map(person => [...person.record_ids].sort().join(' '))
          .sort()
      expect([title, ...cards([...records].reverse())]).toEqual([title, ...cards(records)])
    }
  })
})
