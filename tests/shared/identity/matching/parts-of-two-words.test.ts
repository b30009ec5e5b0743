import { expect, test } from 'bun:test'
import { bestName } from '#shared/identity/matching/best-name.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'

const scoreOf = (one: string, other: string): number =>
  bestName(parseName(one), parseName(other)).name?.score ?? 0

test('two words that no table tells are no other two of which one is the same', () => {
  for (const [one, other] of [
    ['Pedro Primo', 'Pedro Sample'],
    ['Bart De Vorst', 'Bart De Zomer'],
    ['Мохаммад Задран', 'Мохаммад Какар'],
    ['Примериан Шольц', 'Примериан Кох'],
    ['KIM TEST JIN', 'KIM TEST CHOL'],
    ['Ли Куан Примен', 'Ли Куан Образ']
  ] as const)
    expect([one, other, scoreOf(one, other) < 0.7]).toEqual([one, other, true])
})

test('a surname beside a sure patronymic contradicts nothing', () => {
  expect(scoreOf('Примеров Илья', 'Илья Андреевич')).toBeGreaterThanOrEqual(0.7)
})

test.each([
  ['Штольцева Мария', 'Анна-Мария Штольцева'],
  ['Штольцев Карл Иванович', 'Штольцев Карл-Людвиг Иванович'],
  ['Штольцев Людвиг Иванович', 'Штольцев Карл-Людвиг Иванович']
])('half of a double given name agrees: %s, %s', (one, other) => {
  const { name } = bestName(parseName(one), parseName(other))
  expect(name?.agrees.given).toBe('half')
  expect(name?.contradicts).toEqual([])
})
