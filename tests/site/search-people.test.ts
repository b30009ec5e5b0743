import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ReasonCode } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { readAddress, writeAddress } from '#site/features/search/address.ts'
import { viewOfAddress } from '#site/features/search/address-view.ts'
import { bandOf, bandText, isLongList } from '#site/features/search/people/bands.ts'
import { facetsOf } from '#site/features/search/people/facet-options.ts'
import { linesOf } from '#site/features/search/people/lines.ts'
import { marksOf } from '#site/features/search/people/marks.ts'
import { BY_FIT, nextOrder, sortPeople } from '#site/features/search/people/order.ts'
import { lossOf } from '#site/features/search/people/people-view.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { applyView, peopleWithText, type View, WHOLE } from '#site/features/search/view.ts'
import { ANSWER, reasonOf } from './search-answer.ts'

const [HERO] = ANSWER.persons
if (!HERO) throw new Error('The answer has nobody')
const hero: Person = HERO
const with_ = (persons: Partial<Person>[], change: Partial<SearchAnswer> = {}): SearchAnswer => ({
  ...ANSWER,
  persons: persons.map((person, index) => ({ ...hero, id: `p${index}a`, ...person })),
  ...change
})

describe('the parts of a query in a row', () => {
  const marks = (...codes: ReasonCode[]) =>
    marksOf({ query_reasons: codes.map(code => reasonOf(code)) }).map(({ tone, text }) => `${tone} ${text}`)

  test.each([
    [
      ['same_full_name_and_birth_date', 'same_phone'],
      ['agree ФИО', 'agree дата', 'agree телефон']
    ],
    [
      ['same_full_name_and_birth_year', 'no_full_birth_date', 'no_phone'],
      ['agree ФИО', 'agree год', 'missing телефон']
    ],
    [
      ['same_surname_given_name_and_initial', 'other_birth_year', 'no_full_name'],
      ['agree фамилия, имя, инициал', 'contradict год другой']
    ],
    [
      ['same_phone', 'other_name'],
      ['agree телефон', 'contradict ФИО другое']
    ],
    [
      ['same_surname_and_initials', 'no_birth_date'],
      ['agree фамилия, инициалы', 'missing дата']
    ],
    [['same_surname', 'latin_spelling'], ['agree фамилия']],
    [
      ['mistyped_surname', 'same_given_name'],
      ['agree фамилия с опечаткой', 'agree имя']
    ]
  ] as [ReasonCode[], string[]][])('of %p are %p', (codes, expected) =>
    expect(marks(...codes)).toEqual(expected)
  )

  test('say of who stands in a list of losses alone why that is no more than a namesake', () => {
    const query_reasons = [reasonOf('same_surname_and_given_name')]
    expect(marksOf({ query_reasons }, true).map(({ tone, text }) => `${tone} ${text}`)).toEqual([
      'agree фамилия, имя',
      'missing только список потерь'
    ])
  })

  test('do not lay it on a list of losses where something contradicts', () => {
    const listed = (band: Person['band']): Person => ({
      ...hero,
      label: 'namesake',
      band,
      source_keys: ['loss02']
    })
    expect(lossOf(listed('missing'), { answer: ANSWER })).toBe('only')
    expect(lossOf(listed('contradicts'), { answer: ANSWER })).toBe('also')
  })
})

