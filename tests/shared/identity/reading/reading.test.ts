import { describe, expect, test } from 'bun:test'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'
import { FREQUENT_SURNAMES, RARE_GIVEN_NAMES } from './name-lists.ts'
import { best, readingText, scoreOf } from './read-line.ts'
import { READING_CASES } from './reading-cases.ts'

const recordsOf = (surname: string, given: string, patronymic: string): Record<string, string>[] => [
  { Фамилия: surname, Имя: given, Отчество: patronymic },
  { ФИО: `${surname} ${given} ${patronymic}` },
  { ФИО: `${given} ${patronymic} ${surname}` }
]

describe('a line', () => {
  test.each(READING_CASES)('«%s» is read as %s', (line, first, ...others) => {
    const [reading] = parseQuery(line)
    if (first === 'combined') expect(reading?.parts?.map(readingText).sort()).toEqual([...others].sort())
    else {
      expect(best(line)).toBe(first)
      for (const other of others) expect(parseQuery(line).map(readingText)).toContain(other)
    }
  })

  test.each([
    ['45 лет', 'возраст не ищется, нужен год рождения'],
    ['Примеров Илья 45 лет', 'возраст не ищется, нужен год рождения'],
    ['12345', 'не телефон и не номер документа, ищется как слова'],
    ['1 2 3 ещё 7', 'не телефон и не номер документа, ищется как слова'],
    ['45 03', 'не телефон и не номер документа, ищется как слова'],
    ['+79999999999', 'заглушка вместо номера, ищется как слова'],
    ['8 999 999-99-99', 'заглушка вместо номера, ищется как слова'],
    ['+7 (000) 000-00-00', 'заглушка вместо номера, ищется как слова'],
    ['71234567890', 'заглушка вместо номера, ищется как слова'],
    ['Примеров Илья тел. 71234567890', 'заглушка не ищется: 71234567890'],
    ['0000000000', 'заглушка вместо номера, ищется как слова'],
    ['123456789', 'заглушка вместо номера, ищется как слова'],
    ['12 Примеров Илья', 'номер строки не ищется']
  ])('«%s» says what is understood', (line, note) => {
    expect(parseQuery(line)[0]?.note).toBe(note)
  })

  test.each([
    'Примеров Илья Андреевич, 45 лет',
    'Примеров Илья Андреевич 44 года',
    'Примеров Илья Андреевич (45 лет)',
    'Примеров Илья Андреевич, возраст: 45',
    'Примеров Илья Андреевич, возраст 45 лет',
    'Примеров Илья Андреевич в возрасте 45 лет',
    '45 лет, Примеров Илья Андреевич'
  ])('«%s» is read and found as without the age', line => {
    const name = 'Примеров Илья Андреевич'
    const readings = parseQuery(line)
    expect(readings[0]?.note).toBe('возраст не ищется, нужен год рождения')
    expect(readings.map(({ note, ...reading }) => reading)).toEqual(parseQuery(name))
    const record = { ФИО: name, Адрес: 'Примерск' }
    expect(scoreOf(line, record)).toBe(scoreOf(name, record))
  })

  test('with an age beside other things is read as without it', () => {
    const searched = (line: string) =>
      parseQuery(line)
        .filter(({ kind }) => kind !== 'text')
        .map(readingText)
    for (const [line, without] of [
      ['Примеров Илья, 45 лет, 89732041740', 'Примеров Илья, 89732041740'],
      ['Примеров Илья Андреевич 45 лет г. Примерск', 'Примеров Илья Андреевич г. Примерск'],
      ['Примеров Илья, 45 лет, Другов Олег, 30 лет', 'Примеров Илья, Другов Олег'],
      ['Примеров Илья, 45 лет; Другов Олег, 30 лет', 'Примеров Илья; Другов Олег'],
      ['Примеров Илья, 14.03.1981, 45 лет', 'Примеров Илья, 14.03.1981'],
      ['89732041740, возраст 45', '89732041740']
    ] as const)
      expect([line, searched(line)]).toEqual([line, searched(without)])
    expect(best('дата рождения 12 мая 45 года')).toBe('birth_date 1945-05-12')
    expect(best('возраст 45')).toBe('text возраст 45')
    expect(parseQuery('Примеров Илья 14.03.1981 (45 лет)')[0]?.note).toBeUndefined()
  })

  test('of a name, a year and a place is read in any order', () => {
    const names = ['Примеров Илья', 'Примеров Илья Андреевич', 'Примеров И.А.', 'Илья Примеров']
    const years = ['1981', '1981г', '1981 г.р.', '1981 года рождения', '1981 г.']
    const places = ['Пермь', 'г. Примерск', 'Ростов-на-Дону', 'Нижний Новгород', 'Примерская область']
    const wrong = names.flatMap(name =>
      years.flatMap(year => places.flatMap(place => ordersOf([name, year, place]).filter(isNotAll)))
    )
    expect(wrong).toEqual([])
  })

  const ordersOf = ([a, b, c]: [string, string, string]) =>
    [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a]
    ].flatMap(order => [order.join(' '), order.join(', ')])
  const isNotAll = (line: string) =>
    parseQuery(line)[0]
      ?.parts?.map(({ kind }) => kind)
      .sort()
      .join() !== 'address,birth_date,full_name'

  test('of a frequent surname is never read as a given name alone', () => {
    const missed = FREQUENT_SURNAMES.filter(surname => {
      const { steps } = planSearch(surname, parseQuery(surname))
      return steps[0]?.surname === undefined || best(surname) !== `full_name ${surname}`
    })
    expect(missed).toEqual([])
    const keyOf = (surname: string) => planSearch(surname, parseQuery(surname)).steps[0]?.surname
    expect(keyOf('Андреев')).toBe(keyOf('Андреева'))
  })

  test('of an unknown word is looked up as surname, given name, patronymic and word', () => {
    for (const word of ['Феофан', 'Евлампий', 'Фуруг', 'Ырысбек']) {
      const lines = parseQuery(word).map(readingText)
      expect(lines).toContain(`full_name ${word}`)
      expect(lines).toContain(`text ${word}`)
      const records: Record<string, string>[] = [
        { Фамилия: word },
        { Имя: word, Фамилия: 'Примеров' },
        { Отчество: word, Имя: 'Илья' }
      ]
      for (const fields of records)
        expect([word, fields, scoreOf(word, fields) > 0]).toEqual([word, fields, true])
      expect(findStep(word, { Примечание: `см. ${word}` })).not.toBeNull()
    }
  })

  test('of a rare given name finds its person in any order', () => {
    const missed: string[] = []
    for (const given of RARE_GIVEN_NAMES)
      for (const surname of ['Примеров', 'Шевчук', 'Цой', 'Белый', 'Мороз'])
        for (const line of [`${surname} ${given}`, `${given} ${surname}`, `${given} Петрович ${surname}`])
          for (const record of recordsOf(surname, given, 'Петрович'))
            if (scoreOf(line, record) < 0.5) missed.push(`${line} ${JSON.stringify(record)}`)
    expect(missed).toEqual([])
  })

  test('of a name without the ending of a patronymic finds the person, with оглы and without', () => {
    const missed: string[] = []
    for (const surname of ['Алиев', 'Мамедов', 'Керимли'])
      for (const [given, child] of [
        ['Гейдар', 'оглы'],
        ['Ильхам', 'оглы'],
        ['Лейла', 'кызы']
      ] as const)
        for (const father of ['Фикрет', 'Юсуф', 'Ахмед', 'Балакиши']) {
          const lines = [`${surname} ${given} ${father}`, `${given} ${father} ${surname}`]
          for (const line of [...lines, `${surname} ${given} ${father} ${child}`])
            for (const written of [father, `${father} ${child}`])
              for (const record of recordsOf(surname, given, written))
                if (scoreOf(line, record) < 0.5) missed.push(`${line} ${JSON.stringify(record)}`)
        }
    expect(missed).toEqual([])
    for (const written of ['Фикрет', 'Фикрет оглы'])
      for (const record of recordsOf('Алиев', 'Гейдар', written))
        expect([record, scoreOf('Гейдар Фикрет', record) >= 0.5]).toEqual([record, true])
  })

  test('of a double surname with a space finds it however it is stored', () => {
    const missed = [
      ...['Салтыков Щедрин Михаил Евграфович', 'Михаил Евграфович Салтыков Щедрин'],
      ...['Салтыков Щедрин Михаил', 'Михаил Салтыков Щедрин']
    ].flatMap(line =>
      ['Салтыков-Щедрин', 'Салтыков Щедрин', 'Салтыков - Щедрин']
        .flatMap(surname => recordsOf(surname, 'Михаил', 'Евграфович').slice(0, 2))
        .filter(record => scoreOf(line, record) < 0.5)
        .map(record => `${line} ${JSON.stringify(record)}`)
    )
    expect(missed).toEqual([])
  })

  test('of a labelled identifier is read in any grouping of its digits', () => {
    const random = seededRandom(5)
    const signs = [' ', '-', '.', ' - ', '']
    const values = { ИНН: '001204175339', СНИЛС: '20477715366', ОГРН: '1200000204172', паспорт: '4503123456' }
    const missed: string[] = []
    for (const [label, value] of Object.entries(values))
      for (let round = 0; round < 100; round++) {
        const grouped = [...value].map(digit => digit + (random(3) === 0 ? signs[random(5)] : '')).join('')
        const line = `${label} ${grouped.replace(/[ .-]+$/, '')}`
        if (parseQuery(line)[0]?.value !== value) missed.push(line)
      }
    expect(missed).toEqual([])
  })
})
