import { describe, expect, test } from 'bun:test'
import { PERSONS_IN_LINE_MAX, QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import { KEYS_IN_STEP_MAX, planSearch, STEPS_MAX } from '#shared/identity/lookup/plan.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { isList } from '#shared/identity/reading/lists.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'
import { FREQUENT_SURNAMES } from './name-lists.ts'
import { best, readingText, scoreOf } from './read-line.ts'
import { READING_CASES } from './reading-cases.ts'

describe('several numbers of one kind', () => {
  const record = { Телефон: '8 973 204-17-40', Почта: 'i.primerov@example.com', ИНН: '001204175339' }
  const answer = (line: string, fields: Record<string, string>) =>
    matchRecord(readAttributes(fields, {}), planOf(line))

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

  test.each([
    '+79732041740 8 974 105-93-47',
    '+7 973 204 17 40 8 974 105 93 47',
    '+7 973 204-17-40 +7 974 105-93-47',
    'тел. +7 973 204 17 40 8 974 105 93 47',
    '79732041740 79741059347'
  ])('of «%s» are two phones', line => {
    const phones = parseQuery(line).filter(({ kind }) => kind === 'phone')
    expect(phones.map(({ value }) => value).sort()).toEqual(['79732041740', '79741059347'])
    expect(best(line)).toStartWith('phone')
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
      .map(reading => [reading.person, readingText(reading)])

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
    ['Примеров И.А. и Другов А.О.', 'Примеров И. А.', 'Другов А. О.'],
    ['Примеров и Другова', 'Примеров', 'Другова'],
    ['Образцов Феофан и Образцова Фотиния', 'Образцов Феофан', 'Образцова Фотиния'],
    ['Илья и Анна Примеровы', 'Примеров Илья', 'Примерова Анна'],
    ['Вишневские Илья и Анна', 'Вишневский Илья', 'Вишневская Анна'],
    ['Примеров Илья, Другова Анна и Цой Виктор', 'Примеров Илья', 'Другова Анна', 'Цой Виктор'],
    [
      '«Примеров Илья Андреевич» / «Примеров Илья Сергеевич»',
      'Примеров Илья Андреевич',
      'Примеров Илья Сергеевич'
    ],
    ['Примеров Илья/Другова Анна / Цой Виктор', 'Примеров Илья', 'Другова Анна', 'Цой Виктор']
  ])('of «%s» are all asked for', (line, ...names) => {
    const groups = people(line).sort((a, b) => Number(a[0]) - Number(b[0]))
    expect(groups).toEqual(names.map((name, at) => [at + 1, `full_name ${name}`]))
  })

  test.each([
    ['Примеров И.А., Образцов Г И; Иванов Иван', 'Примеров И. А.', 'Образцов Г. И.', 'Иванов Иван'],
    ['Примеров Илья, Образцов Глеб; Иванов Олег', 'Примеров Илья', 'Образцов Глеб', 'Иванов Олег'],
    ['Иванов Олег; Примеров Илья, Образцов Глеб', 'Иванов Олег', 'Примеров Илья', 'Образцов Глеб'],
    ['Примеров Илья, Образцов Глеб\nИванов Олег', 'Примеров Илья', 'Образцов Глеб', 'Иванов Олег']
  ])('of «%s», parted by two signs, are all asked for', (line, ...names) => {
    const groups = people(line).sort((a, b) => Number(a[0]) - Number(b[0]))
    expect(groups).toEqual(names.map((name, at) => [at + 1, `full_name ${name}`]))
  })

  const unknown: [line: string, ...names: string[]][] = [
    ['Рыжикук; Иванов Иван', 'Рыжикук', 'Иванов Иван'],
    ['Иванов Иван; Рыжикук; Петров Пётр', 'Иванов Иван', 'Рыжикук', 'Петров Пётр'],
    ['Рыжикук, Иванов Иван, Петров Пётр', 'Рыжикук', 'Иванов Иван', 'Петров Пётр'],
    ['рыжикук; иванов иван; петров пётр', 'Рыжикук', 'Иванов Иван', 'Петров Пётр'],
    ['Рыжикук\nИванов Иван\nПетров Пётр', 'Рыжикук', 'Иванов Иван', 'Петров Пётр'],
    ['Рыжикук и Иванов Иван', 'Рыжикук', 'Иванов Иван'],
    ['Ломако; Иванов Иван', 'Ломако', 'Иванов Иван']
  ]
  test.each(unknown)('of «%s» are all asked for, the unknown surname too', (line, ...names) => {
    const readings = parseQuery(line)
    for (const [at, name] of names.entries()) {
      const own = readings.filter(({ person }) => person === at + 1)
      expect(own.map(({ value }) => value)).toContain(name)
    }
    const [surest] = parseQuery('Иванов Иван')
    expect(readings.find(({ value }) => value === 'Иванов Иван')?.confidence).toBe(surest?.confidence ?? 0)
    const word = names.find(name => !name.includes(' ')) ?? ''
    expect(scoreOf(line, { ФИО: `${word} Олег Петрович` })).toBeGreaterThan(0.4)
  })

  test('keep what stands behind a comma', () => {
    expect(people('Иванов Иван, 01.02.1980; Петров Пётр')).toEqual([
      [1, 'combined Иванов Иван 1980-02-01'],
      [2, 'full_name Петров Пётр']
    ])
    expect(people('Примеров Илья, 14.03.1981, Образцов Глеб; Иванов Олег')).toEqual([
      [1, 'combined Примеров Илья 1981-03-14'],
      [2, 'full_name Образцов Глеб'],
      [3, 'full_name Иванов Олег']
    ])
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
      'Примеров Илья; Примерск',
      'Примеров Илья; 14.03.1981; Рыжикук',
      'Примеров Илья, Рыжикук',
      'Примеров Илья; директор',
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
      const ofPeople = Map.groupBy(steps, step => readings[step.reading]?.person)
      for (const own of ofPeople.values()) expect(own.length).toBeLessThanOrEqual(STEPS_MAX)
      expect(Math.max(0, ...steps.map(step => step.keys.length))).toBeLessThanOrEqual(KEYS_IN_STEP_MAX)
    }
  })
  const READINGS_MAX = 24
})

