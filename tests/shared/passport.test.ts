import { expect, test } from 'bun:test'
import { lastKeepingDay, passportGaps } from '#shared/rules/passport.ts'

const TODAY = '2026-11-21'
const COMPLETE = {
  title: 'Список',
  kind: 'ordinary',
  origin: 'own',
  basis: 'consent',
  controller: 'Отдел',
  evidence_url: 'https://example.com/basis',
  retention_days: 30,
  obtained_at: '2026-11-21',
  review_due: '2026-11-21'
}

test('finds no gap in a complete passport, with or without a list of fields', () => {
  expect(passportGaps(COMPLETE, TODAY)).toEqual([])
  expect(passportGaps({ ...COMPLETE, fields: null }, TODAY)).toEqual([])
  expect(passportGaps({ ...COMPLETE, fields: ['ФИО'] }, TODAY)).toEqual([])
})

test('names every field that is missing, in words', () => {
  expect(passportGaps({}, TODAY).map(gap => /\((\w+)\)/.exec(gap)?.[1])).toEqual(Object.keys(COMPLETE))
  expect(passportGaps(null, TODAY)[0]).toStartWith('Паспорт источника')
})

test.each([
  ['kind', 'leak'],
  ['origin', 'other'],
  ['basis', ''],
  ['title', '  '],
  ['controller', 7],
  ['evidence_url', 'папка в шкафу'],
  ['evidence_url', 'javascript:alert(1)'],
  ['retention_days', 0],
  ['retention_days', '30'],
  ['obtained_at', '2026-02-30'],
  ['obtained_at', '2026-11-22'],
  ['review_due', '2026-11-20'],
  ['review_due', '20.11.2027'],
  ['fields', []],
  ['fields', 'ФИО']
])('refuses %s of %p', (field, value) => {
  const gaps = passportGaps({ ...COMPLETE, [field]: value }, TODAY)
  expect(gaps).toHaveLength(1)
  expect(gaps[0]).toContain(`(${field})`)
})

test('lets records be kept so many days after the day they were obtained', () => {
  expect(lastKeepingDay({ obtained_at: '2026-11-21', retention_days: 30 })).toBe('2026-12-21')
  expect(lastKeepingDay({ obtained_at: '2028-02-28', retention_days: 1 })).toBe('2028-02-29')
  const lastDay = { ...COMPLETE, obtained_at: '2026-10-22' }
  expect(passportGaps(lastDay, TODAY)).toEqual([])
  expect(passportGaps(lastDay, '2026-11-22')).toContain('Срок хранения (retention_days): истёк 21.11.2026')
})
