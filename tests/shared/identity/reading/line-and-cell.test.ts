import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readBirthDates, readCells } from '#shared/identity/records/attribute-values.ts'

const two = (number: number): string => String(number).padStart(2, '0')
const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const ROMAN = 'I II III IV V VI VII VIII IX X XI XII'.split(' ')

type Form<Value> = (value: Value) => string

/** Each way to write a date, and no label in it. */
const DATES: Form<{ year: number; month: number; day: number }>[] = [
  ({ year, month, day }) => `${two(day)}.${two(month)}.${year}`,
  ({ year, month, day }) => `${day}.${month}.${year} г.р.`,
  ({ year, month, day }) => `${two(day)}/${two(month)}/${year}`,
  ({ year, month, day }) => `${year}-${two(month)}-${two(day)}`,
  ({ year, month, day }) => `${year}-${two(month)}-${two(day)}T00:00:00`,
  ({ year, month, day }) => `${two(day)}.${two(month)}.${year} 00:00:00`,
  ({ year, month, day }) => `${day} ${MONTHS[month - 1]} ${year}`,
  ({ year, month, day }) => `${day} ${MONTHS[month - 1]} ${year} г.`,
  ({ year, month, day }) => `${day}-го ${MONTHS[month - 1]} ${year}`,
  ({ year, month, day }) => `«${day}» ${MONTHS[month - 1]} ${year} г.`,
  ({ year, month, day }) => `${year}, ${day} ${MONTHS[month - 1]}`,
  ({ year, month, day }) => `${day}.${ROMAN[month - 1]}.${year}`,
  ({ year, month, day }) => `${day} ${ROMAN[month - 1]} ${two(year % 100)}`,
  ({ year, month, day }) => `${two(day)}.${two(month)}.${year} (45 лет)`
]
const EMAILS: Form<string>[] = [
  local => `${local}@example.com`,
  local => `mailto:${local}@example.com`,
  local => `http://${local}@example.com`,
  local => `${local} @ example.com`,
  local => `${local}@example .com`,
  local => `${local} [at] example [dot] com`,
  local => `${local}[at]example[dot]com`,
  local => `${local}(собака)example.com`,
  local => `<${local}@example.com>`,
  local => `${local}@example.com/o.${local}@example.com`,
  local => `${local}@example.com, o.${local}@example.com`
]
const PHONES: Form<string>[] = [
  last => `+7 973 204-17-${last}`,
  last => `8 (973) 204-17-${last}`,
  last => `8 973 204 17 ${last}`,
  last => `+7973204-17-${last}`,
  last => `8-10-7-973-204-17-${last}`,
  last => `+7 973 204-17-${last}/41`,
  last => `8-973-204-17-${last}/42`,
  last => `+7 973 204-17-${last}, 8 973 205-18-${last}`,
  last => `+7 973 204-17-${last}; 8 973 205-18-${last}`
]

const valuesOf = (line: string, kind: string): string[] => {
  const readings = parseQuery(line)
  const all = readings.flatMap(reading => reading.parts ?? [reading])
  return [...new Set(all.filter(one => one.kind === kind).map(({ value }) => value))].sort()
}

const holds = (kind: string, text: string, cell: readonly string[], labels: readonly string[]): void => {
  const values = [...cell].sort()
  expect(values.length, text).toBeGreaterThan(0)
  for (const line of [text, `Примеров Илья, ${text}`, ...labels.map(label => `${label} ${text}`)])
    expect([line, valuesOf(line, kind)]).toEqual([line, values])
}

const day = fc.record({
  year: fc.integer({ min: 1940, max: 2005 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 })
})

test('a date in any form is read in a line as in a cell', () =>
  fc.assert(
    fc.property(fc.constantFrom(...DATES), day, (form, date) => {
      const text = form(date)
      const dates = readBirthDates({ birth_date: [text] }).map(isoDate)
      expect(dates, text).toEqual([isoDate(date)])
      holds('birth_date', text, dates, ['Дата рождения'])
    }),
    { seed: 7, numRuns: 300 }
  ))

test('e-mails in any form are read in a line as in a cell', () =>
  fc.assert(
    fc.property(fc.constantFrom(...EMAILS), fc.integer({ min: 1, max: 99 }), (form, number) => {
      const text = form(`i.primerov${number}`)
      holds('email', text, readCells('email', [text]), [])
    }),
    { seed: 7, numRuns: 150 }
  ))

test('phones in any form are read in a line as in a cell, with a label and without', () =>
  fc.assert(
    fc.property(fc.constantFrom(...PHONES), fc.integer({ min: 10, max: 39 }), (form, last) => {
      const text = form(two(last))
      holds('phone', text, readCells('phone', [text]), ['Телефон', 'тел.'])
    }),
    { seed: 7, numRuns: 400 }
  ))
