import { expect, test } from 'bun:test'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { inn, record, snils } from '#tests/shared/identity/people/clusters.ts'

const NAME = 'Примеров Илья Андреевич'
const OTHER_NAME = 'Другов Олег Петрович'
const BAD_INN = '001204175330'

interface Case {
  label: string
  own: string
  other: string
  text: string
}
const CASES: Case[] = [
  { label: 'ИНН', own: inn(1), other: inn(2), text: 'один из ИНН запроса другой' },
  { label: 'СНИЛС', own: snils(1), other: snils(2), text: 'один из СНИЛС запроса другой' },
  {
    label: 'Паспорт',
    own: '45 03 123457',
    other: '45 03 123999',
    text: 'один из паспортов запроса другой'
  }
]

const linesOf = ({ label, own, other }: Case) => [
  `${NAME} ${label} ${own} ${label} ${other}`,
  `${NAME} ${label} ${other}, ${label} ${own}`,
  `${NAME} ${label} ${own}, ${other}`,
  `${label} ${own} ${label} ${other}`
]
const resultOf = (line: string, fields: Record<string, string>) =>
  matchRecord(record('1', 'a', fields).attributes, planOf(line))

test.each(CASES)('another $label beside the one that agrees speaks against the record', one => {
  const { label, own, text } = one
  for (const line of linesOf(one)) {
    const { band, reasons } = resultOf(line, { ФИО: NAME, [label]: own })
    const against = reasons.filter(({ tone }) => tone === 'contradict').map(reason => reason.text)
    expect([line, band, against]).toEqual([line, 'missing', [text]])
  }
})

test.each(CASES)('nobody with one $label of two is called a match', one => {
  const { label, own, other } = one
  for (const line of linesOf(one)) {
    const plan = planOf(line)
    const records = [
      record('1', 'a', { ФИО: NAME, [label]: own }),
      record('2', 'b', { ФИО: OTHER_NAME, [label]: other })
    ].map(each => ({ ...each, match: matchRecord(each.attributes, plan) }))
    const labels = groupPersons(records, plan).map(({ label: rowLabel }) => rowLabel)
    expect([line, labels.includes('match'), labels.length]).toEqual([line, false, 2])
    expect(labels).toContain('probable')
  }
})

test.each(CASES)('who has both of a $label lacks nothing', one => {
  const { label, own, other } = one
  for (const line of linesOf(one)) {
    const fields = { ФИО: NAME, [label]: own, Заметка: `прежний ${label} ${other.replaceAll(/[ -]/g, '')}` }
    expect([line, resultOf(line, fields).band]).toEqual([line, 'full'])
  }
})

test('another number with a wrong check digit neither confirms nor contradicts', () => {
  const { band, reasons } = resultOf(`${NAME} ИНН ${inn(1)} ИНН ${BAD_INN}`, { ФИО: NAME, ИНН: inn(1) })
  expect(band).toBe('missing')
  expect(reasons.map(({ tone }) => tone)).not.toContain('contradict')
})

test.each([
  [`${NAME} ИНН ${inn(1)} ИНН ${inn(1)}`, 'a number that is written twice'],
  [`${NAME} ИНН ${inn(1)}; ${OTHER_NAME} ИНН ${inn(2)}`, 'the number of somebody else in the line'],
  [`${NAME} ИНН ${inn(1)} тел. 89732041740 89733186022`, 'one of two phones']
])('«%s»: %s speaks against nobody', line => {
  const fields = { ФИО: NAME, ИНН: inn(1), Телефон: '+7 973 204-17-40' }
  expect(resultOf(line, fields).band).toBe('full')
})
