import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { partsOfBest } from './read-line.ts'

const FIRM = 'ООО «Демо-Логистика»'
const leftOutOf = (line: string): string[] => remarksOfReadings(parseQuery(line))

test.each([
  'БИК 044525225',
  'БИК: 044525225',
  'р/с 40702810900000204175',
  'р/сч № 40702810900000204175',
  'расчётный счёт 40702 810 9 0000 0204175',
  'к/с 30101810400000000225',
  'корр. счет 30101810400000000225',
  'КПП 770801001',
  'ОКПО 12041741'
])('«%s» beside a firm is named and not searched', details => {
  for (const line of [`${FIRM} ${details}`, `${FIRM}, ${details}`, `${details}; ${FIRM}`]) {
    expect([line, ...partsOfBest(line)]).toEqual([line, `text ${FIRM}`])
    expect([line, ...leftOutOf(line)]).toEqual([line, `не ищется: ${details}`])
  }
})

test('a whole set of them leaves the firm and its INN', () => {
  const line = `${FIRM}, ИНН 7707083893, КПП 770801001, р/с 40702810900000204175 в АО «Демо-Банк», БИК 044525225`
  expect(partsOfBest(line)).toEqual([`text ${FIRM}`, 'inn_org 7707083893'])
  expect(leftOutOf(line)).toEqual([
    'не ищется: КПП 770801001, р/с 40702810900000204175 в АО «Демо-Банк», БИК 044525225'
  ])
})

test.each([
  ['БИК 044525225', 'text БИК 044525225'],
  ['044525225', 'text 044525225'],
  ['ИНН/КПП 7707083893/770801001', 'inn_org 7707083893'],
  ['КПП 7707083893', 'inn_org 7707083893']
])('«%s» is what it was', (line, read) => expect(partsOfBest(line)).toEqual([read]))
