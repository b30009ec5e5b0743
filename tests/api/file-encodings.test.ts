import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { detectEncoding, type FileEncoding, readEncoding } from '#api/features/imports/files/encoding.ts'
import { ENCODING_NAMES } from '#shared/labels/file-formats.ts'
import { encodedAs, type OneByte } from '#tests/kit/encoded-as.ts'

const surname = fc.constantFrom('Шубников', 'Ёлкина', 'Цветаева', 'Жгутов', 'Юркин', 'Бирюзов', 'Пчёлкин')
const firstName = fc.constantFrom('Илья', 'Пётр', 'Анна', 'Эмма', 'Юлия', 'Фёдор', 'Хосе')
const patronymic = fc.constantFrom('Петрович', 'Семёнович', 'Юрьевна', 'Щукинична', 'Эдгаровна', '')
const town = fc.constantFrom('г. Примерск', 'с. Отрадное', 'пос. Ёлочный', 'д. Щучье')
const person = fc.tuple(surname, firstName, patronymic, town).map(parts => parts.join(';'))
const table = fc
  .array(person, { minLength: 12, maxLength: 40 })
  .map(rows => ['Фамилия;Имя;Отчество;Адрес', ...rows])

type Case = 'usual' | 'capitals'
const cased = (text: string, letters: Case) => (letters === 'usual' ? text : text.toUpperCase())

test.each<[encoding: OneByte, letters: Case, breaks: string[]]>([
  ['windows-1251', 'usual', ['\n', '\r\n', '\r']],
  ['windows-1251', 'capitals', ['\n', '\r\n', '\r']],
  ['koi8-r', 'usual', ['\n', '\r\n', '\r']],
  ['koi8-r', 'capitals', ['\n', '\r\n']],
  ['ibm866', 'usual', ['\n', '\r\n', '\r']],
  ['ibm866', 'capitals', ['\n', '\r\n']],
  ['x-mac-cyrillic', 'usual', ['\n', '\r\n', '\r']],
  ['x-mac-cyrillic', 'capitals', ['\r']],
  ['iso-8859-5', 'usual', ['\n', '\r\n', '\r']],
  ['iso-8859-5', 'capitals', ['\n', '\r\n']]
])('tells %s by its letters, in %s letters', (encoding, letters, breaks) => {
  fc.assert(
    fc.property(table, fc.constantFrom(...breaks), (rows, lineBreak) => {
      const text = cased(rows.join(lineBreak), letters)
      expect(detectEncoding(encodedAs(text, encoding))).toBe(encoding)
    }),
    { seed: 34, numRuns: 60 }
  )
})

test('each encoding that is named at a shell is read by that name', () => {
  const read = ENCODING_NAMES.map(readEncoding)
  expect(read.every(encoding => encoding !== null)).toBe(true)
  expect(new Set<FileEncoding | null>(read).size).toBe(ENCODING_NAMES.length)
})
