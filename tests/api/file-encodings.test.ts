import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { detectEncoding, type FileEncoding, readEncoding } from '#api/features/imports/files/encoding.ts'
import { openTable, type ReadOptions } from '#api/features/imports/files/reader.ts'
import { ENCODING_NAMES } from '#shared/labels/file-formats.ts'
import { encodedAs, type OneByte } from '#tests/kit/encoded-as.ts'

const folder = mkdtempSync(join(tmpdir(), 'encodings-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function rowsOf(content: Uint8Array, read: ReadOptions) {
  const file = join(folder, 'table.csv')
  writeFileSync(file, content)
  const table = await openTable(file, read)
  const rows = []
  for await (const block of table.rows()) rows.push(...block.map(({ values }) => values))
  return { labels: table.labels, rows }
}

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

test.each<[encoding: OneByte, lineBreak: string, read: ReadOptions]>([
  ['x-mac-cyrillic', '\r', {}],
  ['x-mac-cyrillic', '\n', { encoding: 'x-mac-cyrillic' }],
  ['iso-8859-5', '\r\n', {}],
  ['iso-8859-5', '\n', { encoding: 'iso-8859-5' }]
])('reads a file in %s with line breaks %j', async (encoding, lineBreak, read) => {
  const cells = [
    ['Фамилия', 'Город'],
    ['Ёлкина', 'Примерск'],
    ['ЮРЬЕВ', 'Щучье']
  ]
  const text = cells.map(row => row.join(';')).join(lineBreak)
  const [labels, ...rows] = cells
  expect(await rowsOf(encodedAs(text, encoding), read)).toEqual({ labels: labels ?? [], rows })
})

test('each encoding that is named at a shell is read by that name', () => {
  const read = ENCODING_NAMES.map(readEncoding)
  expect(read.every(encoding => encoding !== null)).toBe(true)
  expect(new Set<FileEncoding | null>(read).size).toBe(ENCODING_NAMES.length)
})

test('Ukrainian letters of KOI8-U are read, also where the file is told to be KOI8', async () => {
  const ukrainian = new Map(
    [...'єіїґЄІЇҐ'].map((letter, at) => [letter, '\xA4\xA6\xA7\xAD\xB4\xB6\xB7\xBD'.charCodeAt(at)])
  )
  const bytesOf = (text: string) =>
    [...text].flatMap(letter => ukrainian.get(letter) ?? [...encodedAs(letter, 'koi8-r')])
  const names = ['Гаєвський', 'Їжакевич', 'Ґудзь', 'ІЄРОВ']
  const content = Uint8Array.from(
    bytesOf(['Фамилия;Город', ...names.map(name => `${name};Примерск`)].join('\n'))
  )
  for (const read of [{}, { encoding: 'koi8-r' as const }])
    expect((await rowsOf(content, read)).rows).toEqual(names.map(name => [name, 'Примерск']))
})
