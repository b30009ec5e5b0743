import { expect, test } from 'bun:test'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { pastVerdicts } from '#site/features/history/past-verdicts.ts'

const verdict = (more: Partial<Verdict>): Verdict => ({
  id: 1,
  a: 'p1',
  b: null,
  verdict: 'same',
  note: null,
  at: '2026-11-22T09:52:00.000Z',
  ...more
})

test('a verdict without its answer says what was concluded, when, and where the answer shows of whom', () => {
  expect(pastVerdicts('S', [verdict({ note: 'ИНН сошёлся' })])).toEqual([
    {
      id: 1,
      about: '',
      word: 'тот же',
      note: 'ИНН сошёлся',
      at: '22.11.2026 12:52',
      href: '/search?s=S&p=p1'
    }
  ])
})

test('several people are told apart by letters, the same one by the same letter', () => {
  const lines = pastVerdicts('S', [
    verdict({ a: 'p2' }),
    verdict({ id: 2, b: 'p2', verdict: 'other' }),
    verdict({ id: 3, verdict: 'unclear' })
  ])
  expect(lines.map(({ about, word }) => `${about}: ${word}`)).toEqual([
    'Лицо А: тот же',
    'Лица Б и А: разные люди',
    'Лицо Б: неясно'
  ])
  expect(lines[1]?.href).toBe('/search/compare?s=S&a=p1&b=p2')
  const many = pastVerdicts(
    'S',
    Array.from({ length: 60 }, (_, at) => verdict({ id: at, a: `p${at}` }))
  )
  expect(new Set(many.map(({ about }) => about)).size).toBe(60)
})
