import { describe, expect, test } from 'bun:test'
import { PERSONS_IN_LINE_MAX, QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { KEYS_IN_STEP_MAX, planSearch, STEPS_MAX } from '#shared/identity/lookup/plan.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/query/parse.ts'
import { isList } from '#shared/identity/query/persons.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'
import { FREQUENT_SURNAMES, RARE_GIVEN_NAMES } from './name-lists.ts'
import { READING_CASES } from './reading-cases.ts'

const said = (reading: Reading) => `${reading.valid ? '' : '!'}${reading.kind} ${reading.value}`
const best = (line: string) => parseQuery(line).slice(0, 1).map(said).join()
/** Found as an engine finds it, and held for more than nothing. */
const scoreOf = (line: string, fields: Record<string, string>): number =>
  findStep(line, fields) === null
    ? 0
    : matchRecord(readAttributes(fields, {}), planSearch(line, parseQuery(line))).score

const recordsOf = (surname: string, given: string, patronymic: string): Record<string, string>[] => [
  { Фамилия: surname, Имя: given, Отчество: patronymic },
  { ФИО: `${surname} ${given} ${patronymic}` },
  { ФИО: `${given} ${patronymic} ${surname}` }
]

describe('a line', () => {
  test.each(READING_CASES)('«%s» is read as %s', (line, first, ...others) => {
    const [reading] = parseQuery(line)
    if (first === 'combined') expect(reading?.parts?.map(said).sort()).toEqual([...others].sort())
    else {
      expect(best(line)).toBe(first)
      for (const other of others) expect(parseQuery(line).map(said)).toContain(other)
    }
  })

  test.each([
    ['45 лет', 'возраст не ищется, нужен год рождения'],
    ['Примеров Илья 45 лет', 'возраст не ищется, нужен год рождения'],
    ['12345', 'не телефон и не номер документа, ищется как слова'],
    ['1 2 3 ещё 7', 'не телефон и не номер документа, ищется как слова'],
    ['45 03', 'не телефон и не номер документа, ищется как слова'],
    ['12 Примеров Илья', 'номер строки не ищется']
  ])('«%s» says what is understood', (line, note) => {
    expect(parseQuery(line)[0]?.note).toBe(note)
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
      const lines = parseQuery(word).map(said)
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

describe('several numbers of one kind', () => {
  const record = { Телефон: '8 973 204-17-40', Почта: 'i.primerov@example.com', ИНН: '001204175339' }
  const answer = (line: string, fields: Record<string, string>) =>
    matchRecord(readAttributes(fields, {}), planSearch(line, parseQuery(line)))

  test.each([
    ['89732041740, 89733186022', 'Телефон'],
    ['89733186022 89732041740', 'Телефон'],
    ['8 973 318-60-22; 8 973 204-17-40', 'Телефон'],
    ['тел. 89733186022 или 89732041740', 'Телефон'],
    ['other@example.com, i.primerov@example.com', 'Почта'],
    ['89733186022, i.primerov@example.com', 'Почта'],
    ['89732041740 other@example.com', 'Телефон'],
    ['ИНН 0012041756, ИНН 001204175339', 'ИНН'],
    ['001204175339 0012041756', 'ИНН']
  ])('«%s» finds who has one of them, and calls no other one wrong', (line, label) => {
    expect(findStep(line, record)).not.toBeNull()
    const { score, reasons, band } = answer(line, record)
    expect([score >= 0.9, band, reasons.map(({ tone }) => tone)]).toEqual([true, 'full', ['agree']])
    expect(answer(line, { [label]: record[label as keyof typeof record] }).band).toBe('full')
  })

  test('puts who has both above who has one', () => {
    const line = '89732041740 i.primerov@example.com'
    const one = answer(line, { Телефон: record.Телефон, Почта: 'other@example.com' })
    expect(answer(line, record).score).toBeGreaterThan(one.score)
  })

  test('beside a name narrows to who has either', () => {
    const line = 'Примеров Илья 89733186022, 89732041740'
    expect(answer(line, { ФИО: 'Примеров Илья', ...record }).band).toBe('full')
    expect(answer(line, { ФИО: 'Примеров Илья', Телефон: '8 973 555-17-40' }).band).toBe('contradicts')
  })
})

describe('several people', () => {
  const people = (line: string) =>
    parseQuery(line)
      .filter(({ person }) => person !== undefined)
      .map(reading => [reading.person, said(reading)])

  test('are read each by itself, however they are parted', () => {
    for (const glue of ['; ', ', ', ';', '\n', '\r\n', ' ;  ']) {
      const line = ['Примеров Илья', 'Другова Анна Олеговна', 'Цой В.Р.'].join(glue)
      expect([glue, people(line)]).toEqual([
        glue,
        [
          [2, 'full_name Другова Анна Олеговна'],
          [1, 'full_name Примеров Илья'],
          [3, 'full_name Цой В. Р.']
        ].sort((a, b) => Number(a[0]) - Number(b[0]))
      ])
    }
    expect(people('1. Примеров Илья\n2. Другов Олег').map(([, text]) => text)).toEqual([
      'full_name Примеров Илья',
      'full_name Другов Олег'
    ])
    expect(people('Примеров; Другов').map(([number]) => number)).toEqual([1, 2])
  })

  test.each([
    ['Примеров Илья и Другова Анна', 'Примеров Илья', 'Другова Анна'],
    ['примеров илья и другова анна', 'Примеров Илья', 'Другова Анна'],
    ['Примеров И.А. и Другова А.О.', 'Примеров И. А.', 'Другова А. О.'],
    ['Примеров и Другова', 'Примеров', 'Другова'],
    ['Образцов Феофан и Образцова Фотиния', 'Образцов Феофан', 'Образцова Фотиния'],
    ['Илья и Анна Примеровы', 'Примеров Илья', 'Примерова Анна'],
    ['Вишневские Илья и Анна', 'Вишневский Илья', 'Вишневская Анна'],
    ['Примеров Илья, Другова Анна и Цой Виктор', 'Примеров Илья', 'Другова Анна', 'Цой Виктор']
  ])('of «%s» are all asked for', (line, ...names) => {
    const found = people(line).sort((a, b) => Number(a[0]) - Number(b[0]))
    expect(found).toEqual(names.map((name, at) => [at + 1, `full_name ${name}`]))
  })

  test('keep their own dates and numbers', () => {
    const expected = [
      [1, 'combined Примеров Илья 1981-03-14'],
      [2, 'combined Другов Олег 79733186022']
    ]
    expect(people('Примеров Илья 14.03.1981; Другов Олег 89733186022')).toEqual(expected)
    expect(people('Примеров Илья, 14.03.1981\nДругов Олег, 89733186022')).toEqual(expected)
    expect(people('ФИО: Примеров Илья\nДР: 14.03.1981\n\nФИО: Другов Олег\nТелефон: 89733186022')).toEqual(
      expected
    )
  })

  test('have hits of their own', () => {
    const line = 'Примеров Илья Андреевич; Другов Олег Петрович'
    const plan = planSearch(line, parseQuery(line))
    const personOf = (name: string) => matchRecord(readAttributes({ ФИО: name }, {}), plan).person
    expect(personOf('Примеров Илья Андреевич')).toBe(1)
    expect(personOf('Другов Олег Петрович')).toBe(2)
    for (const name of ['Примеров Илья Андреевич', 'Другов Олег Петрович'])
      expect(scoreOf(line, { ФИО: name })).toBeGreaterThan(0.85)
    expect(scoreOf(line, { ФИО: 'Примеров Олег Петрович' })).toBeLessThan(0.6)
  })

  test('are not made of one person, a row, an address or words', () => {
    for (const line of [
      'Примеров, Илья Андреевич',
      'Примеров; Илья; Андреевич; 14.03.1981',
      'Примеров\nИлья\nАндреевич',
      'Примеров Илья Андреевич, Примерск, ул. Образцовая, д. 7',
      'Примеров Илья; 14.03.1981; Пермь',
      'Москва, Казань, Пермь',
      'яблоко, груша, слива'
    ])
      expect([line, people(line)]).toEqual([line, []])
  })

  test('come out of the cleaned line as they came out of the lines', () => {
    const text = 'Примеров Илья\n\n Другов\tОлег \r\nЦой Виктор'
    expect(sanitizeQuery(text)).toBe('Примеров Илья; Другов Олег; Цой Виктор')
    expect(parseQuery(sanitizeQuery(text))).toEqual(parseQuery(text))
    expect(sanitizeQuery('Примеров\nИлья')).toBe('Примеров Илья')
  })
})

describe('a list', () => {
  const names = Array.from({ length: 40 }, (_, at) => `${FREQUENT_SURNAMES[at]} Илья`)
  const numbers = Array.from({ length: 48 }, (_, at) => `8973204${1740 + at}`)
  const glues = ['; ', ', ', '\n', ' ']

  test('of more people or numbers than one search takes is named and not searched', () => {
    for (const glue of glues) {
      expect([glue, isList(parseQuery(names.join(glue)))]).toEqual([glue, true])
      expect([glue, isList(parseQuery(numbers.join(glue)))]).toEqual([glue, true])
    }
    expect(isList(parseQuery(names.slice(0, PERSONS_IN_LINE_MAX + 1).join('; ')))).toBe(true)
    expect(isList(parseQuery(names.slice(0, PERSONS_IN_LINE_MAX).join('; ')))).toBe(false)
    expect(parseQuery(names.join('; '))[0]?.note).toBe('список: больше трёх')
    const four = ['Примеров Илья', 'Сидоров Сидор', 'Образцов Феофан', 'Другов Олег']
    for (const glue of ['; ', ', ', '\n', ' и '])
      expect([glue, isList(parseQuery(four.join(glue)))]).toEqual([glue, true])
  })

  test('of one name again and again is that name', () => {
    for (const glue of glues)
      for (const times of [2, 15])
        expect(best(Array(times).fill('Примеров Илья').join(glue))).toBe('full_name Примеров Илья')
    expect(best(Array(60).fill('Илья').join(' '))).toBe('full_name Илья')
    for (const glue of glues)
      for (const times of [2, 30])
        expect([glue, best(Array(times).fill('89732041740').join(glue))]).toEqual([glue, 'phone 79732041740'])
  })

  test('mixed with anything is bounded', () => {
    const random = seededRandom(3)
    const things = [
      ...names,
      ...numbers,
      ...READING_CASES.map(([line]) => line),
      'Иванову Ивану Ивановичу',
      'Гейдар Фикрет',
      'ООО Ромашка',
      'ФИО: ',
      '1956г'
    ]
    for (let round = 0; round < 400; round++) {
      const count = 2 + random(20)
      const glue = glues[random(glues.length)] ?? ' '
      const line = Array.from({ length: count }, () => things[random(things.length)]).join(glue)
      const query = [...sanitizeQuery(line)].slice(0, QUERY_MAX_CODE_POINTS).join('')
      const readings = parseQuery(query)
      const { steps } = planSearch(query, readings)
      expect(readings.length).toBeLessThanOrEqual(READINGS_MAX)
      expect(steps.length).toBeLessThanOrEqual(STEPS_MAX)
      expect(Math.max(0, ...steps.map(step => step.keys.length))).toBeLessThanOrEqual(KEYS_IN_STEP_MAX)
    }
  })
  const READINGS_MAX = 24
})
