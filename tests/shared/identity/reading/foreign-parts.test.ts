import { expect, test } from 'bun:test'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { partsOfBest } from './read-line.ts'

const read = (line: string): string => {
  const [best] = parseQuery(line)
  const parts = best?.parts ?? (best ? [best] : [])
  return [...parts.map(({ kind, value }) => `${kind} ${value}`), best?.note].filter(Boolean).join('; ')
}

test.each([
  ['Примеров Илья Андреевич менеджер', 'full_name Примеров Илья Андреевич; text менеджер'],
  ['примеров илья андреевич менеджер', 'full_name Примеров Илья Андреевич; text менеджер'],
  ['Примеров И.А. менеджер', 'full_name Примеров И. А.; text менеджер'],
  ['Примеров Илья женат', 'full_name Примеров Илья; text женат'],
  ['Примеров Илья Андреевич самозанятый', 'full_name Примеров Илья Андреевич; text самозанятый'],
  ['Примеров И.А. по', 'full_name Примеров И. А.'],
  ['Примеров И.А. решение', 'full_name Примеров И. А.; не ищется: решение'],
  ['Примеров Илья Андреевич трудовой', 'full_name Примеров Илья Андреевич; не ищется: трудовой'],
  ['карта Примеров И.А.', 'full_name Примеров И. А.; text карта'],
  ['Отчёт Примеров И.А.', 'full_name Примеров И. А.; text Отчёт'],
  ['Иску Примерова И.А.', 'full_name Примерова И. А.; не ищется: Иску'],
  ['Гражданина Примерова И.А.', 'full_name Примерова И. А.'],
  [
    'От: Примеров Илья Андреевич <primerov@example.ru>',
    'full_name Примеров Илья Андреевич; email primerov@example.ru'
  ]
] as const)('takes no other word for a part of the name: %s', (line, reading) => {
  expect(read(line)).toBe(reading)
})

test.each([
  ['Примеров Задунайский Илья Андреевич', 'full_name Примеров-Задунайский Илья Андреевич'],
  ['примеров задунайский и.а.', 'full_name Примеров-Задунайский И. А.'],
  ['Менеджер Иван Петрович', 'full_name Иван Петрович; не ищется: Менеджер'],
  ['Алиев Гейдар Фикрет', 'full_name Алиев Гейдар Фикрет']
] as const)('keeps what may be a part of the name: %s', (line, reading) => {
  expect(read(line)).toBe(reading)
})

test.each([
  ['Примеров-Задунайский Илья Андреевич', 'имя и отчество совпали'],
  ['Примеров-Задунайский Илья Андреевич 14.03.1981', 'имя, отчество и дата рождения совпали'],
  ['Примеров-Задунайский', '']
] as const)('says what agrees beside half a double surname: %s', (line, sentence) => {
  const record = { Фамилия: 'Примеров', Имя: 'Илья', Отчество: 'Андреевич', 'Дата рождения': '14.03.1981' }
  const { why } = matchRecord(readAttributes(record, {}), planSearch(line, parseQuery(line)))
  expect(why.join(', ')).toBe(`${sentence}, совпала часть двойной фамилии`.replace(/^, /, ''))
})

test.each([
  ['директор ООО «Вектор» Примеров Илья Андреевич', 'Примеров Илья Андреевич'],
  ['директор ООО "Вектор" Примеров И.А.', 'Примеров И. А.'],
  ['генеральный директор ПАО «Ромашка» - Примеров И.А.', 'Примеров И. А.'],
  ['главный бухгалтер ООО «Вектор» Примерова Анна', 'Примерова Анна'],
  ['ООО «Вектор» Примеров Илья Андреевич', 'Примеров Илья Андреевич']
])('in «%s» the firm is no half of the surname', (line, name) => {
  const [person, firm] = partsOfBest(line)
  expect(person).toBe(`full_name ${name}`)
  expect(firm).toMatch(/^text .*(?:ООО|ПАО) [«"](?:Вектор|Ромашка)[»"]$/)
})

test('an adjective before another capital is a place', () =>
  expect(partsOfBest('Примерский Бор, г. Пермь')).toEqual(['address Примерский Бор, г. Пермь']))
