import { describe, expect, test } from 'bun:test'
import type { Match } from '#shared/contracts/match.ts'
import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { NO_IDENTIFIERS } from '#shared/identity/identifiers/kinds.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { compareDates } from '#shared/identity/matching/compare-dates.ts'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { withNames } from '#shared/identity/reading/reading.ts'
import { planOf as planOfLine } from '#tests/kit/search-in.ts'
import { inn, phone, type RowFields, record, snils } from '#tests/shared/identity/people/clusters.ts'

const reading = (kind: ReadingKind, value: string, confidence = 1): Reading =>
  withNames(
    { kind, value, confidence, label: '', valid: true, terms: [] },
    kind === 'full_name' ? parseName(value) : []
  )
const planOf = (...readings: Reading[]): SearchPlan => ({ query: '', readings, steps: [] })
const together = (...parts: Reading[]): SearchPlan => planOf({ ...reading('combined', ''), parts }, ...parts)
const judge = (
  fields: RowFields | Record<string, string>,
  plan: SearchPlan
): Omit<Match, 'reasons' | 'band'> => {
  const { score, why, reading } = matchRecord(record('1', 's', fields).attributes, plan)
  return { score, why, reading }
}

const FULL = 'Примеров Илья Андреевич'
const byName = planOf(reading('full_name', FULL))
const byNameAndDate = together(reading('full_name', FULL), reading('birth_date', '1981-03-14'))

describe('scoreRecord of a name', () => {
  test('stays below 0.85 without a patronymic, a date or an identifier', () => {
    expect(judge({ ФИО: FULL }, byName)).toEqual({ score: 0.92, why: ['ФИО совпало'], reading: 'full_name' })
    const short = judge({ ФИО: 'Примеров Илья' }, byName)
    expect(short.score).toBeLessThan(0.85)
    expect(short.why).toEqual(['фамилия и имя совпали', 'отчества в записи нет'])
  })

  test('puts the asked form of a lone surname before the form of the other gender', () => {
    const lone = planOf(reading('full_name', 'Примеров'))
    const man = judge({ ФИО: FULL }, lone)
    const woman = judge({ ФИО: 'Примерова Ольга Андреевна' }, lone)
    expect(woman.score).toBeGreaterThan(0)
    expect(man.score).toBeGreaterThan(woman.score)
  })

  test('caps another father at 0.55, told by a word, a letter or оглы', () => {
    for (const other of ['Примеров Илья Артёмович', 'Примеров Илья В.', 'Примеров И. В.']) {
      const match = judge({ ФИО: other }, byName)
      expect(match.score).toBeLessThanOrEqual(0.55)
      expect(match.score).toBeGreaterThan(0)
      expect(match.why).toContain('отчество другое')
    }
    const turkic = judge(
      { ФИО: 'Алиев Гейдар Вагиф оглы' },
      planOf(reading('full_name', 'Алиев Гейдар Ага оглы'))
    )
    expect(turkic.score).toBeLessThanOrEqual(0.55)
  })

  test('gives nothing for a near stranger', () => {
    for (const other of ['Образцов Илья Андреевич', 'Примеров Антон Андреевич', 'Сидоров Олег'])
      expect(judge({ ФИО: other }, byName).score).toBe(0)
  })

  test('never lets a looser form outrank a stricter one', () => {
    const ladder = [FULL, 'Примеров Илья', 'Примеров И. А.', 'Примеров Илюша', 'Примров Илья']
    for (const plan of [byName, byNameAndDate]) {
      for (const born of [undefined, '14.03.1981', '1981']) {
        const scores = ladder.map(name => judge({ ФИО: name, ...(born && { ДР: born }) }, plan).score)
        expect(scores).toEqual([...scores].sort((a, b) => b - a))
      }
    }
  })

  test.each([
    ['Иваноф Михаил Игоревич', 'Иванов', 'Михаил Игоревич'],
    ['Соколоф Александр Максимович', 'Соколов', 'Александр Максимович'],
    ['Иваноф Олег Назарович', 'Иванов', 'Олег Назарович'],
    ['Михайлоф Илья Андреевич', 'Михайлов', 'Илья Андреевич']
  ])('takes the unknown word of «%s» for a surname with a typing error', (line, surname, rest) => {
    const plan = planOfLine(line)
    const matchOf = (ФИО: string) => matchRecord(record('1', 's', { ФИО }).attributes, plan)
    const meant = matchOf(`${surname} ${rest}`)
    expect([meant.band, meant.reading]).toEqual(['near', 'full_name'])
    expect(meant.why).toEqual(['имя и отчество совпали, фамилия с опечаткой'])
    for (const other of ['Ершов', 'Алексеев']) {
      const { score, why } = matchOf(`${other} ${rest}`)
      expect(score).toBeLessThan(0.5)
      expect(why.join()).not.toContain('фамилия')
    }
  })

  test('takes it for the surname beside a date too, which a record may lack', () => {
    const plan = planOfLine('Иваноф Михаил Игоревич 14.03.1981')
    const scoreOf = (ФИО: string) => matchRecord(record('1', 's', { ФИО }).attributes, plan).score
    expect(scoreOf('Ершов Михаил Игоревич')).toBeLessThan(0.5)
    expect(scoreOf('Иванов Михаил Игоревич')).toBeGreaterThan(0.5)
  })

  test('takes a word beside a given name and a patronymic for a word where the record has it', () => {
    const match = judge(
      { ФИО: 'Ершов Михаил Игоревич', Заметка: 'иваноф' },
      planOfLine('Иваноф Михаил Игоревич')
    )
    expect([match.reading, match.score >= 0.6]).toEqual(['combined', true])
    expect(match.why).toContain('найдено по тексту')
  })

  test('does not mind order, ё, capitals or script', () => {
    const plan = planOf(reading('full_name', 'Семёнов Пётр Ильич'))
    for (const name of ['СЕМЕНОВ ПЕТР ИЛЬИЧ', 'Пётр Ильич Семёнов', 'Semenov Petr Ilich'])
      expect(judge({ ФИО: name }, plan).score).toBeGreaterThanOrEqual(0.9)
  })

  test('says why initials are only probable', () => {
    expect(judge({ ФИО: 'Примеров И. А.' }, byNameAndDate)).toMatchObject({
      why: ['фамилия и инициалы совпали, даты рождения нет', 'полного имени в записи нет']
    })
    const { score } = judge({ ФИО: 'Примеров И. А.' }, byNameAndDate)
    expect(score).toBeGreaterThanOrEqual(0.7)
    expect(score).toBeLessThan(0.85)
  })

  test('takes roles exchanged by the source for another name', () => {
    const queryName: PersonName = { surname: 'павел', given: 'роман', labelled: true, written: '' }
    const recordName: PersonName = { surname: 'роман', given: 'павел', labelled: true, written: '' }
    expect(compareNames(queryName, recordName).contradicts).toEqual(['surname', 'given'])
    expect(compareNames(queryName, { ...recordName, labelled: false })).toMatchObject({
      score: 1,
      contradicts: []
    })
  })

  test('weighs an error by the length of the word and forgives none in two letters', () => {
    const score = (a: string, b: string) =>
      compareNames({ surname: a, labelled: true, written: a }, { surname: b, labelled: true, written: b })
        .agrees.surname
    expect([score('ли', 'ло'), score('ким', 'кам'), score('колесников', 'колесинков')]).toEqual([
      undefined,
      'typo',
      'typo'
    ])
  })

  test('answers an unknown name in free text, not a part of it', () => {
    expect(judge({ Заметка: 'видели: Примеров Илья Андреевич' }, byName).score).toBeGreaterThan(0.4)
    expect(judge({ Заметка: 'видели: Примеров Олег' }, byName).score).toBe(0)
  })
})

