import { expect, test } from 'bun:test'
import { detectColumnKind } from '#api/features/imports/columns/detect-column-kind.ts'
import { recordsOf } from '#api/features/search/answer/answer-records.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import { partyLayout } from '#shared/identity/parties/layout.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { cards, columnsOf, matched, planOf, type Row } from './party-rows.ts'

/** The labels of each person of a row, whom the row is about first. */
function peopleOf(labels: readonly string[]): string[][] {
  const columns: Columns = Object.fromEntries(
    labels.map(label => [label, kindOfHeader(label) ?? (/^[А-Я]\S+$/.test(label) ? 'full_name' : 'phone')])
  )
  const layout = partyLayout({}, columns)
  const people = Map.groupBy(labels, label => layout?.places.get(label) ?? 0)
  return [...people].sort(([a], [b]) => a - b).map(([, own]) => own)
}

test.each([
  ['супруга', 'супруги'],
  ['мужа', 'жены'],
  ['сына', 'дочери'],
  ['брата', 'сестры'],
  ['бабушки', 'дедушки']
])('two people in one role have their own columns: %s and %s', (one, other) => {
  const own = (who: string) => [`ФИО ${who}`, `Дата рождения ${who}`, `Телефон ${who}`]
  const inParts = (who: string) => [`Фамилия ${who}`, `Имя ${who}`, `Дата рождения ${who}`]
  for (const columnsOf of [own, inParts]) {
    const people = peopleOf(['Номер записи', ...columnsOf(one), ...columnsOf(other)])
    expect(people.filter(labels => labels.length === 3)).toEqual(
      expect.arrayContaining([columnsOf(one), columnsOf(other)])
    )
  }
})

test('«Супруга» by itself is she, and beside another word he', () => {
  const people = peopleOf(['Супруг', 'Супруга', 'Телефон супруга', 'Телефон супруги'])
  expect(people).toEqual([
    ['Супруг', 'Телефон супруга'],
    ['Супруга', 'Телефон супруги']
  ])
})

test('a value of one of a couple is not the other one’s, whom alone a column names', () => {
  expect(peopleOf(['ФИО', 'ФИО мужа', 'Телефон жены'])).toEqual([['ФИО'], ['ФИО мужа'], ['Телефон жены']])
})

test('a row of a child and of who speaks for it is about the child', () => {
  expect(peopleOf(['Ребёнок', 'Дата рождения', 'Представитель', 'Телефон представителя'])).toEqual([
    ['Ребёнок', 'Дата рождения'],
    ['Представитель', 'Телефон представителя']
  ])
})

test('a column called by a role alone holds names, however few they are', () => {
  for (const label of ['Ответчик', 'Судья', 'Поручитель №1', 'Экстренный контакт']) {
    const sample = new Map([[label, ['Подкопаева Римма Глебовна', 'Подкопаева Римма Глебовна']]])
    expect([label, detectColumnKind(label, sample).kind]).toEqual([label, 'full_name'])
  }
})

test('a record of two in one role answers by one of them: on the cards, of the line and in a comparison', () => {
  const [mirone, pahom] = ['Рудометкин Мирон Кузьмич', 'Рудометкин Пахом Львович']
  const witnesses = (first: string, second: string): Row => ({
    'ФИО клиента': 'Кленодубов Илья Андреевич',
    'Свидетель 1': first,
    'ИНН свидетеля 1': first === pahom ? '500100732259' : '',
    'Свидетель 2': second,
    'ИНН свидетеля 2': second === pahom ? '500100732259' : ''
  })
  const rows = [witnesses(pahom, ''), witnesses(mirone, pahom)]
  const columns = columnsOf(witnesses('', ''), { 'Свидетель 1': 'full_name', 'Свидетель 2': 'full_name' })
  const WITNESS = { role: 'witness', label: 'свидетель' } as const
  const answerTo = (line: string) => {
    const shown = matched(rows, columns, line)
    return { shown, ...recordsOf(shown, mergeDuplicates(shown)), persons: cards(rows, columns, line) }
  }
  for (const [line, place] of [
    [mirone, 1],
    [pahom, 2],
    // Both answer equally well.
    ['Рудометкин', 1]
  ] as const) {
    const { shown, matches, persons } = answerTo(line)
    expect(matches['src:01']?.party).toEqual({ ...WITNESS, place })
    const [holder, ...others] = persons.filter(({ parties }) => parties?.['src:01']?.place === place)
    expect(others).toEqual([])
    expect(holder?.name).toBe(place === 1 ? mirone : pahom)
    expect(comparePeople(shown, planOf(line), 'src:01', holder?.id ?? '')).toBe('one')
  }
  const { persons } = answerTo('Рудометкин')
  expect(persons.map(({ name, parties }) => [name, parties])).toEqual([
    [pahom, { 'src:00': { ...WITNESS, place: 1 }, 'src:01': { ...WITNESS, place: 2 } }],
    [mirone, { 'src:01': { ...WITNESS, place: 1 } }]
  ])
})