describe('bands', () => {
  const namesake = (...codes: ReasonCode[]): Person => ({
    ...hero,
    label: 'namesake',
    query_reasons: codes.map(code => reasonOf(code))
  })

  test('tell namesakes of a long list by what differs, and of a short one not at all', () => {
    expect(bandOf(namesake('other_birth_year'), true)).toBe('other-year')
    expect(bandOf(namesake('other_given_name', 'other_birth_year'), true)).toBe('other-name')
    expect(bandOf(namesake('other_gender', 'other_given_name'), true)).toBe('other-sex')
    expect(bandOf(namesake('same_full_name'), true)).toBe('namesake')
    expect(bandOf(namesake('other_birth_year'), false)).toBe('namesake')
    expect(bandOf(namesake('all_words'), false)).toBe('weak')
  })

  test('are called over their people by the word of all rows', () => {
    const [other, same] = [namesake('other_birth_year'), namesake('same_surname', 'other_birth_year')]
    expect(bandText('other-year', [same, same])).toBe('возможный однофамилец: другой год')
    expect(bandText('other-year', [other])).toBe('другое лицо: другой год')
    expect(bandText('other-year', [other, same])).toBe('другой год')
    expect(bandText('other-year')).toBe('другой год')
  })

  test('keep another organisation apart from namesakes and related people', () => {
    for (const label of ['namesake', 'related'] as const) {
      expect(bandOf({ ...namesake('some_words'), label, kind: 'organisation' }, true)).toBe(
        'other_organisation'
      )
      expect(bandOf({ ...namesake('some_words'), label, kind: 'organisation' }, false)).toBe(
        'other_organisation'
      )
    }
    expect(bandOf({ ...hero, label: 'probable', kind: 'organisation' }, false)).toBe('probable')
  })

  test('group a long list, best first, and leave a short one as it is', () => {
    const list = (count: number) =>
      readResults(with_(Array.from({ length: count }, (_, at) => ({ label: at % 2 ? 'match' : 'related' }))))
    expect(isLongList(list(30))).toBe(false)
    expect(applyView(list(30), WHOLE).groups).toBeNull()
    expect(applyView(list(31), WHOLE).groups?.map(({ band, people }) => `${band} ${people.length}`)).toEqual([
      'match 15',
      'related 16'
    ])
  })

  test('of a long list take in whom the user called one with somebody of theirs, and count their own', () => {
    const people = Array.from({ length: 31 }, (_, at) => ({
      label: at === 30 ? ('related' as const) : ('match' as const)
    }))
    const joined = new Map([
      ['p2a', 'p2a'],
      ['p30a', 'p2a']
    ])
    const [group, ...others] = applyView(readResults(with_(people)), WHOLE, joined).groups ?? []
    expect(others).toEqual([])
    expect([group?.band, group?.count, group?.people.length]).toEqual(['match', 30, 31])
    expect(group?.people.map(({ id }) => id).slice(2, 5)).toEqual(['p2a', 'p30a', 'p3a'])
  })
})

const PEOPLE: Partial<Person>[] = [
  {
    birth_date: '1981-03-14',
    birth_year: 1981,
    region: 'Примерск',
    sex: 'male',
    source_keys: ['reg07', 'ads05']
  },
  {
    birth_date: '1979',
    birth_year: 1979,
    region: null,
    sex: 'male',
    source_keys: ['loss02'],
    record_ids: []
  },
  { birth_date: null, birth_year: null, region: 'Примерск', sex_by_name: 'female', source_keys: ['reg07'] }
]

describe('cards that the user called one person', () => {
  const results = readResults(with_(PEOPLE))
  const joined = new Map([
    ['p0a', 'p2a'],
    ['p2a', 'p2a']
  ])
  const keys = (view: View) =>
    linesOf(applyView(results, view, joined), joined, [], null).map(line =>
      'isHeaded' in line ? `${line.key} ${line.isHeaded}` : line.key
    )

  test('stand under one line, wherever the first of them is', () => {
    expect(keys(WHOLE)).toEqual(['joined p0a', 'p0a true', 'p2a true', 'p1a false'])
    expect(keys({ ...WHOLE, order: { by: 'fit', isDown: false } })).toEqual([
      'joined p2a',
      'p2a true',
      'p0a true',
      'p1a false'
    ])
  })

  test('pass a filter together, each facet by any of them', () => {
    const both = ['joined p0a', 'p0a true', 'p2a true']
    expect(keys({ ...WHOLE, choices: { year: ['1981'] } })).toEqual(both)
    expect(keys({ ...WHOLE, choices: { year: ['1981'], sex: ['female-by-name'] } })).toEqual(both)
    expect(keys({ ...WHOLE, choices: { year: ['1979'] } })).toEqual(['p1a false'])
  })
})

