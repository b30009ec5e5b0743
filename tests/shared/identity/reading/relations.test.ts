import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { partsOfBest, scoreOf } from './read-line.ts'

test.each([
  ['муж Примеровой Анны', 'full_name Примерова Анна', 'муж'],
  ['жена Примерова Ильи', 'full_name Примеров Илья', 'жена'],
  ['сын Примеровой А. И.', 'full_name Примерова А. И.', 'сын'],
  ['мать Примерова Ильи Андреевича', 'full_name Примеров Илья Андреевич', 'мать'],
  ['муж Примеровой', 'full_name Примерова', 'муж'],
  ['представитель Примеровой Анны', 'full_name Примерова Анна', 'представитель'],
  ['бывшая жена Примерова Ильи', 'full_name Примеров Илья', 'бывшая жена'],
  ['гражданский муж Примеровой Анны', 'full_name Примерова Анна', 'гражданский муж'],
  ['вдова Примерова Ильи', 'full_name Примеров Илья', 'вдова'],
  ['внук Примеровой Анны', 'full_name Примерова Анна', 'внук'],
  ['доверенное лицо Примеровой Анны', 'full_name Примерова Анна', 'доверенное лицо'],
  ['экс-супруга Примерова Ильи', 'full_name Примеров Илья', 'экс-супруга'],
  ['экс муж Примеровой Анны', 'full_name Примерова Анна', 'экс муж'],
  ['первая жена Примерова Ильи', 'full_name Примеров Илья', 'первая жена'],
  ['Вторая жена Примерова Ильи', 'full_name Примеров Илья', 'Вторая жена'],
  ['третья жена Примерова И. А.', 'full_name Примерова И. А.', 'третья жена'],
  ['мама Примерова Ильи', 'full_name Примеров Илья', 'мама'],
  ['мама Ильи Примерова', 'full_name Примеров Илья', 'мама'],
  ['папа Примеровой Анны', 'full_name Примерова Анна', 'папа'],
  ['коллега Примерова Ильи', 'full_name Примеров Илья', 'коллега'],
  ['подруга Примерова Ильи', 'full_name Примеров Илья', 'подруга'],
  ['(муж Примеровой Анны)', 'full_name Примерова Анна', 'муж'],
  ['Примеров Илья, муж Анны', 'full_name Примеров Илья', 'муж Анны'],
  ['Примеров Илья муж Анны Петровны', 'full_name Примеров Илья', 'муж Анны Петровны'],
  ['Примеров Илья, первая жена Анна', 'full_name Примеров Илья', 'первая жена Анна'],
  ['Примеров Илья, коллега Анны', 'full_name Примеров Илья', 'коллега Анны'],
  ['Примеров Илья (муж Анны)', 'full_name Примеров Илья', 'муж Анны'],
  ['Примеров Илья (муж Примеровой Анны)', 'full_name Примеров Илья', 'муж Примеровой Анны'],
  ['военный билет Примеров Илья', 'full_name Примеров Илья', 'военный билет'],
  ['в/у Примеров Илья', 'full_name Примеров Илья', 'в/у'],
  ['Примеров Илья в/у', 'full_name Примеров Илья', 'в/у']
])('«%s» asks for the person named, and for nothing of the word beside it', (line, name, word) => {
  expect(partsOfBest(line)).toEqual([name])
  expect(remarksOfReadings(parseQuery(line))).toEqual([`не ищется: ${word}`])
})

test.each<[name: string, behind: string, ...parts: string[]]>([
  ['Внук Иван Петрович', ''],
  ['Дед Максим Олегович', ''],
  ['Зять Иван Петрович', ''],
  ['Тесть Иван Петрович', ''],
  ['Знакомый Иван Петрович', ''],
  ['Вдовец Иван Петрович', ''],
  ['Коллега Иван Петрович', ''],
  ['Мама Иван Петрович', ''],
  ['Брат Иван Петрович', ''],
  ['Муж Иван Петрович', ''],
  ['Тёща Анна Петровна', ''],
  ['Жена Анна Петровна', ''],
  ['Внук Иван Петрович', ', 12.05.1985', 'birth_date 1985-05-12'],
  ['Внук Иван Петрович', ', Москва', 'address Москва']
])('«%s%s» has a relation as the surname', (name, behind, ...parts) => {
  expect(partsOfBest(name + behind)).toEqual([`full_name ${name}`, ...parts])
  expect(remarksOfReadings(parseQuery(name + behind))).toEqual([])
})

test.each([
  ['Внук Примеров Иван Петрович', 'Примеров Иван Петрович'],
  ['Внук: Иван Петрович', 'Иван Петрович'],
  ['внук Иван Петрович', 'Иван Петрович'],
  ['муж Иван Петрович', 'Иван Петрович'],
  ['Муж Примеров Иван Петрович', 'Примеров Иван Петрович'],
  ['Муж: Иван Петрович', 'Иван Петрович']
])('but «%s» has none', (line, name) => expect(partsOfBest(line)).toEqual([`full_name ${name}`]))

