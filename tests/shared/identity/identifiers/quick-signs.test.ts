import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { DATE_FORMS } from '#shared/identity/identifiers/date-forms.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { mayHoldDay } from '#shared/identity/records/names-in-text.ts'

/*
 * Patterns are tried only on texts that have a quick sign of them. Who lacks it where the pattern would find something is
 * found by it no more, and hidden by it no more.
 */

const RUNS = { numRuns: 4_000, seed: 20261127 }
const spaces = fc.constantFrom('', ' ', '. ', '.', '-', '/', ', ', ',')
const day = fc.constantFrom('1', '14', '03', '«14»', '"14"', '14-го', '14го', '14th', '3rd')
const month = fc.constantFrom(
  '3',
  '03',
  'III',
  'xi',
  'марта',
  'МАР',
  'мая',
  'Сент',
  'дек',
  'ноября',
  'march',
  'Sept',
  'ſept'
)
const year = fc.constantFrom('1981', '2004', '81', "'81", '1981-го', '1981 г.р.')
const dates = fc.oneof(
  fc.tuple(day, spaces, month, spaces, year),
  fc.tuple(month, spaces, day, spaces, year),
  fc.tuple(year, spaces, day, spaces, month),
  fc.tuple(year, spaces, month, spaces, day)
)
const beside = fc.constantFrom('', ' ', '(', ')', 'от ', ' г.', ', Примеров И. А.', 'кв. 14, ', '; ')

test('every text in which a form of dates finds something has the sign of the form, and of a day', () => {
  const formsFound = new Set<number>()
  const isSigned = (before: string, written: readonly string[], behind: string): void => {
    const text = before + written.join('') + behind
    for (const [form, { may, pattern, meant }] of DATE_FORMS.entries())
      for (const [span] of text.matchAll(pattern)) {
        formsFound.add(form)
        expect([text, form, may.test(text)]).toEqual([text, form, true])
        if (parseBirthDate(meant(span))?.day !== undefined)
          expect([text, form, mayHoldDay(text)]).toEqual([text, form, true])
      }
  }
  fc.assert(fc.property(beside, dates, beside, isSigned), RUNS)
  expect(formsFound.size).toBeGreaterThan(DATE_FORMS.length / 2)
})

test.each(['plate', 'driving_licence'] as const)('every text with a %s in it has a sign of one', kind => {
  const { place, normalize } = kindReaderOf(kind)
  if (!place) throw new Error('no place')
  let read = 0
  const signs = fc.array(
    fc.constantFrom(...'АВСEKxт0123456789'.split(''), ' ', ' ', '-', '.', '№', '12', 'ВС', '417'),
    {
      minLength: 6,
      maxLength: 14
    }
  )
  const isSigned = (before: string, written: readonly string[], behind: string): void => {
    const text = before + written.join('') + behind
    const values = text.match(place.form)?.map(normalize) ?? []
    if (values.every(value => value === null)) return
    read += 1
    expect([text, place.mayHold.test(`${text} `)]).toEqual([text, true])
  }
  fc.assert(fc.property(beside, signs, beside, isSigned), { ...RUNS, numRuns: 40_000 })
  expect(read).toBeGreaterThan(10)
})
