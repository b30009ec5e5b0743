import { expect, test } from 'bun:test'
import { createObjectReader } from '#api/features/imports/files/ndjson.ts'

const NOT_JSON = { reason: 'строка не является JSON' }

test.each<[what: string, line: string, cells: string[] | { reason: string }]>([
  ['escapes', '{"id":"2","ФИО":"Примеров \\"Иван\\"","Телефон":"\\u0041"}', ['2', 'Примеров "Иван"', 'A']],
  ['values that are no texts', '{"id":2,"ФИО":null,"Телефон":["1","2"]}', ['2', '', '1; 2']],
  ['another order', '{"ФИО":"Примеров","id":"2","Телефон":"1"}', ['2', 'Примеров', '1']],
  ['a key less', '{"id":"2","ФИО":"Примеров"}', ['2', 'Примеров', '']],
  ['a key twice, of which the last counts', '{"id":"2","id":"3","ФИО":"","Телефон":"1"}', ['3', '', '1']],
  ['other spaces', '{"id": "2", "ФИО": "Примеров", "Телефон": "1"}', ['2', 'Примеров', '1']],
  ['something behind the object', '{"id":"2","ФИО":"Примеров","Телефон":"1"} {}', NOT_JSON],
  ['a tab inside a text', '{"id":"2","ФИО":"Примеров\tИван","Телефон":"1"}', NOT_JSON],
  ['a text that is not closed', '{"id":"2","ФИО":"Примеров","Телефон":"1}', NOT_JSON],
  ['half a letter', '{"id":"2","ФИО":"\\ud800","Телефон":"1"}', ['2', '\ufffd', '1']],
  ['a NUL', '{"id":"2","ФИО":"\\u0000","Телефон":"1"}', { reason: 'в значении есть символ NUL' }],
  ['a list', '["2"]', { reason: 'в строке не объект JSON' }],
  [
    'lists deeper than the stack',
    `{"id":"2","ФИО":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
    { reason: 'значения вложены друг в друга слишком глубоко' }
  ]
])('reads a line with %s', (_what, line, cells) => {
  expect(createObjectReader(['id', 'ФИО', 'Телефон']).read(line)).toEqual(cells)
})

test('puts a key that is new behind the others', () => {
  const labels = ['id', 'ФИО']
  const reader = createObjectReader(labels)
  expect(reader.read('{"id":"2","Город":"Примерск","ФИО":"Примеров"}')).toEqual(['2', 'Примеров', 'Примерск'])
  expect(labels).toEqual(['id', 'ФИО', 'Город'])
})

test('names a column when the first value comes, also behind lines that left it empty', () => {
  const labels: string[] = []
  const reader = createObjectReader(labels)
  expect(reader.read('{"id":"1","Город":""}')).toEqual(['1'])
  expect(reader.read('{"id":"2","Город":"Примерск"}')).toEqual(['2', 'Примерск'])
  expect(reader.read('{"id":"3","Город":"Образцово"}')).toEqual(['3', 'Образцово'])
  expect(labels).toEqual(['id', 'Город'])
})