test.each(['Мать Анна Петровна', 'мать Анна Петровна', 'Сын Иван Петрович'])(
  'behind somebody «%s» has no surname',
  relative => {
    const readings = parseQuery(`Примеров Илья Андреевич, ${relative}`)
    expect(readings.filter(({ person }) => person !== undefined)).toEqual([])
    expect(partsOfBest(`Примеров Илья Андреевич, ${relative}`)).toContain('full_name Примеров Илья Андреевич')
  }
)

test('a number behind a relation in brackets is of whoever stands before them', () => {
  const line = 'Примеров Илья (муж Примеровой Анны) 89732041740'
  expect(partsOfBest(line)).toEqual(['full_name Примеров Илья', 'phone 79732041740'])
  for (const whole of ['(муж Примеровой Анны)', '(муж Примеровой Анны) 89732041740'])
    expect(parseQuery(whole).filter(({ value }) => /[()]/.test(value.replace(whole, '')))).toEqual([])
})

test('an identifier in such brackets is searched', () =>
  expect(partsOfBest('Примеров Илья (жена Анна, 8 973 204-17-40)')).toEqual([
    'full_name Примеров Илья',
    'phone 79732041740'
  ]))

test.each(['Жена Анна', 'Иванов и сын', 'водительское удостоверение Примеров Илья'])(
  'leaves nothing of «%s» out',
  line => expect(remarksOfReadings(parseQuery(line))).toEqual([])
)

test.each([
  ['Примеров Илья и его брат Другов', 'его брат Другов'],
  ['друг Иван', 'друг']
])('of «%s» says what is not searched', (line, leftOut) =>
  expect(remarksOfReadings(parseQuery(line))).toEqual([`не ищется: ${leftOut}`])
)

test('of a heading alone there is nobody to ask for', () => {
  expect(partsOfBest('Удостоверение личности')).toEqual(['text Удостоверение личности'])
})

test('finds whoever is named behind a relation in the nominative', () => {
  const anna = { Фамилия: 'Примерова', Имя: 'Анна', Отчество: 'Ильинична' }
  expect(scoreOf('муж Примеровой Анны', anna)).toBe(scoreOf('Примерова Анна', anna))
  expect(scoreOf('муж Примеровой Анны Ильиничны', anna)).toBeGreaterThan(0.85)
})

test.each([
  ['telegram 7707083893', 'inn_org', 'phone'],
  ['viber: 7707083893', 'inn_org', 'phone'],
  ['телеграм 7707083893', 'inn_org', 'phone'],
  ['7707083893 telegram', 'inn_org', 'phone'],
  ['telegram 500100732259', 'inn_person', 'phone'],
  ['телеграм 8 973 204-17-40', 'phone'],
  ['телеграм: 9732041740', 'phone'],
  ['вайбер 89732041740', 'phone'],
  ...['tg', 'tg:', 'wa', 'ватсапп', 'воцап', 'вацап', 'вотсапп', 'уотсап'].map((label): [string, string] => [
    `${label} 89732041740`,
    'phone'
  ])
])('a number of a messenger may be what its check tells: «%s»', (line, ...kinds) => {
  const numbers = parseQuery(line).map(({ kind }) => kind)
  expect(numbers).toEqual(expect.arrayContaining(kinds))
  expect(numbers.includes('combined')).toBe(false)
})

test('no sign before a capital and a small letter is a letter of the other layout', () => {
  for (const line of [
    '"Brown',
    "'Gregg",
    '"Gregg Fritz',
    '"Evans',
    '"Johnson',
    '<Vector Ltd',
    '{Brown James'
  ])
    expect([line, parseQuery(line).some(({ note = '' }) => note.includes('раскладка'))]).toEqual([
      line,
      false
    ])
})

test.each([
  ['адрес: г. Примерск, ул. Ленина, 5, Примеров Илья Андреевич', 'address г. Примерск, ул. Ленина, 5'],
  ['прописан: г. Примерск, Примеров Илья Андреевич', 'address г. Примерск']
])('keeps the name behind the address of «%s»', (line, place) =>
  expect(partsOfBest(line)).toEqual(['full_name Примеров Илья Андреевич', place])
)

test.each<[line: string, ...expected: string[]]>([
  ['Жена Анна', 'full_name Анна', 'text Жена'],
  ['Внук Иван', 'full_name Внук Иван'],
  ['друг Иван', 'full_name Иван']
])('«%s» finds whoever stands so in a phone book', (line, ...expected) => {
  expect(partsOfBest(line)).toEqual(expected)
  expect(scoreOf(line, { ФИО: line, Телефон: '+7 973 204-17-40' })).toBeGreaterThan(0)
})
