import { expect, test } from 'bun:test'
import { splitGluedWords } from '#shared/identity/names/glued-words.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { readNameText } from '#shared/identity/records/name-texts.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'

test.each([
  ['РудометкинИльяАндреевич', 'Рудометкин Илья Андреевич'],
  ['Рудометкин ИльяАндреевич', 'Рудометкин Илья Андреевич'],
  ['PetrovPetr', 'Petrov Petr'],
  ['ПримеровИ.А.', 'Примеров И.А.'],
  ['СергієнкоОлександрСергійович', 'Сергієнко Олександр Сергійович'],
  ['ПримерскаяАнна-Мария', 'Примерская Анна-Мария']
])('%s is %s', (glued, parted) => {
  expect(splitGluedWords(glued)).toBe(parted)
})

test.each([
  'McDonald Ivan',
  'MacArthur',
  'DiCaprio',
  'LaPorta Joan',
  'ТехноПарк',
  'WhatsApp',
  'iPhone',
  'ИВАНОВ',
  'иВАНОВ',
  "О'Коннор"
])('%s stays as it is', text => {
  expect(splitGluedWords(text)).toBe(text)
})

test('a name without spaces is read as the one with them', () => {
  const random = seededRandom(34)
  const pick = (words: string) => words.split(' ')[random(words.split(' ').length)] ?? ''
  for (let round = 0; round < 200; round += 1) {
    const words = [
      pick('Примеров Грозовский Тестовин Задунайский Кленодубов'),
      pick('Илья Виктор Олег Артём Савва'),
      pick('Андреевич Борисович Ильич Олегович Петрович')
    ]
    const parts = (text: string) => parseName(text)[0]
    const { surname, given, patronymic } = parts(words.join(' ')) ?? {}
    expect(parts(words.join(''))).toMatchObject({ surname, given, patronymic })
    expect(readNameText(words.join('')).names[0]).toMatchObject({ surname, given, patronymic })
  }
})
