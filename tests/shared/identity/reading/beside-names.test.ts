import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'

/** The parts of the first reading, or of the first of each person. */
function partsOf(line: string): string[] {
  const readings = parseQuery(line)
  const people = readings.filter(({ person }) => person !== undefined)
  const firsts =
    people.length > 0
      ? [...Map.groupBy(people, ({ person }) => person).values()].map(([one]) => one)
      : readings.slice(0, 1)
  return firsts.flatMap(one => (one?.parts ?? [one]).map(part => `${part?.kind} ${part?.value}`))
}

const NAMES = ['Соколовым Андреем Викторовичем', 'Лисицыным Петром Ивановичем', 'Рябининой Анной Олеговной']
const NOMINATIVES = ['Соколов Андрей Викторович', 'Лисицын Пётр Иванович', 'Рябинина Анна Олеговна']

test.each('переписка встреча разговор беседа фото знаком сфотографирован взыскать'.split(' '))(
  'whom «%s с» stands before is somebody, and no village',
  word => {
    for (const [at, name] of NAMES.entries())
      expect(partsOf(`${word} с ${name}`)[0]).toBe(`full_name ${NOMINATIVES[at]}`)
  }
)

test.each('сварщик повар тренер лаборант стропальщик'.split(' '))(
  'the date behind an unknown name is of birth, though «%s» stands before it',
  word => {
    for (const name of ['Нгуен Тхань', 'Рахмонзода Сухроб', 'Кан Бек'])
      expect(partsOf(`${word} ${name} 07.07.1977`)).toContain('birth_date 1977-07-07')
  }
)

test.each([',', ' +', '/', ' /', ' |'])('two surnames that «%s» parts are two people', sign => {
  expect(partsOf(`Лисицын${sign} Гордеева`)).toEqual(['full_name Лисицын', 'full_name Гордеева'])
})

test.each(['ген. дир.', 'Гл. бух.', 'рук. проекта', 'чл. правления', 'нач. отд.', 'водит. удост.'])(
  '«%s» is nobody beside a name, and no half of one',
  post => {
    expect(partsOf(`${post} Лисицын Пётр Иванович`)).toContain('full_name Лисицын Пётр Иванович')
    expect(partsOf(`Лисицын П.П., ${post} 12.03.1978`).filter(part => part.startsWith('full_name'))).toEqual([
      'full_name Лисицын П. П.'
    ])
  }
)

test('what stands beside several people is said', () => {
  const [one] = parseQuery('Лисицын Пётр Иванович, отгрузка; Гордеева Анна Олеговна')
  expect([one?.person, one?.note]).toEqual([1, 'не ищется: отгрузка'])
})

test.each(['умершая', 'скончавшаяся', 'трудоустроена'])('«%s» says what the date behind it is of', word => {
  expect(partsOf(`Гордеева Нина Ильинична, ${word} 03.01.2021`)).toEqual([
    'full_name Гордеева Нина Ильинична'
  ])
})

test('words that no table knows may be a name beside a date', () => {
  const readings = parseQuery('Ким Чен Ир 16.02.1961')
  expect(
    readings.some(({ parts }) => parts?.[0]?.kind === 'full_name' && parts[1]?.kind === 'birth_date')
  ).toBe(true)
})

test.each(['ЛЕ', 'ВУ', 'ДИ', 'ОМ', 'ЕН', 'ВО', 'НА', 'СО'])(
  'a surname of two capitals before both names is none of initials: %s',
  surname => {
    for (const [typed, shown] of [
      ['ИЛЬЯ АНДРЕЕВИЧ', 'Илья Андреевич'],
      ['АННА ПЕТРОВНА', 'Анна Петровна']
    ])
      expect(partsOf(`${surname} ${typed}`)).toEqual([
        `full_name ${surname.charAt(0)}${surname.slice(1).toLowerCase()} ${shown}`
      ])
  }
)

test('a zero between letters is one of them, and a name in two pairs of quotes is one', () => {
  expect(partsOf('С0колов Андрей')).toEqual(['full_name Соколов Андрей'])
  expect(partsOf('АО «Тамбовский завод «Комсомолец»»')).toEqual(['text АО «Тамбовский завод «Комсомолец»»'])
})

test.each(['ABC', 'Linda Callahan', 'Horniman Museum', 'Super Bowl'])(
  'no half of a surname is of another script: %s',
  words => {
    for (const line of [`Примеров Илья Андреевич ${words}`, `${words} Примеров Илья Андреевич`])
      expect(partsOf(line)).toContain('full_name Примеров Илья Андреевич')
  }
)
