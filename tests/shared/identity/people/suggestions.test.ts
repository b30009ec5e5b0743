import { expect, test } from 'bun:test'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { suggestLines } from '#shared/identity/people/suggestions.ts'
import { parseQuery } from '#shared/identity/query/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'

const suggest = (line: string, ...names: string[]) =>
  suggestLines(
    planSearch(line, parseQuery(line)),
    names.map(name => readAttributes({ ФИО: name }, { ФИО: 'full_name' }))
  )

test('writes the mistyped word as the records do, and leaves the rest of the line', () => {
  expect(suggest('Иваонв Иван', 'Иванов Иван Иванович')).toEqual(['Иванов Иван'])
  expect(suggest('Нталья Кузнецова', 'Кузнецова Наталья Павловна')).toEqual(['Наталья Кузнецова'])
  expect(suggest('ИВАНВО ИВАН 01.02.1980', 'Иванов Иван')).toEqual(['Иванов Иван 01.02.1980'])
  expect(suggest('иваонв', 'Иванов Иван')).toEqual(['Иванов'])
  expect(suggest('Иваонв И.И.', 'Иванов И. И.')).toEqual(['Иванов И.И.'])
  expect(suggest('петров-вокдин кузьма', 'Петров-Водкин Кузьма')).toEqual(['Петров-Водкин Кузьма'])
})

test('writes a line of Latin letters or of the other layout in Cyrillic, and none the other way round', () => {
  expect(suggest('Ivanv Ivan', 'Иванов Иван')).toEqual(['Иванов Иван'])
  expect(suggest('bdfjyd bdfy', 'Иванов Иван')).toEqual(['Иванов Иван'])
  expect(suggest('Иваонв Иван', 'IVANOV IVAN')).toEqual([])
  expect(suggest('Иваонв Иван', 'IVANOV IVAN', 'Иванов Иван')).toEqual(['Иванов Иван'])
})

test('offers the most frequent first and three at most', () => {
  const names = ['Иванос', 'Иванов', 'Ивановв', 'Иванов', 'Иваноч', 'Ивано'].map(name => `${name} Иван`)
  expect(suggest('Иваноб Иван', ...names)).toEqual(['Иванов Иван', 'Иванос Иван', 'Иваноч Иван'])
})

test('is silent where the best record has the name as it was asked', () => {
  expect(suggest('Иванов Иван', 'Иванов Иван Иванович', 'Иваков Иван')).toEqual([])
  expect(suggest('Иванова Анна', 'Иванов Анна')).toEqual([])
  expect(suggest('Иванов Наталия', 'Иванов Наталья')).toEqual([])
  expect(suggest('Ivanov Ivan', 'Иванов Иван')).toEqual([])
})

test('is silent where nothing was found, and where the line is not a name alone', () => {
  expect(suggest('Иваонв Иван')).toEqual([])
  expect(suggest('Иваонв Иван 89732041740', 'Иванов Иван')).toEqual([])
  expect(suggest('89732041740', 'Иванов Иван')).toEqual([])
})
