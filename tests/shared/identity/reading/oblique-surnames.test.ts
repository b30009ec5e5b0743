import { expect, test } from 'bun:test'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'

const BORN = { 'Дата рождения': '14.03.1981' }
const MAN = { Фамилия: 'Примеров', Имя: 'Илья', Отчество: 'Андреевич', ...BORN }
const WOMAN = { Фамилия: 'Примерова', Имя: 'Инна', Отчество: 'Андреевна', ...BORN }
const otherMan = (Фамилия: string) => ({ ...MAN, Фамилия })

const namesIn = (line: string): string[] =>
  parseQuery(line)
    .filter(({ kind, parts }) => kind === 'full_name' || parts?.some(part => part.kind === 'full_name'))
    .map(({ value }) => value)

test.each([
  ['договор с Примеровым И.А.', MAN],
  ['Примеровым И.А. 14.03.1981', MAN],
  ['договор с Примеровым И.А. от 12.03.2024', MAN],
  ['в отношении гражданина Примерова И. А., 14.03.1981', MAN],
  ['Иск к Примерову И.А.', MAN],
  ['И. А. Примерову', MAN],
  ['гражданину Примерову И.А.', MAN],
  ['Примерова И.А.', MAN],
  ['Примерова И.А.', WOMAN],
  ['договор с Примеровой И.А.', WOMAN],
  ['Иск к Задунайскому И.А.', otherMan('Задунайский')],
  ['Шевчука И.А.', otherMan('Шевчук')],
  ['договор с Морозом И.А.', otherMan('Мороз')],
  ['жалоба на Кравца И.А.', otherMan('Кравец')],
  ['договор с Примеровым-Задунайским И.А.', otherMan('Примеров-Задунайский')]
] as const)('finds a surname in an oblique case beside initials: %s', (line, record) => {
  expect(findStep(line, record)).not.toBeNull()
  const { score, why } = matchRecord(readAttributes(record, {}), planSearch(line, parseQuery(line)))
  expect([score >= 0.7, why.join()]).toEqual([true, expect.stringMatching(/^фамилия(?: и|,) инициалы /)])
})

test.each(['договор с Примеровым', 'к Примерову', 'Примеровым'])(
  'finds a lone surname in an oblique case: %s',
  line => {
    expect(findStep(line, MAN)).not.toBeNull()
    expect(namesIn(line)[0]).toBe('Примеров')
  }
)

test('reads no other surname where the nominative is plain', () => {
  for (const [line, name] of [
    ['Примеров И.А.', 'Примеров И. А.'],
    ['Черных И.А.', 'Черных И. А.'],
    ['Шевченко И.А.', 'Шевченко И. А.'],
    ['Ким И.А.', 'Ким И. А.']
  ] as const)
    expect([line, namesIn(line)]).toEqual([line, [name]])
})
