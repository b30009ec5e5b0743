import { expect, test } from 'bun:test'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { suggestLines } from '#shared/identity/people/suggestions.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'

const suggestKnowing = (magnitudes: Record<string, number>, line: string, ...names: string[]) =>
  suggestLines(
    planSearch(line, parseQuery(line)),
    names.map(name => readAttributes({ ФИО: name }, { ФИО: 'full_name' })),
    new Map(Object.entries(magnitudes))
  )
const suggest = (line: string, ...names: string[]) => suggestKnowing({}, line, ...names)

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

test('writes the whole line in one way, without a space before a sign', () => {
  expect(suggest('прмиеров илья саратов', 'Примеров Илья', 'Примеров И. А.')).toEqual([
    'Примеров Илья Саратов'
  ])
  expect(suggest('ПРМИЕРОВ ИЛЬЯ МОСКВА', 'Примеров Илья')).toEqual(['Примеров Илья Москва'])
  expect(suggest('Прмиеров илья , Саратов', 'Примеров И. А.')).toEqual(['Примеров Илья, Саратов'])
  expect(suggest('прмиеров илья ул ленина 5', 'Примеров Илья')).toEqual(['Примеров Илья ул Ленина 5'])
  expect(suggest('ПРМИЕРОВ ИЛЬЯ УЛ ЛЕНИНА 5', 'Примеров Илья')).toEqual(['Примеров Илья ул Ленина 5'])
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

test('never proposes a spelling that is rarer than the typed one, or as rare', () => {
  const magnitudes = { кузнецов: 7, кузнцов: 1, кузницов: 7, иванов: 9, иваонв: 0 }
  expect(suggestKnowing(magnitudes, 'Кузнецов Пётр', 'Кузнцов Пётр', 'Кузницов Пётр')).toEqual([])
  expect(suggestKnowing(magnitudes, 'Кузнцов Пётр', 'Кузнецов Пётр')).toEqual(['Кузнецов Пётр'])
  expect(suggestKnowing(magnitudes, 'Иваонв Пётр', 'Иванов Пётр')).toEqual(['Иванов Пётр'])
  expect(suggestKnowing(magnitudes, 'Кузнецов Птр', 'Кузнцов Пётр')).toEqual(['Кузнецов Пётр'])
})

test('takes a known name for no error in an unknown one', () => {
  expect(suggest('Иванов Фёдор', 'Иванов Федр')).toEqual([])
  expect(suggest('Иванов Федр', 'Иванов Фёдор')).toEqual(['Иванов Фёдор'])
  expect(suggest('Иванов Иван Петрович', 'Иванов Иван Петровчи')).toEqual([])
})

test('writes a line in an oblique case in the nominative', () => {
  expect(suggest('Иванова Ивана', 'Иванов Иван Иванович')).toEqual([])
  expect(suggest('Иванова Ивана', 'Иванова Ивана')).toEqual([])
  expect(suggest('Иваонова Ивана Петровича', 'Иванов Иван Петрович')).toEqual(['Иванов Иван Петрович'])
})
