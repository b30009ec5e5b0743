import { describe, expect, test } from 'bun:test'
import { monthOf } from '#shared/identity/identifiers/months.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { best, readingText, scoreOf } from './read-line.ts'

/** Each month in its cases, abbreviations and a usual slip. */
const MONTHS = [
  'январь января январю январе январём янв',
  'февраль февраля февралю феврале февралём фев февр',
  'март марта марту марте мартом мар',
  'апрель апреля апрелю апреле апрелем апр',
  'май мая маю мае маем',
  'июнь июня июню июне июнем июн',
  'июль июля июлю июле июлем июл',
  'август августа августу августе августом авг',
  'сентябрь сентября сентябрю сентябре сентябрём сен сент',
  'октябрь октября октябрю октябре октябрём окт октбря октяря',
  'ноябрь ноября ноябрю ноябре ноябрём ноя нояб',
  'декабрь декабря декабрю декабре декабрём дек декабоя'
].map(forms => forms.split(' '))

const DATES = MONTHS.flatMap((forms, at) =>
  forms.map(form => ({ form, date: `1981-${String(at + 1).padStart(2, '0')}-14` }))
)
const WRITTEN = (month: string) => [
  `14 ${month} 81`,
  `14 ${month} 81г`,
  `14 ${month} 81 г.`,
  `14 ${month} 81 г.р.`,
  `14 ${month} 81 года`,
  `14 ${month} 81 года рождения`,
  `14-го ${month} 81-го`,
  `14 ${month} '81`,
  `14 ${month}, 81`,
  `14-${month}-81`,
  `14.${month}.81`,
  `14 ${month}. 81`,
  `14${month}81`,
  `14 ${month} 1981`,
  `14 ${month.toUpperCase()} 81`
]

const partsOf = (line: string) => parseQuery(line)[0]?.parts?.map(readingText).toSorted()

describe('a day, a month in words and a year', () => {
  test('is a date, also of two digits, in every form of the month', () => {
    for (const { form, date } of DATES)
      for (const line of WRITTEN(form)) expect([line, best(line)]).toEqual([line, `birth_date ${date}`])
  })

  test('is the date of birth of a name on either side, also of an unknown or mistyped word', () => {
    for (const { form, date } of DATES)
      for (const line of WRITTEN(form))
        for (const [name, value] of [
          ['примеров ильч', 'Примеров Ильч'],
          ['Примеров Илья Андреевич', 'Примеров Илья Андреевич'],
          ['Примеров И.А.', 'Примеров И. А.']
        ])
          for (const whole of [`${name} ${line}`, `${line} ${name}`])
            expect([whole, partsOf(whole)]).toEqual([whole, [`birth_date ${date}`, `full_name ${value}`]])
  })

  test('stays one beside a name where a street is called after that day', () => {
    for (const [line, date] of [
      ['8 марта 81', '1981-03-08'],
      ['1 мая 60', '1960-05-01'],
      ['9 Мая 15', '2015-05-09']
    ]) {
      expect(partsOf(`Примеров Илья ${line}`)).toEqual([`birth_date ${date}`, 'full_name Примеров Илья'])
      expect(best(`${line}г`)).toBe(`birth_date ${date}`)
    }
    expect(partsOf('Примеров Илья, 14 марта 81, Пермь')).toEqual([
      'address Пермь',
      'birth_date 1981-03-14',
      'full_name Примеров Илья'
    ])
  })

  test('has the «г» behind it, unless that is a town’s', () => {
    for (const year of ['81', '1981']) {
      for (const place of ['г. Пермь', 'Пермь'])
        expect(partsOf(`14 марта ${year} ${place}, Примеров Илья`)).toEqual([
          `address ${place}`,
          'birth_date 1981-03-14',
          'full_name Примеров Илья'
        ])
      for (const sign of ['г ', ' г ', ' г. '])
        for (const name of ['Примеров Илья', 'примеров илья'])
          expect(partsOf(`14 марта ${year}${sign}${name}`)).toEqual([
            'birth_date 1981-03-14',
            'full_name Примеров Илья'
          ])
      expect(partsOf(`Примеров Илья 14 марта ${year} г Пермь`)).toEqual([
        'address г Пермь',
        'birth_date 1981-03-14',
        'full_name Примеров Илья'
      ])
    }
  })

  test('finds the person whose name is mistyped beside it', () => {
    const record = { ФИО: 'Примеров Илья Андреевич', 'Дата рождения': '14.03.1981' }
    expect(scoreOf('Примеров Илья 14 марта 81', record)).toBeGreaterThanOrEqual(0.93)
  })

  test.each([
    'ул. 8 Марта 12',
    'ул.8 Марта 12',
    'улица 14 марта 81',
    'проспект 9 Января 40',
    'пл. 1 Мая, 3',
    'Примерск, ул. 8 Марта, 12, кв. 5',
    '8 марта 15 кв 3',
    '8 Марта 15 к. 2',
    '14 марта 81 кв 3',
    '14 марта 81, кв. 3',
    '8 марта 15-3',
    '8 Марта 15/3',
    '8 Марта, 15, 3',
    '8 Марта 15а',
    '8 Марта 12',
    '1 Мая 5',
    '1 Мая, 5',
    '25 Октября 101',
    'Екатеринбург 8 Марта 15',
    'Екатеринбург, 8 Марта, 15',
    'Примерск, 8 Марта, 15'
  ])('«%s» is an address', line => {
    expect(best(line)).toBe(`address ${line}`)
    expect(parseQuery(line).every(({ parts }) => parts === undefined)).toBe(true)
  })

  test('is an address beside a name where a flat or the word of a street says so', () => {
    for (const place of ['ул. 8 Марта 12', '8 Марта 12-5', '8 Марта 12 кв 5'])
      expect(partsOf(`Примеров Илья Андреевич, ${place}`)).toEqual([
        `address ${place}`,
        'full_name Примеров Илья Андреевич'
      ])
  })

  test('may be both where nothing else is said', () => {
    expect(parseQuery('8 марта 81').map(readingText)).toContain('birth_date 1981-03-08')
  })

  test('with a day that does not exist is no date', () => {
    expect(parseQuery('31 февраля 80').some(({ kind }) => kind === 'birth_date')).toBe(false)
  })
})

describe('a name that begins as a month does', () => {
  test.each(
    'Мария Марина Марфа Марк Мартин Майя Августин Октябрина Декабрина Мартынов Марков Маркин Майоров Августов Октябрьский Июньский Апрелев Декабрёв Январёв Maria Marina Mark Martin Julia Janina Augustin'.split(
      ' '
    )
  )('«%s» is no month beside a year', name => {
    expect(monthOf(name.toLowerCase())).toBe(0)
    expect(parseQuery(`${name} 1981`)[0]?.parts?.map(readingText)).toEqual([
      `full_name ${name}`,
      'birth_date 1981'
    ])
    expect(partsOf(`Примеров ${name} 1981`)?.at(0)).toBe('birth_date 1981')
  })
})
