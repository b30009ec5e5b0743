import { expect, test } from 'bun:test'
import { createObjectReader } from '#api/features/imports/ndjson.ts'
import { frameOf } from '#api/features/imports/ndjson-frame.ts'

const FIRST = '{"id":"1","ФИО":"Примеров Иван","Телефон":""}'

test.each([
  ['the same keys and other texts', '{"id":"2","ФИО":"","Телефон":"+7 973 000-07-01"}'],
  ['an escape', '{"id":"2","ФИО":"Примеров \\"Иван\\"","Телефон":"\\u0041"}'],
  ['a value that is no text', '{"id":2,"ФИО":null,"Телефон":["1","2"]}'],
  ['another order', '{"ФИО":"Примеров","id":"2","Телефон":"1"}'],
  ['a key more', '{"id":"2","ФИО":"Примеров","Телефон":"1","Город":"Примерск"}'],
  ['a key less', '{"id":"2","ФИО":"Примеров"}'],
  ['a key twice', '{"id":"2","id":"3","ФИО":"Примеров","Телефон":"1"}'],
  ['other spaces', '{"id": "2", "ФИО": "Примеров", "Телефон": "1"}'],
  ['something behind the object', '{"id":"2","ФИО":"Примеров","Телефон":"1"} {}'],
  ['a tab inside a text', '{"id":"2","ФИО":"Примеров\tИван","Телефон":"1"}'],
  ['a text that is not closed', '{"id":"2","ФИО":"Примеров","Телефон":"1}']
])('reads a line with %s alike behind a line of the usual writing and without one', (_what, line) => {
  const fresh = createObjectReader(['id', 'ФИО', 'Телефон'])
  const used = createObjectReader(['id', 'ФИО', 'Телефон'])
  for (let row = 0; row < 3; row += 1) expect(used.read(FIRST)).toEqual(['1', 'Примеров Иван', ''])
  expect(used.read(line)).toEqual(fresh.read(line))
  expect(used.read(FIRST)).toEqual(fresh.read(FIRST))
})

test('learns no frame from a line that says more than plain texts', () => {
  for (const line of ['{"a":1}', '{"a":{"b":"x"}}', '{"a":"\\n"}', '{"2":"x","1":"y"}', '{}'])
    expect(frameOf(line, JSON.parse(line))?.valuesOf('{"a":"x"}') ?? null).toBeNull()
  expect(frameOf('{"a":"x"}', { a: 'x' })?.valuesOf('{"a":"y"}')).toEqual(['y'])
})

test('names a column when the first value comes, also behind lines that left it empty', () => {
  const labels: string[] = []
  const reader = createObjectReader(labels)
  expect(reader.read('{"id":"1","Город":""}')).toEqual(['1'])
  expect(reader.read('{"id":"2","Город":"Примерск"}')).toEqual(['2', 'Примерск'])
  expect(reader.read('{"id":"3","Город":"Образцово"}')).toEqual(['3', 'Образцово'])
  expect(labels).toEqual(['id', 'Город'])
})
