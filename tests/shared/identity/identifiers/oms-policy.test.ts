import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isValidOmsPolicy, normalizeOmsPolicy } from '#shared/identity/identifiers/oms-policy.ts'
import { recordKeys } from '#shared/identity/lookup/keys.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { valueFault } from '#shared/identity/records/value-fault.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'
import { describeKind } from './kind-through-rooms.ts'

describeKind({
  kind: 'oms_policy',
  value: '0001204175000014',
  forms: ['0001204175000014', '0001 2041 7500 0014', '0001-2041-7500-0014'],
  other: '0002733186000026',
  reasons: ['полис ОМС совпал', 'полис ОМС другой', 'полиса ОМС в записи нет'],
  link: 'полис ОМС один и тот же, контрольное число верно'
})

test('has a check digit that no other digit in its place and no two neighbours exchanged fit', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{15}$/), fc.nat(14), (body, at) => {
      const fitting = Array.from('0123456789', digit => body + digit).filter(isValidOmsPolicy)
      expect(fitting.length).toBe(1)
      const [valid = ''] = fitting
      const [one = '', next = ''] = [valid[at], valid[at + 1]]
      const exchanged = valid.slice(0, at) + next + one + valid.slice(at + 2)
      const isBlind = one === next || `${one}${next}` === '09' || `${one}${next}` === '90'
      expect(isValidOmsPolicy(exchanged)).toBe(isBlind)
    }),
    { numRuns: 500, seed: 34 }
  )
})

test('with a wrong check digit is a key and joins nobody', () => {
  expect(valueFault('oms_policy', '0001 2041 7500 0010')).toBe('check_digit')
  const [reading] = parseQuery('полис ОМС 0001 2041 7500 0010')
  expect([reading?.kind, reading?.valid, reading?.note]).toEqual([
    'oms_policy',
    false,
    'контрольное число не сходится'
  ])
})

test('without its label is read where its check digit holds: an account or a bank card may have sixteen digits too', () => {
  expect(parseQuery('0001204175000014').map(({ kind }) => kind)).toEqual(['oms_policy', 'text'])
  for (const line of ['0001204175000010', '00012041750000140001', 'Примеров Илья 0001 2041 7500 0010'])
    expect([line, JSON.stringify(parseQuery(line)).includes('oms_policy')]).toEqual([line, false])
  const keys = recordKeys(readAttributes({ Заметка: '0001204175000014' }, {}))
  expect(keys).toEqual(['w:0001204175000014'])
})

test('a bank card of a plain text is found by its number as by words', () => {
  const fields = { Заметка: 'карта 0001 2041 7500 0014' }
  expect(findStep('0001 2041 7500 0014', fields)).not.toBe(null)
  expect(findStep('0001204175000014', { Заметка: 'карта 0001204175000014' })).not.toBe(null)
})

test('an older policy stays findable by its words', () => {
  for (const text of ['770000 0123456789 12', '123-456', '0000000000000000', '1234567890123456'])
    expect([text, normalizeOmsPolicy(text)]).toEqual([text, null])
  const keys = recordKeys(readAttributes({ 'Полис ОМС': '46-17 № 204175' }, {}))
  expect(keys).toContain('w:204175')
})
