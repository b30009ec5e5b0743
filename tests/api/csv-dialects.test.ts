import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCsvReader } from '#api/features/imports/files/csv.ts'
import { detectDelimiter } from '#api/features/imports/files/delimiter.ts'

const read = (lines: readonly string[], delimiter = ',', labels = ['Кто', 'Где', 'Что']) => {
  const reader = createCsvReader(delimiter, { firstLine: 1, labels })
  const rows = reader.push(lines.map((text, at) => ({ number: at + 1, text })))
  return [...rows, ...reader.end()].map(({ values, reason }) => values ?? reason)
}

describe('a line is read as its program wrote it', () => {
  test.each<[what: string, line: string, cells: string[]]>([
    ['a quote behind a backslash', '"Клуб \\"Заря\\", зал",б,в', ['Клуб "Заря", зал', 'б', 'в']],
    ['one before the closing quote', '"Клуб \\"Заря\\"",б,в', ['Клуб "Заря"', 'б', 'в']],
    ['a delimiter behind a backslash', 'Примерск\\, 5,б,в', ['Примерск, 5', 'б', 'в']],
    ['a break behind a backslash', '"а\\nб \\"в\\"",г,д', ['а\nб "в"', 'г', 'д']],
    ['blanks before a quote', 'а, "б, в", "г ""д"""', ['а', 'б, в', 'г "д"']],
    ['blanks behind a quote', '"а" ,"б" , "в" ', ['а', 'б', 'в']],
    ['no value', 'а,\\N,в', ['а', '', 'в']],
    ['quotes that are not doubled', '"Заря" клуб,б,в', ['"Заря" клуб', 'б', 'в']]
  ])('%s', (_what, line, cells) => {
    expect(read([line, 'а,б,в'])).toEqual([cells, ['а', 'б', 'в']])
  })

  test('over several lines of a stray quote', () => {
    const lines = ['"х \\"",б,в', 'а,б,в', '"у \\"",б,в']
    expect(read(lines)).toEqual([
      ['х "', 'б', 'в'],
      ['а', 'б', 'в'],
      ['у "', 'б', 'в']
    ])
  })
})

describe('ordinary values stay as they are', () => {
  test.each<[what: string, line: string, cells: string[]]>([
    ['a path that ends with a backslash', '"C:\\","D:\\\\",в', ['C:\\', 'D:\\\\', 'в']],
    ['a quoted part of a value', 'а, "Заря" и Ко, "б', ['а', ' "Заря" и Ко', ' "б']],
    ['a backslash and a letter', '\\Nа,а\\N,\\n', ['\\Nа', 'а\\N', '\\n']]
  ])('%s', (_what, line, cells) => {
    expect(read([line])).toEqual([cells])
  })

  test('a line of another width is still none', () => {
    expect(read(['"Заря" клуб,б', 'а\\,б', '"а,б,в'])).toEqual([
      'лишние символы после закрывающей кавычки',
      'колонок 2, а в заголовке 3',
      'кавычка не закрыта'
    ])
  })

  const value = fc
    .array(fc.constantFrom('а', '"', '\\', ' ', ',', ';', '~', ':', '|', '\n', 'N'), { maxLength: 6 })
    .map(signs => signs.join(''))
    .filter(text => text !== '\\N')
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

  test('whatever they are, where they are written by the rules', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 12 }), rows => {
        const lines = rows.flatMap(cells => cells.map(quoted).join(',').split('\n'))
        expect(read(lines)).toEqual(rows)
      }),
      { seed: 34, numRuns: 2_000 }
    )
  })
})

describe('the delimiter', () => {
  const people = [
    ['ФИО', 'Телефон', 'Адрес'],
    ['Разделов Лев Ильич', '+7 973 204-17-43', 'г. Примерск, ул. Садовая, д. 1'],
    ['Разделова Зоя Ильинична', '', 'г. Примерск, ул. Садовая, д. 2']
  ]

  test.each([',', ';', '\t', '|', '||', '~', ':', '\u0001'])('%j is told by the lines', delimiter => {
    const cellOf = (cell: string) => (delimiter === ',' ? `"${cell}"` : cell)
    const lines = people.map(cells => cells.map(cellOf).join(delimiter))
    expect(detectDelimiter(lines)).toBe(delimiter as never)
  })

  test.each<[what: string, lines: string[], delimiter: string]>([
    ['times of one column', ['Время', '12:30:45', '13:30:45'], ','],
    ['times and no header', ['12:30:45', '13:30:45'], ','],
    ['signs within values', ['ФИО;Когда', 'Разделов ~ Лев;12:30:05', 'Разделова ~ Зоя;12:31:07'], ';'],
    ['an empty column', ['ФИО|Отчество|Телефон', 'Разделов||1', 'Разделова||2'], '|'],
    ['labels of a card', ['Имя: Лев', 'Город: Примерск'], ',']
  ])('of %s is no unusual one', (_what, lines, delimiter) => {
    expect(detectDelimiter(lines)).toBe(delimiter as never)
  })
})