describe('several people in the wrong layout', () => {
  const read = (line: string) =>
    parseQuery(line).flatMap(({ person, value }) => (person === undefined ? [] : [`${person} ${value}`]))
  const both = ['1 Иванов Иван Тимофеевич', '2 Примеров Илья Андреевич']

  test.each(['? ', ', ', '$ ', '; ', ' b '])('parted by «%s»', glue => {
    const line = `bdfyjd bdfy nbvjattdbx${glue}ghbvthjd bkmz fylhttdbx`
    expect(read(line)).toEqual(both)
    expect(parseQuery(line)[1]?.note).toBe('раскладка исправлена')
  })

  test('with a date, and none in a Latin text', () => {
    expect(read('bdfyjd bdfy? 24.12.1962? ghbvthjd bkmz')).toEqual([
      '1 Иванов Иван 1962-12-24',
      '2 Примеров Илья'
    ])
    for (const line of ['Hello, world? What', 'bdfyjd bdfy? djkujuhfl', 'Vector Ltd, Alpha Inc'])
      expect([line, read(line)]).toEqual([line, []])
    expect(read('Ivanov Ivan, Primerov Ilya')).toEqual(['1 Ivanov Ivan', '2 Primerov Ilya'])
  })
})

test('a person of a labelled paste is looked up beside a row that has the name too', () => {
  const paste = 'ФИО: Иванов Иван Тимофеевич\nФИО: Примеров Илья Андреевич\nДата рождения: 14.03.1981'
  const lines = [paste, paste.replaceAll('\n', '; '), 'Номер дела: 5 ФИО: Иванов Иван Тимофеевич Роль: истец']
  for (const line of lines)
    expect([line, scoreOf(line, { ФИО: 'Иванов Иван Тимофеевич' }) > 0.85]).toEqual([line, true])
  // Who was born there is narrowed to, and nobody of that name is left out.
  const born =
    'Фамилия: Иванов Имя: Иван Отчество: Тимофеевич Место рождения: г. Примерск Пол: М Гражданство: РФ'
  expect(scoreOf(born, { ФИО: 'Иванов Иван Тимофеевич' })).toBeGreaterThan(0.7)
})