describe('the order of people', () => {
  const people = with_(PEOPLE).persons
  const sorted = (by: 'born' | 'records' | 'sources', isDown: boolean) =>
    sortPeople(people, { by, isDown }).map(({ id }) => id)

  test('puts who has no date of birth last, whichever way one sorts', () => {
    expect(sorted('born', false)).toEqual(['p1a', 'p0a', 'p2a'])
    expect(sorted('born', true)).toEqual(['p0a', 'p1a', 'p2a'])
  })

  test('leaves equals in their places and turns at a second press', () => {
    expect(sorted('sources', true)).toEqual(['p0a', 'p1a', 'p2a'])
    expect(sorted('records', false)).toEqual(['p1a', 'p0a', 'p2a'])
    expect(nextOrder(BY_FIT, 'born')).toEqual({ by: 'born', isDown: false })
    expect(nextOrder({ by: 'born', isDown: false }, 'born')).toEqual({ by: 'born', isDown: true })
  })
})

describe('facets', () => {
  const results = readResults(with_(PEOPLE))
  const facet = (name: string, view: View = WHOLE) =>
    facetsOf(results, peopleWithText(results, view.text), view)
      .find(each => each.facet === name)
      ?.options.map(({ title, count }) => `${title} ${count}`)

  test('count people, and what is missing is said and stands last', () => {
    expect(facet('year')).toEqual(['1979 1', '1981 1', 'нет данных 1'])
    expect(facet('town')).toEqual(['Примерск 2', 'нет данных 1'])
    expect(facet('region')).toBeUndefined()
    expect(facet('sex')).toEqual(['мужской 2', 'женский, по имени 1'])
    expect(facet('source')).toEqual(['Демо-реестр 07 2', 'Демо-объявления 05 1', 'Демо-список потерь 02 1'])
    expect(facet('band')).toBeUndefined()
  })

  test('count what is left under the others, not under themselves', () => {
    const view = { ...WHOLE, choices: { town: ['Примерск'] } }
    expect(facet('year', view)).toEqual(['1979 0', '1981 1', 'нет данных 1'])
    expect(facet('town', view)).toEqual(['Примерск 2', 'нет данных 1'])
    const both = { ...view, choices: { ...view.choices, sex: ['male'] } }
    expect(facet('year', both)).toEqual(['1979 0', '1981 1', 'нет данных 0'])
    expect(facet('town', both)).toEqual(['Примерск 1', 'нет данных 1'])
    expect(facet('sex', both)).toEqual(['женский, по имени 1', 'мужской 1'])
  })

  test('of years are a range as well, with those of no year where they are wanted', () => {
    const under = (view: Partial<View>) =>
      applyView(results, { ...WHOLE, ...view }).people.map(({ id }) => id)
    expect(under({ years: [1980, null] })).toEqual(['p0a'])
    expect(under({ years: [null, 1980], choices: { year: [''] } })).toEqual(['p1a', 'p2a'])
  })
})

describe('the address of an answer', () => {
  const results = readResults(with_(PEOPLE))
  const { search_id: search } = ANSWER

  test('brings the same view back and names nobody', () => {
    const view: View = {
      text: 'Примеров',
      choices: { town: ['Примерск', ''], sex: ['male'], band: ['match'], year: ['1981'] },
      years: [1979, null],
      order: { by: 'born', isDown: false }
    }
    const choice = { kind: 'phone', value: '79732041740' } as const
    const address = writeAddress({ search, choice, person: 'p0a', view })
    expect(decodeURIComponent(address)).not.toMatch(/Прим|1981|1979|male|9732041740/)
    const read = readAddress(address)
    expect(read).toMatchObject({ search, person: 'p0a' })
    const { text: _, ...rest } = view
    const back = viewOfAddress(read, results)
    expect({ ...back, choices: { ...back.choices, town: back.choices.town?.toSorted() } }).toEqual({
      ...rest,
      choices: { ...rest.choices, town: ['', 'Примерск'] }
    })
    expect(writeAddress({ search, choice: null, person: null, view: WHOLE })).toBe(`?s=${search}`)
  })

  test('takes garbage for nothing', () => {
    const address = readAddress('?s=short&p=%3Cb%3E&b=<script>&f=%00&o=!!')
    expect(Object.values(address)).toEqual([null, null, null, null, null])
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (b, f, o) => {
        const query = new URLSearchParams({ s: search, b, f, o })
        const { choices, order } = viewOfAddress(readAddress(`?${query}`), results)
        expect(Object.values(choices).every(values => values.length > 0)).toBe(true)
        expect(['fit', 'born', 'sources', 'records']).toContain(order.by)
      })
    )
  })
})
