import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { compareAnswer, type PeopleComparison } from '#shared/contracts/compare.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { type RowFields, record } from '#tests/shared/identity/people/clusters.ts'

const LINE = 'Примеров'
const PLAN = { query: LINE, readings: [], steps: [] }
type Row = RowFields | Record<string, string>
const recordsOf = (rows: readonly Row[]) => rows.map((fields, at) => record(String(at), `s${at}`, fields))

/** Two of the rows as records, whatever cards they are on. */
const compareRecords = (rows: readonly Row[], a = 's0:0', b = 's1:1'): PeopleComparison => {
  const compared = comparePeople(recordsOf(rows), PLAN, a, b)
  if (typeof compared === 'string') throw new Error(compared)
  v.parse(compareAnswer, { success: true, ...compared.comparison })
  return compared.comparison
}
const between = (one: Row, other: Row) => compareRecords([one, other])
const fieldOf = ({ fields }: PeopleComparison, label: string) => fields.find(({ field }) => field === label)
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code)

const ФИО = 'Примеров Илья Андреевич'
const ДР = '14.03.1981'
const HOME = 'г. Примерск, ул. Образцовая, д. 7, кв. 41'

describe('fields', () => {
  test('name each source that states a former surname, also one that has no more than that', () => {
    const rows = [
      { ФИО: 'Кузнецова (Иванова) Мария Сергеевна', ДР },
      { ФИО: 'Иванова Мария Сергеевна', ДР },
      { ФИО: 'Петрова Мария Сергеевна', ДР: '15.04.1983' }
    ]
    const card = groupPersons(recordsOf(rows), PLAN).find(({ record_ids }) => record_ids.length === 2)
    const compared = compareRecords(rows, card?.id, 's2:2')
    expect(fieldOf(compared, 'Прежняя фамилия')).toMatchObject({ a: 'Иванова', sources_a: ['s0', 's1'] })
    expect(fieldOf(compared, 'ФИО')).toMatchObject({
      a: 'Кузнецова Мария Сергеевна',
      sources_a: ['s0', 's1'],
      tone: 'differ'
    })
  })

  test('stand side by side in the order of the summary, each with its sources', () => {
    const { fields } = between({ ФИО, ДР, phone: 1, email: 'ilya' }, { ФИО, ДР: '1981', phone: 2 })
    expect(fields).toEqual([
      {
        field: 'ФИО',
        a: ФИО,
        b: ФИО,
        tone: 'agree',
        code: 'same_full_name',
        text: 'ФИО совпало',
        sources_a: ['s0'],
        sources_b: ['s1']
      },
      {
        field: 'Дата рождения',
        a: ДР,
        b: '1981',
        tone: 'agree',
        code: 'same_birth_year',
        text: 'Год рождения совпал; полной даты справа нет',
        sources_a: ['s0'],
        sources_b: ['s1']
      },
      {
        field: 'Телефон',
        a: '+7 973 204-10-01',
        b: '+7 973 204-10-02',
        tone: 'differ',
        code: 'other_phone',
        may_differ: true,
        text: 'Телефоны разные; у человека их бывает несколько',
        sources_a: ['s0'],
        sources_b: ['s1']
      },
      {
        field: 'E-mail',
        a: 'ilya@example.com',
        b: null,
        tone: 'missing',
        code: 'no_email',
        text: 'Справа нет',
        sources_a: ['s0'],
        sources_b: []
      }
    ])
  })

  test.each([
    ['both state it', 'м', 'м', ['мужской', 'мужской'], 'agree', 'Совпадает', ['s0'], ['s1']],
    [
      'only one does',
      'м',
      '',
      ['мужской', 'мужской (по имени)'],
      'missing',
      'В источниках справа нет',
      ['s0'],
      []
    ]
  ])('the gender, which a name alone does not say: %s', (_what, one, other, [a, b], tone, text, ofA, ofB) => {
    const field = fieldOf(between({ ФИО, phone: 1, Пол: one }, { ФИО, phone: 1, Пол: other }), 'Пол')
    expect(field).toMatchObject({ a, b, tone, text, sources_a: ofA, sources_b: ofB })
    expect(fieldOf(between({ ФИО, phone: 1 }, { ФИО, phone: 1 }), 'Пол')).toBeUndefined()
  })

  test.each([
    ['another spelling', 'Примеров Илия Андреевич', 'agree', 'same_full_name'],
    ['Latin', 'Primerov Ilya', 'agree', 'same_surname_and_given_name'],
    ['a typing error', 'Примерав Илья Андреевич', 'agree', 'same_given_name_and_patronymic'],
    ['nothing but a typing error', 'Примерав', 'agree', 'mistyped_surname'],
    ['initials', 'Примеров И. А.', 'agree', 'same_surname_and_initials'],
    ['another patronymic', 'Примеров Илья Олегович', 'differ', 'other_patronymic'],
    ['another given name', 'Примеров Олег Андреевич', 'differ', 'other_given_name'],
    ['no name', '', 'missing', 'no_name']
  ])('the name: %s', (_what, name, tone, code) => {
    expect(fieldOf(between({ ФИО, phone: 1 }, { ФИО: name, phone: 1 }), 'ФИО')).toMatchObject({ tone, code })
  })

  test.each([
    ['exchanged', '03.04.1981', '04.03.1981', 'agree', 'exchanged_day_and_month'],
    ['another digit', ДР, '15.03.1981', 'differ', 'near_birth_day'],
    ['another day', ДР, '28.03.1981', 'differ', 'other_birth_day'],
    ['another year', ДР, '1996', 'differ', 'other_birth_year'],
    ['none on the left', '', ДР, 'missing', 'no_birth_date']
  ])('the date: %s', (_what, one, other, tone, code) => {
    const field = fieldOf(between({ ФИО, ДР: one }, { ФИО, ДР: other }), 'Дата рождения')
    expect(field).toMatchObject({ tone, code })
    expect(field?.text.includes('Это запрет')).toBe(tone === 'differ')
  })

  test('a common value among several is named, and only those who state it are its sources', () => {
    const rows = [
      { ФИО, ДР, phone: 1 },
      { ФИО, ДР, phone: 2 },
      { ФИО: 'Примеров Илья Олегович', phone: 2 }
    ]
    const persons = groupPersons(recordsOf(rows), { query: LINE, readings: [], steps: [] })
    const idOf = (record: string) => persons.find(({ record_ids }) => record_ids.includes(record))?.id ?? ''
    const comparison = compareRecords(rows, idOf('s0:0'), idOf('s2:2'))
    expect(fieldOf(comparison, 'Телефон')).toMatchObject({
      a: '+7 973 204-10-01; +7 973 204-10-02',
      b: '+7 973 204-10-02',
      tone: 'agree',
      text: 'Совпадает: +7 973 204-10-02',
      sources_a: ['s0', 's1']
    })
    expect(comparison.for.at(-1)).toEqual({
      code: 'same_phone',
      text: 'Общий телефон: +7 973 204-10-02',
      sources_a: ['s1'],
      sources_b: ['s2']
    })
  })

  test('mirror each other when the sides are exchanged', () => {
    const rows = [
      { ФИО, ДР, phone: 1, Адрес: HOME },
      { ФИО: 'Примеров И. А.', ДР: '1981', phone: 2, email: 'x' }
    ]
    const one = compareRecords(rows)
    const other = compareRecords(rows, 's1:1', 's0:0')
    expect(other.fields.map(({ a, b, tone, code }) => [b, a, tone, code])).toEqual(
      one.fields.map(({ a, b, tone, code }) => [a, b, tone, code])
    )
    expect(codes(other.against)).toEqual(codes(one.against))
    expect(codes(other.would_decide)).toEqual(codes(one.would_decide))
  })
})

