import { describe, expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { headlineText, pageHeadlineOf } from '#site/features/search/headline.ts'
import { ANSWER, NAME, reasonOf } from './search-answer.ts'

const [HERO] = ANSWER.persons
if (!HERO) throw new Error('The answer has nobody')
const hero: Person = HERO
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const with_ = (persons: Partial<Person>[], change: Partial<SearchAnswer> = {}): SearchAnswer => ({
  ...ANSWER,
  persons: persons.map((person, index) => ({ ...hero, id: `p${index}a`, ...person })),
  ...change
})

describe('the verdict over an answer', () => {
  const headlineWith = (persons: Partial<Person>[], change?: Partial<SearchAnswer>) =>
    plain(headlineText(pageHeadlineOf(with_(persons, change))))
  const many = (fits: number, person: Partial<Person>) =>
    Array.from({ length: fits }, () => ({ ...person, fits }))
  const full = { label: 'match', band: 'full' } as const
  const weak = { ...reasonOf('all_words'), record_ids: [] }
  const byWords: Partial<Person> = { label: 'namesake', query_reasons: [weak] }

  test.each([
    ['Совпадает один человек', many(1, full)],
    ['Совпадает одна организация', many(1, { ...full, kind: 'organisation' })],
    ['Подходят четверо, запрос их не различает', many(4, full)],
    ['Вероятно, подходят 12 человек, запрос их не различает', many(12, { ...full, label: 'probable' })],
    ['Возможных однофамильцев: 91, запрос их не различает', many(91, { ...full, label: 'namesake' })],
    ['Вероятно, подходит один человек', many(1, { ...full, label: 'probable' })],
    [
      'Точного совпадения нет; вероятно, подходит один человек',
      many(1, { label: 'probable', band: 'missing' })
    ],
    ['Точного совпадения нет; вероятно, подходят двое', many(2, { label: 'probable', band: 'near' })],
    [
      'Подходят 2 человека из 4 вероятных, запрос их не различает',
      [...many(2, { ...full, label: 'probable' }), ...many(2, { label: 'probable', band: 'missing' })]
    ],
    [
      'Подходит 1 человек из 21 вероятного',
      [...many(1, { ...full, label: 'probable' }), ...many(20, { label: 'probable', band: 'near' })]
    ],
    [
      'Подходят 2 человека из 5 возможных однофамильцев, запрос их не различает',
      [
        ...many(2, { ...full, label: 'namesake' }),
        ...many(3, { label: 'namesake', band: 'near' }),
        { label: 'related' }
      ]
    ],
    ['Совпадения нет, возможных однофамильцев: 3', many(3, { label: 'namesake', band: 'contradicts' })],
    ['Совпадения нет, связанных лиц: 2', many(2, { label: 'related', band: 'partial' })],
    ['Совпадения нет, найдено связанное лицо', many(1, { label: 'related', band: 'partial' })],
    ['Совпадения нет, найдена другая организация', many(1, { label: 'related', kind: 'organisation' })],
    ['Найдена другая организация', many(1, { label: 'namesake', band: 'full', kind: 'organisation' })],
    ['Слабо совпавших: 2, запрос их не различает', many(2, { ...full, ...byWords })],
    [
      'Подходят 2 человека из 21 слабо совпавшего, запрос их не различает',
      [...many(2, { ...full, ...byWords }), ...many(19, { band: 'missing', ...byWords })]
    ],
    [
      'Слабо совпавших: 2, других организаций: 1, запрос их не различает',
      [...many(2, { ...full, ...byWords }), { ...full, label: 'namesake', kind: 'organisation' }]
    ],
    ['Совпадения нет, найдено связанное лицо', [{ label: 'related' }, { ...full, ...byWords }]],
    ['Ничего не найдено', []],
    [
      'Подходят 4 человека и 2 организации, запрос их не различает',
      [...many(4, full), ...many(2, { ...full, kind: 'organisation' })]
    ],
    ['Подходит 21 организация, запрос их не различает', many(21, { ...full, kind: 'organisation' })],
    [
      'Точного совпадения нет; вероятно, подходят 1 человек и 1 организация',
      [
        ...many(1, { label: 'probable', band: 'near' }),
        ...many(1, { label: 'probable', kind: 'organisation' })
      ]
    ],
    [
      'Совпадения нет, возможных однофамильцев: 2, других организаций: 1',
      [...many(2, { label: 'namesake' }), ...many(1, { label: 'namesake', kind: 'organisation' })]
    ],
    [
      'Совпадения нет, найдена другая организация',
      many(1, { label: 'namesake', band: 'contradicts', kind: 'organisation' })
    ]
  ] as [string, Partial<Person>[]][])('is «%s»', (text, persons) => expect(headlineWith(persons)).toBe(text))

  test('says that an answer is not whole, and calls nobody the one of several who were asked for', () => {
    expect(headlineWith([{ ...full, fits: 1 }], { failed_sources: ['reg07'] })).toBe(
      'Совпадает один человек, ответ неполный'
    )
    const cut = { completeness: { ...ANSWER.completeness, more: true } }
    expect(headlineWith(many(92, { ...full, fits: 40 }), cut)).toBe(
      'Из показанных подходят 92 человека, запрос их не различает'
    )
    const namesakes = many(2, { ...full, label: 'namesake' })
    expect(headlineWith(namesakes, cut)).toBe('Показано возможных однофамильцев: 2, запрос их не различает')
    expect(headlineWith([...namesakes, { label: 'namesake', band: 'near' }], cut)).toBe(
      'Подходят 2 человека из показанных 3 возможных однофамильцев, запрос их не различает'
    )
    expect(headlineWith(many(6, { ...full, label: 'probable' }), cut)).toBe(
      'Вероятно, из показанных подходят 6 человек, запрос их не различает'
    )
    const readings = [1, 2].map(person => ({ ...NAME, person }))
    expect(headlineWith(many(12, full), { readings })).toBe('Искали двоих, найдено: 12 человек')
    expect(headlineWith([...many(12, full), { label: 'related' }], { readings })).toBe(
      'Искали двоих, найдено: 12 человек, связанных: 1'
    )
  })
})
