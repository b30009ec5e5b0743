import { describe, expect, test } from 'bun:test'
import type { Findings } from '#api/engines/search.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { planOfSteps, searchIn } from '#tests/kit/search-in.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

/** Notes of records: a number of 40, met first in the table, one of 25, one of 3; a number in pieces, and some of them. */
const NOTES = [
  ...Array.from({ length: 40 }, (_, at) => [`loose-${at}`, 'договор 7000040']),
  ...Array.from({ length: 25 }, (_, at) => [`many-${at}`, 'договор 7000025']),
  ...Array.from({ length: 2 }, (_, at) => [`few-${at}`, 'договор 7000003']),
  ['both', 'договоры 7000003 и 7000040'],
  ['pieces', 'звонить 7 973 204 17 40'],
  ['other-pieces', 'звонить 7 973 204 18 41'],
  ['telling', 'дом 973, корпус 204']
]

const app = startedApp(async app => {
  await loadSource(app, 'notes', {
    title: 'Заметки',
    kind: 'ordinary',
    columns: [
      { label: 'Номер записи', kind: 'record_number' },
      { label: 'Заметка', kind: 'other' }
    ],
    rows: NOTES
  })
})

const exact = (...words: string[]): PlanStep => ({
  reading: 0,
  form: 'identifier',
  tier: 0,
  keys: words.map(word => `w:${word}`)
})
const looser = (...words: string[]): PlanStep => ({ ...exact(...words), form: 'text', tier: 2 })

const find = (steps: PlanStep[], total = 100): Promise<Findings> =>
  searchIn(app, planOfSteps(...steps), { limits: { total } })

/** How many records were found of each kind of note. */
function counts({ candidates }: Findings): Record<string, number> {
  const kinds = Map.groupBy(candidates, ({ record_id }) => record_id.replace(/^notes:|-\d+$/g, ''))
  return Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]))
}

describe('a number in pieces, asked beside the whole one', () => {
  test('finds the record that has all of its pieces and no other', async () => {
    const answers = await find([exact('79732041740'), looser('7', '973', '204', '17', '40')])
    expect(counts(answers)).toEqual({ pieces: 1 })
  })
})

describe('a looser form asked beside an exact one', () => {
  test('fills up what the exact one leaves, twenty at most, saying that there are more', async () => {
    const answers = await find([exact('7000003'), looser('7000040')])
    expect(counts(answers)).toEqual({ few: 2, both: 1, loose: 20 })
    expect([...answers.more]).toEqual(['notes'])
  })

  test('is not shown where the exact one finds enough', async () => {
    const answers = await find([exact('7000025'), looser('7000040')])
    expect(counts(answers)).toEqual({ many: 25 })
    expect([...answers.more]).toEqual([])
  })

  test('takes no room from the exact one, even when there is hardly any', async () => {
    const answers = await find([exact('7000025'), looser('7000040')], 30)
    expect(counts(answers)).toEqual({ many: 25 })
    expect([...answers.more]).toEqual([])
  })

  test('leaves out what does not fit when even the exact one is too much', async () => {
    const answers = await find([exact('7000025'), looser('7000040')], 22)
    expect(counts(answers)).toEqual({ many: 22 })
    expect([...answers.more]).toEqual(['notes'])
  })
})
