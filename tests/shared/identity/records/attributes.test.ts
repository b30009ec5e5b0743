import { describe, expect, test } from 'bun:test'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { inn, snils } from '#tests/shared/identity/people/clusters.ts'

const columnsOf = (fields: Record<string, string>): Columns =>
  Object.fromEntries(Object.keys(fields).map(label => [label, kindOfHeader(label) ?? 'other']))
const read = (fields: Record<string, string>) => readAttributes(fields, columnsOf(fields))

const LISTS = ['names', 'birthDates', 'addresses', 'workplaces', 'words'] as const

describe('readFacts', () => {
  test('reads labelled parts of a name as roles', () => {
    const [name] = read({ Фамилия: 'ПРИМЕРОВ', Имя: 'Илья', Отчество: 'Андреевич' }).names
    expect(name).toEqual({
      surname: 'примеров',
      given: 'илья',
      patronymic: 'андреевич',
      labelled: true,
      written: 'ПРИМЕРОВ Илья Андреевич'
    })
  })

  test('reads a whole name without taking its order for a fact', () => {
    const [name] = read({ ФИО: 'Илья Андреевич Примеров' }).names
    expect(name).toMatchObject({
      surname: 'примеров',
      given: 'илья',
      patronymic: 'андреевич',
      labelled: false
    })
  })

  test('keeps ё and repairs Latin twins inside a Cyrillic word', () => {
    expect(read({ Фамилия: 'Cемёнов', Имя: 'Пётр' }).names[0]).toMatchObject({
      surname: 'семёнов',
      given: 'пётр'
    })
  })

  test('finds the patronymic in the column of the given name', () => {
    expect(read({ Фамилия: 'Примеров', Имя: 'Илья Андреевич' }).names[0]).toMatchObject({
      given: 'илья',
      patronymic: 'андреевич'
    })
    expect(read({ Фамилия: 'Примеров', Инициалы: 'И. А.' }).names[0]).toMatchObject({
      given: 'и',
      patronymic: 'а'
    })
  })

  test('reads a former surname in brackets as a second name', () => {
    expect(read({ Фамилия: 'Гусева (Уткина)', Имя: 'Елена' }).names.map(name => name.surname)).toEqual([
      'гусева',
      'уткина'
    ])
  })

  test('reads a whole name that stands in the column of the surname', () => {
    expect(read({ Фамилия: 'Примеров Илья Андреевич' }).names[0]).toMatchObject({
      surname: 'примеров',
      given: 'илья'
    })
  })

  test('takes an organisation in the column of an owner for no name', () => {
    expect(read({ Владелец: 'ООО «Демо-Логистика»' }).names).toEqual([])
    expect(read({ Автор: 'Илья Примеров, 1996' }).names[0]).toMatchObject({
      surname: 'примеров',
      given: 'илья'
    })
  })

  test.each([
    '+7 973 204-17-40; 8 (973) 111-22-33',
    '+7 973 204-17-40, 89731112233',
    '9732041740 / 9731112233'
  ])('takes several phones out of «%s»', cell => {
    expect(read({ Телефон: cell }).identifiers.phone).toEqual(['79732041740', '79731112233'])
  })

  test('takes several e-mails out of one cell, each once', () => {
    expect(read({ Почта: 'A@example.com, b@example.com; a@example.com' }).identifiers.email).toEqual([
      'a@example.com',
      'b@example.com'
    ])
  })

  test('puts a passport together from two columns and gives lost zeros back', () => {
    expect(read({ Серия: '00 04', Номер: '', 'Номер паспорта': '204175' }).identifiers.passport).toEqual([
      '0004204175'
    ])
    expect(read({ Серия: '4', 'Номер паспорта': '4175' }).identifiers.passport).toEqual(['0004004175'])
    expect(read({ Серия: '0000', 'Номер паспорта': '204175' }).identifiers.passport).toEqual(['0000204175'])
    expect(read({ Паспорт: 'серия 00 04 № 204175' }).identifiers.passport).toEqual(['0004204175'])
  })

  test('gives an INN the zero back that a spreadsheet took', () => {
    const full = inn(7)
    expect(read({ ИНН: full }).identifiers.inn).toEqual([full])
    expect(read({ ИНН: full.slice(1) }).identifiers.inn).toEqual([full])
    expect(read({ ИНН: '12345' }).identifiers.inn).toEqual([])
  })

  test.each(['null', 'None', 'undefined', 'не указан', 'неизвестно', '-', '—', '', '   '])(
    'drops the placeholder «%s»',
    empty => {
      const attributes = read({
        ФИО: empty,
        ИНН: empty,
        СНИЛС: empty,
        Паспорт: empty,
        Телефон: empty,
        Адрес: empty,
        Прочее: empty
      })
      for (const list of LISTS) expect(attributes[list]).toEqual([])
      for (const values of Object.values(attributes.identifiers)) expect(values).toEqual([])
    }
  )

  test('drops numbers that somebody typed to fill a field', () => {
    const attributes = read({
      ИНН: '000000000000',
      СНИЛС: '11111111111',
      Телефон: '+7 999 999-99-99',
      Паспорт: '1234567890'
    })
    expect([
      attributes.identifiers.inn,
      attributes.identifiers.snils,
      attributes.identifiers.phone,
      attributes.identifiers.passport
    ]).toEqual([[], [], [], []])
  })

  test('reads dates as precisely as they were written', () => {
    expect(read({ 'Дата рождения': '14.03.1981' }).birthDates).toEqual([{ year: 1981, month: 3, day: 14 }])
    expect(read({ 'Год рождения': '1981' }).birthDates).toEqual([{ year: 1981 }])
    expect(read({ ДР: '14.03.1981; 15.03.1981' }).birthDates).toHaveLength(2)
    expect(read({ ДР: '31.02.1981' }).birthDates).toEqual([])
  })

  test.each([
    ['м', 'male'],
    ['Женский', 'female'],
    ['F', 'female']
  ])('reads the gender «%s»', (cell, gender) => {
    expect(read({ Пол: cell }).gender as string).toBe(gender)
  })

  test.each([
    ['карта 0000902041, Примерск 7', ['0000902041']],
    ['+7 973 204-17-40', ['79732041740']],
    ['90\u200b\u200b\u200b\u200b４1732204', ['9041732204']],
    ['904173220', []],
    ['123456, д. 114, кв. 203', []]
  ])('lists the long numbers among the words of «%s»', (cell, numbers) => {
    expect(read({ Заметка: cell }).numbers).toEqual(numbers)
  })

  test('normalises an address and keeps its words', () => {
    const attributes = read({ Адрес: '000000, г. Примерск, ул. Образцовая, д. 7, кв. 41' })
    expect(attributes.addresses).toEqual(['примерск образцовая 7 41'])
    expect(attributes.words).toContain('образцовая')
  })

  test('recognises identifiers in plain text only behind a label', () => {
    const labelled = read({
      Заметка: `тел. 8 973 204-17-40, ИНН ${inn(1)}, СНИЛС ${snils(1)}, паспорт 00 04 № 204175, e-mail: a@example.com`
    })
    expect(labelled).toMatchObject({
      identifiers: {
        phone: ['79732041740'],
        inn: [inn(1)],
        snils: [snils(1)],
        passport: ['0004204175'],
        email: ['a@example.com']
      }
    })
    const bare = read({ Заметка: `89732041740 ${inn(1)} ${snils(1)} 0004204175 a@example.com` })
    expect([
      bare.identifiers.phone,
      bare.identifiers.inn,
      bare.identifiers.snils,
      bare.identifiers.passport,
      bare.identifiers.email
    ]).toEqual([[], [], [], [], []])
    expect(bare.words).toContain(inn(1))
  })

  test('goes by the columns of the source before the header', () => {
    expect(readAttributes({ Прочее: '89732041740' }, { Прочее: 'phone' }).identifiers.phone).toEqual([
      '79732041740'
    ])
    expect(readAttributes({ Телефон: '89732041740' }, { Телефон: 'other' }).identifiers.phone).toEqual([])
  })

  test('never throws on what cannot be read', () => {
    for (const junk of [
      '\u0000',
      '\ud800',
      '😀'.repeat(500),
      '9'.repeat(5000),
      ';;;,,,',
      '<b>',
      'ФИО ФИО ФИО'
    ])
      expect(() =>
        read({
          ФИО: junk,
          Фамилия: junk,
          ДР: junk,
          Телефон: junk,
          Паспорт: junk,
          Серия: junk,
          'Номер паспорта': junk,
          Адрес: junk,
          Прочее: junk
        })
      ).not.toThrow()
  })
})