describe('a veto', () => {
  test('of one day says what agrees, what forbids, and what would lift it', () => {
    const comparison = between({ ФИО, ДР, phone: 1 }, { ФИО, ДР: '15.03.1981', phone: 1 })
    expect(comparison.for.map(({ text }) => text)).toEqual(['ФИО совпало', 'Общий телефон: +7 973 204-10-01'])
    expect(comparison.against).toEqual([
      {
        kind: 'veto',
        code: 'other_birth_date',
        text: 'Даты рождения разные: 14.03.1981 и 15.03.1981',
        sources_a: ['s0'],
        sources_b: ['s1']
      }
    ])
    expect(codes(comparison.would_decide)).toEqual(['number_over_difference', 'own_verdict'])
  })

  test.each([
    ['another SNILS', { ФИО, snils: 1 }, { ФИО, snils: 2 }, ['other_snils']],
    ['another patronymic', { ФИО }, { ФИО: 'Примеров Илья Олегович' }, ['other_patronymic']],
    [
      'several at once',
      { ФИО, ДР, snils: 1, inn: 1 },
      { ФИО, ДР: '1996', snils: 2, inn: 2 },
      ['other_snils', 'other_inn', 'other_birth_year']
    ]
  ] as [string, RowFields, RowFields, string[]][])('%s: no rule lifts it', (_what, one, other, vetoes) => {
    const { against, would_decide } = between(one, other)
    expect(codes(against.filter(({ kind }) => kind === 'veto'))).toEqual(vetoes)
    expect(codes(would_decide)).toEqual(['nothing_by_rules', 'own_verdict'])
  })

  test('between the cards of two records that have none themselves', () => {
    const { against } = compareRecords([
      { ФИО, phone: 1 },
      { ФИО, email: 'x' },
      { ФИО, ДР, phone: 1 },
      { ФИО, ДР: '02.07.1955', email: 'x' }
    ])
    expect(against).toMatchObject([{ kind: 'veto', code: 'other_birth_year' }])
    expect(against[0]?.text).toStartWith('В карточках этих записей годы рождения разные')
    expect(against[0]?.sources_a).toEqual(['s2'])
  })
})

