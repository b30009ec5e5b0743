import { expect, test } from 'bun:test'
import { normalizeDrivingLicence } from '#shared/identity/identifiers/driving-licence.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { describeKind } from './kind-through-rooms.ts'

const TEXTS = {
  kind: 'driving_licence',
  reasons: [
    'водительское удостоверение совпало',
    'водительское удостоверение другое',
    'водительского удостоверения в записи нет'
  ],
  link: 'водительское удостоверение одно и то же'
} as const

describeKind({
  ...TEXTS,
  value: '0001204175',
  forms: ['0001204175', '00 01 204175', '0001 204175', '00 01 № 204175', '0001 № 204175'],
  other: '00 02 733186'
})

describeKind({
  ...TEXTS,
  value: '00АВ204175',
  forms: ['00АВ204175', '00 АВ 204175', '00 AB 204175', '00ав204175', '00 АВ № 204175'],
  other: '00 МК 733186'
})

test('without its label is a passport first, and of letters nothing else', () => {
  const kindsOf = (line: string) => parseQuery(line).map(({ kind }) => kind)
  expect(kindsOf('0001 204175')).toEqual(['passport', 'driving_licence', 'text'])
  expect(kindsOf('00АВ204175')).toEqual(['driving_licence', 'text'])
})

test('is no filler, no passport by its label and no surname', () => {
  for (const text of ['0000000000', '1234567890', '00 01 000000', '99 01 20417', 'АВ 00 204175', 'права'])
    expect([text, normalizeDrivingLicence(text)]).toEqual([text, null])
  expect(parseQuery('паспорт 0001 204175')[0]?.kind).toBe('passport')
  expect(parseQuery('Ву 8 973 204-17-40')[0]?.kind).not.toBe('driving_licence')
})