describe('scoreRecord of name and date', () => {
  const why = (born: string, name = FULL) => judge({ ФИО: name, ДР: born }, byNameAndDate)

  test('explains how the date stands', () => {
    expect(why('14.03.1981').why).toEqual(['ФИО и дата рождения совпали'])
    expect(why('14.03.1996').why).toEqual(['ФИО совпало, год рождения другой'])
    expect(why('15.03.1981').why).toEqual(['ФИО совпало, день рождения отличается одной цифрой'])
    expect(why('1981').why).toEqual(['ФИО и год рождения совпали', 'полной даты рождения в записи нет'])
    expect(judge({ ФИО: FULL }, byNameAndDate).why).toEqual(['ФИО совпало, даты рождения нет'])
    const exchanged = judge(
      { ФИО: FULL, ДР: '03.04.1981' },
      together(reading('full_name', FULL), reading('birth_date', '1981-03-04'))
    )
    expect(exchanged.why).toEqual(['ФИО совпало, день и месяц рождения переставлены'])
  })

  test('ranks equal above exchanged above the year above nothing above another', () => {
    const plan = together(reading('full_name', FULL), reading('birth_date', '1981-03-04'))
    const scores = [
      '04.03.1981',
      '03.04.1981',
      '1981',
      undefined,
      '05.03.1981',
      '25.03.1981',
      '05.06.1990'
    ].map(born => judge({ ФИО: FULL, ...(born && { ДР: born }) }, plan).score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(scores[0]).toBeGreaterThanOrEqual(0.95)
    expect(scores[3]).toBeLessThan(0.85)
    expect(scores[4]).toBeLessThan(0.7)
    expect(scores[5]).toBeLessThan(0.6)
  })

  test('lets no lone part of the line speak for the whole', () => {
    expect(judge({ ФИО: FULL, ДР: '01.01.1950' }, byNameAndDate).score).toBeLessThan(0.6)
    expect(judge({ ФИО: 'Сидоров Олег', ДР: '14.03.1981' }, byNameAndDate).score).toBe(0)
  })

  test('compares partial dates by what both say', () => {
    expect(compareDates([{ year: 1981 }], [{ year: 1981, month: 3, day: 14 }])).toEqual({ agreement: 'year' })
    expect(compareDates([{ year: 1981 }], [{ year: 1996 }])).toEqual({
      agreement: 'one_part',
      part: 'year',
      isNear: false
    })
    for (const [other, isNear] of [
      [1980, true],
      [1991, true],
      [1996, false]
    ] as const)
      expect(compareDates([{ year: 1981 }], [{ year: other }])?.isNear).toBe(isNear)
    expect(compareDates([], [{ year: 1996 }])).toBeNull()
  })
})

describe('scoreRecord of identifiers', () => {
  const number = (kind: ReadingKind, value: string) => planOf(reading(kind, value))

  test('names the identifier that agrees', () => {
    const fields = { ФИО: FULL, phone: 1, email: 'i.primerov', snils: 1, inn: 1, passport: 1 }
    const tel = phone(1).replace(/\D/g, '')
    const cases: [ReadingKind, string, string][] = [
      ['phone', tel, 'телефон совпал'],
      ['email', 'i.primerov@example.com', 'e-mail совпал'],
      ['snils', snils(1), 'СНИЛС совпал'],
      ['inn_person', inn(1), 'ИНН совпал'],
      ['passport', '0004204001', 'паспорт совпал']
    ]
    for (const [kind, value, reason] of cases) {
      const match = judge(fields, number(kind, value))
      expect([match.why, match.score >= 0.95, match.reading]).toEqual([[reason], true, kind])
    }
  })

  test('tells a shared phone of another person from a match', () => {
    const plan = together(reading('full_name', FULL), reading('phone', phone(1).replace(/\D/g, '')))
    const match = judge({ ФИО: 'Образцов Глеб Ильич', phone: 1 }, plan)
    expect(match).toEqual({ score: 0.58, why: ['телефон совпал', 'ФИО другое'], reading: 'combined' })
    expect(judge({ ФИО: FULL, phone: 1 }, plan).score).toBeGreaterThanOrEqual(0.95)
  })

  test('takes another INN or SNILS for another person, another phone not', () => {
    const planWith = (part: Reading) => together(reading('full_name', FULL), part)
    expect(judge({ ФИО: FULL, inn: 2 }, planWith(reading('inn_person', inn(1)))).score).toBeLessThanOrEqual(
      0.5
    )
    expect(judge({ ФИО: FULL, phone: 2 }, planWith(reading('phone', '79732041001'))).score).toBeGreaterThan(
      0.6
    )
  })

  test('puts hits of the surer reading first', () => {
    const plan = planOf(reading('phone', '79732041001', 0.9), reading('inn_org', '9732041001', 0.3))
    const byPhone = judge({ phone: 1 }, plan).score
    const byInn = matchRecord(
      Object.assign(record('1', 's', {}).attributes, {
        identifiers: { ...NO_IDENTIFIERS, inn: ['9732041001'] }
      }),
      plan
    ).score
    expect(byPhone).toBeGreaterThan(byInn)
    expect(byInn).toBeGreaterThan(0.85)
  })

  test('finds a plate without its region', () => {
    expect(judge({ Госномер: 'А123ВС00' }, number('plate', 'А123ВС')).why).toEqual(['госномер совпал'])
  })
})

describe('scoreRecord of text', () => {
  const fields = { ФИО: FULL, Адрес: 'г. Примерск, ул. Образцовая, д. 7, кв. 41' }

  test('says that an address agrees', () => {
    expect(judge(fields, planOf(reading('address', 'Образцовая 7 41'))).why).toEqual(['адрес совпал'])
  })

  test('says that words were found as text', () => {
    const match = judge(fields, planOf(reading('text', 'Примерск Образцовая')))
    expect(match).toMatchObject({ why: ['найдено по тексту'], reading: 'text' })
    expect(match.score).toBeLessThan(0.85)
  })

  test('gives nothing when no word is there', () => {
    expect(judge(fields, planOf(reading('text', 'слон'))).score).toBe(0)
    expect(judge(fields, planOf()).score).toBe(0)
  })

  test('prefers the name to the same words as text', () => {
    const plan = planOf(reading('full_name', 'Примеров', 0.85), reading('text', 'Примеров', 0.05))
    expect(judge(fields, plan)).toMatchObject({ why: ['фамилия совпала'], reading: 'full_name' })
  })
})

test('parseName and compareNames agree on a name with itself', () => {
  for (const text of [FULL, 'Примеров И. А.', 'Алиев Гейдар Ага оглы', 'Петрова-Ланская Анна']) {
    const [name] = parseName(text)
    expect(name && compareNames(name, name)).toMatchObject({ contradicts: [] })
  }
})