describe('what is not enough', () => {
  test('names what would join, and on which side it is missing', () => {
    const comparison = between({ ФИО, ДР, phone: 1 }, { ФИО, ДР: '1981', phone: 2 })
    expect(comparison.for.map(({ text }) => text)).toEqual(['ФИО совпало', 'Год рождения совпал'])
    expect(comparison.against.map(({ kind, code }) => [kind, code])).toEqual([
      ['not_enough', 'name_and_birth_year'],
      ['difference', 'other_phone']
    ])
    expect(comparison.would_decide.slice(0, 2)).toEqual([
      { code: 'full_birth_date', text: 'Полная дата рождения справа' },
      { code: 'personal_number', text: 'Один и тот же СНИЛС, ИНН или паспорт' }
    ])
  })

  test.each([
    ['nothing but the name', { ФИО, phone: 1 }, { ФИО, email: 'x' }, 'name_alone', 'contact'],
    ['initials', { ФИО, ДР }, { ФИО: 'Примеров И. А.' }, 'initials_alone', 'contact'],
    ['a loose name', { ФИО, phone: 1 }, { ФИО: 'Илюша Примеров', phone: 1 }, 'loose_name', 'two_facts'],
    [
      'a flat of a family',
      { ФИО, Адрес: HOME },
      { ФИО: 'Примеров И. А.', Адрес: HOME },
      'shared_by_household',
      'full_name'
    ],
    ['no name', { ФИО, phone: 1 }, { Телефон: '+7 973 204-10-01' }, 'no_name', 'full_name']
  ] as [string, Row, Row, string, string][])('%s', (_what, one, other, code, deciding) => {
    const { against, would_decide } = between(one, other)
    expect(against[0]).toMatchObject({ kind: 'not_enough', code })
    expect(codes(would_decide)).toContain(deciding)
  })

  test('two of another surname and given name differ, and a number would still join them', () => {
    const { against, would_decide } = between(
      { ФИО: 'Примеров И. А.', phone: 1 },
      { ФИО: 'Тестова И. О.', phone: 1 }
    )
    expect(against.length).toBeGreaterThan(0)
    expect(would_decide.length).toBeGreaterThan(0)
  })
})

describe('two records of one card', () => {
  test('say the rule that joined them, in its own words', () => {
    const comparison = between({ ФИО, ДР, snils: 1, phone: 1 }, { ФИО, ДР, snils: 1, phone: 2 })
    expect(comparison.for.map(({ text }) => text)).toEqual([
      'Записи стоят в одной карточке: СНИЛС один и тот же, контрольное число верно',
      'ФИО совпало',
      'Дата рождения совпала',
      'СНИЛС один и тот же, контрольное число верно'
    ])
    expect(comparison.against.map(({ kind }) => kind)).toEqual(['difference'])
    expect(comparison.would_decide).toEqual([])
  })

  test('that others join say so', () => {
    const { for: agreeing } = compareRecords([
      { ФИО, phone: 1 },
      { ФИО, email: 'x' },
      { ФИО, phone: 1, email: 'x' }
    ])
    expect(agreeing[0]).toMatchObject({ code: 'one_card' })
    expect(agreeing[0]?.text).toContain('другие её записи')
  })
})

describe('what cannot be compared', () => {
  const rows = recordsOf([{ ФИО, ДР }, { ФИО, ДР }, { ФИО: 'Тестова Инна' }])
  const idIn = (line: string) =>
    groupPersons(rows, { query: line, readings: [], steps: [] }).find(({ record_ids }) =>
      record_ids.includes('s1:1')
    )?.id ?? ''
  test.each([
    ['a stranger', 's0:0', 's9:9', 'unknown'],
    ['an id of another line', 's0:0', idIn('x'), 'unknown'],
    ['itself', 's0:0', 's0:0', 'one'],
    ['a person and its record', idIn(LINE), 's1:1', 'one']
  ] as [string, string, string, string][])('%s', (_what, a, b, why) => {
    expect(comparePeople(rows, PLAN, a, b) as string).toBe(why)
  })
})
