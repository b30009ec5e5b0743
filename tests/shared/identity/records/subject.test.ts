import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import {
  hasTooManyPairs,
  peopleIn,
  type SubjectKind,
  subjectValues,
  suppressedValues,
  subjectsOf as together
} from '#shared/identity/records/subject.ts'

const subjectsOf = (fields: Record<string, string>) =>
  subjectValues(readAttributes(fields, {})).map(({ kind, value }) => `${kind}:${value}`)
/** What an entry for the value leaves of the record. */
const isAbsent = (fields: Record<string, string>, kind: SubjectKind, value: string) => {
  const listed = suppressedValues({ kind, value }).map(each => `${each.kind}:${each.value}`)
  return subjectsOf(fields).some(subject => listed.includes(subject))
}

describe('the subjects of a record', () => {
  test('are all identifiers under which it is found, and its name with the birth date', () => {
    const fields = {
      ФИО: 'Семёнов  Пётр Ильич',
      ДР: '02.07.1975',
      Телефон: '8 973 204-17-40',
      Почта: ' P@Example.com ',
      ИНН: '001204175650',
      СНИЛС: '204-777-153 66',
      Паспорт: '00 04 204175',
      ОГРНИП: '312000002041754',
      VIN: '0DMPA4B26KP041753',
      Госномер: 'А417ВС00'
    }
    expect(subjectsOf(fields)).toEqual([
      'phone:9732041740',
      'email:p@example.com',
      'inn:001204175650',
      'snils:20477715366',
      'passport:0004204175',
      'ogrn:312000002041754',
      'vin:0DMPA4B26KP041753',
      'plate:А417ВС00',
      'plate:А417ВС',
      'name_dob:семенов петр ильич 1975-07-02',
      'name_dob:семенов петр 1975-07-02',
      'name_key:petr semenov 1975-07-02'
    ])
  })

  test('hold no name without the full date, and no placeholder', () => {
    expect(subjectsOf({ ФИО: 'Семёнов Пётр', ДР: '1975' })).toEqual([])
    expect(subjectsOf({ ФИО: 'Семёнов Пётр', Примечание: 'тел. 0000000000' })).toEqual([])
  })
})

describe('an organisation', () => {
  const company = {
    Организация: 'ООО «Демо-Логистика»',
    'ИНН организации': '0012041753',
    ОГРН: '1200000204172',
    Телефон: '8 973 204-17-40'
  }

  test('is nobody on the list: one of its people does not hide it', () => {
    expect(subjectsOf(company)).toEqual([])
  })

  test('does not keep its people off the list, whose records have their own numbers and any phone', () => {
    expect(
      subjectsOf({ ...company, Руководитель: 'Примеров Илья Андреевич', 'ИНН руководителя': '001204175339' })
    ).toEqual(['phone:9732041740', 'inn:001204175339'])
    expect(subjectsOf({ ФИО: 'Примеров Илья', 'Телефон организации': '8 973 204-17-40' })).toEqual([
      'phone:9732041740'
    ])
  })

  test('of one man is a person', () => {
    expect(
      subjectsOf({ Организация: 'ИП Примеров И. А.', ИНН: '001204175339', Телефон: '89732041740' })
    ).toEqual(['phone:9732041740', 'inn:001204175339'])
  })
})

describe('an identifier in running text', () => {
  test.each<[SubjectKind, string, string]>([
    ['phone', '9732041740', 'звонить 8 (973) 204-17-40 вечером'],
    ['phone', '9732041740', 'номер 9732041740'],
    ['phone', '9732041740', 'мать +7 973 204 17 40, отец +7 974 000 12 34'],
    ['email', 'i.primerov@example.com', 'писать на I.Primerov@example.com.'],
    ['email', 'i.primerov@example.com', 'почта:i.primerov@example.com/личная'],
    ['email', 'i.primerov@example.com', '=i.primerov@example.com='],
    ['email', 'i.primerov@example.com', 'i.primerov@example.com-раб'],
    ['email', 'i.primerov@example.com', 'mailto:i.primerov@example.com?subject=1'],
    ['email', 'i.primerov@example.com', 'i.primerov  @  example.com'],
    ['phone', '9732041740', '8 (973) — 204 — 17 — 40'],
    ['phone', '9732041740', '+7 973    204     17  40'],
    ['inn', '001204175650', 'ИП, 001204175650'],
    ['snils', '20477715366', 'номер 204-777-153 66 выдан'],
    ['passport', '4503123456', 'документ 45 03 № 123456'],
    ['passport', '4503123456', 'серия 4503 номер 123456'],
    ['ogrn', '312000002041754', 'рег. № 312000002041754'],
    ['vin', '0DMPA4B26KP041753', 'рама 0dmpa4b26kp041753, битый'],
    ['plate', 'А417ВС00', 'приехал на а 417 вс 00']
  ])('is a %s (%s): «%s»', (kind, value, text) => {
    expect(isAbsent({ Примечание: text }, kind, value)).toBe(true)
    expect(isAbsent({ Примечание: text }, kind, value.replace(/\d/, '1').replace(/[a-z](?=@)/, 'q'))).toBe(
      false
    )
  })

  test('is found in a column of another kind, too', () => {
    expect(isAbsent({ Телефон: 'i.primerov@example.com' }, 'email', 'i.primerov@example.com')).toBe(true)
    expect(isAbsent({ ФИО: 'Примеров Илья, 8 973 204-17-40' }, 'phone', '9732041740')).toBe(true)
  })

  test('is neither an address, nor a date, nor a sum', () => {
    expect(subjectsOf({ Адрес: '000123, г. Примерск, ул. Лесная, д. 5, кв. 12' })).toEqual([])
    expect(subjectsOf({ Примечание: 'договор от 14.03.1981 на сумму 12 500 руб.' })).toEqual([])
  })
})

describe('a person on the list by name and birth date', () => {
  const listed = 'примеров илья андреевич 1981-03-14'

  test.each<[Record<string, string>]>([
    [{ ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981' }],
    [{ ФИО: 'ИЛЬЯ АНДРЕЕВИЧ ПРИМЕРОВ', ДР: '1981-03-14' }],
    [{ Фамилия: 'Примеров', Имя: 'Илья', ДР: '14.03.1981' }],
    [{ ФИО: 'PRIMEROV ILIA', ДР: '14.03.1981' }],
    [{ ФИО: 'Ilya Primerov', ДР: '14.03.1981' }],
    [{ ФИО: 'Тестов (Примеров) Илья Андреевич', ДР: '14.03.1981' }],
    [{ Фамилия: 'Тестов (Примеров)', Имя: 'Илья', ДР: '14.03.1981' }],
    [{ ФИО: 'Тестов-Примеров Илья', ДР: '14.03.1981' }],
    [{ ФИО: 'Примеров И. А.', ДР: '14.03.1981' }],
    [{ ФИО: 'Примеров Илья Андревич', ДР: '14.03.1981' }],
    [{ Фамилия: 'Примеров', ДР: '14.03.1981' }],
    [{ Имя: 'Илья', Отчество: 'Андреевич', ДР: '14.03.1981' }]
  ])('is absent as %o', fields => {
    expect(isAbsent(fields, 'name_dob', listed)).toBe(true)
  })

  test('is absent where day and month are exchanged', () => {
    const fields = { ФИО: 'Примеров Илья', ДР: '04.03.1981' }
    expect(isAbsent(fields, 'name_dob', 'примеров илья андреевич 1981-04-03')).toBe(true)
  })

  test('is absent by what is known: without patronymic, a maiden name, in Latin letters', () => {
    const fields = { ФИО: 'Примерова-Тестова Анна Олеговна', ДР: '14.03.1981' }
    for (const value of [
      'Примерова Анна 1981-03-14',
      'Тестова Анна Олеговна 1981-03-14',
      'Testova Anna 1981-03-14'
    ])
      expect([value, isAbsent(fields, 'name_dob', value)]).toEqual([value, true])
  })

  test.each<[Record<string, string>]>([
    [{ ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1982' }],
    [{ ФИО: 'Примеров Илья Андреевич', ДР: '1981' }],
    [{ ФИО: 'Примеров Олег Андреевич', ДР: '14.03.1981' }],
    [{ ФИО: 'Тестов Илья Андреевич', ДР: '14.03.1981' }],
    [{ ФИО: 'Примеров П. А.', ДР: '14.03.1981' }]
  ])('is somebody else than %o', fields => {
    expect(isAbsent(fields, 'name_dob', listed)).toBe(false)
  })

  test('stays absent by the plain value alone, as a public list of hashes has it', () => {
    const plain = (fields: Record<string, string>) =>
      subjectsOf(fields).filter(each => each.startsWith('name_dob:'))
    expect(plain({ ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981' })).toContain(`name_dob:${listed}`)
    expect(plain({ ФИО: 'Тестов (Примеров) Илья Андреевич', ДР: '14.03.1981' })).toContain(
      `name_dob:${listed}`
    )
  })
})

test('a plate on the list hides records that lack its region, not those of another', () => {
  expect(isAbsent({ Госномер: 'А417ВС' }, 'plate', 'А417ВС00')).toBe(true)
  expect(isAbsent({ Госномер: 'А417ВС01' }, 'plate', 'А417ВС00')).toBe(false)
  expect(isAbsent({ Госномер: 'А417ВС01' }, 'plate', 'А417ВС')).toBe(true)
})

describe('everybody whom a record lists', () => {
  const LETTERS = 'абвгдежзик'
  const people = Array.from({ length: 60 }, (_, at) => ({
    name: `Примеров${LETTERS[at % 10]}${LETTERS[Math.floor(at / 10)]}ов Илья Иванович`,
    born: `${String(1 + (at % 28)).padStart(2, '0')}.03.19${10 + at}`,
    day: `19${10 + at}-03-${String(1 + (at % 28)).padStart(2, '0')}`
  }))
  const names = people.map(({ name }) => name).join('; ')
  const dates = people.map(({ born }) => born).join('; ')

  test.each<[string, Record<string, string>]>([
    ['in two columns', { ФИО: names, ДР: dates }],
    ['in a running text', { Прочее: people.map(({ name, born }) => `${name}, ${born} г.р.`).join('; ') }]
  ])('is absent by a name with its date %s', (_, fields) => {
    const shown = people.filter(
      ({ name, day }) => !isAbsent(fields, 'name_dob', `${name.toLowerCase()} ${day}`)
    )
    expect(shown).toEqual([])
  })

  test('is not known of more names and dates than are paired', () => {
    const long = Array.from({ length: 40 }, (_, at) => `01.04.19${10 + at}`).join('; ')
    const all = { ФИО: names, ДР: `${dates}; ${long}` }
    expect(hasTooManyPairs(peopleIn(readAttributes(all, {})))).toBe(true)
    expect(hasTooManyPairs(peopleIn(readAttributes({ ФИО: names, ДР: dates }, {})))).toBe(false)
    expect(hasTooManyPairs(peopleIn(readAttributes({ ФИО: names }, {})))).toBe(false)
  })

  test('is what each of its people and its texts are by themselves', () => {
    const texts = [
      'от 12.05.1988 Примерова Анна',
      'паспорт 00 00 204175, тел. 8 973 204-17-40',
      'Образцов И. А.',
      ''
    ]
    const cell = fc.constantFrom(...texts, ...people.slice(0, 3).map(({ name, born }) => `${name}, ${born}`))
    const row = fc.dictionary(
      fc.constantFrom('ФИО', 'ДР', 'Прочее', 'Заметка', 'Должность', 'Организация'),
      cell
    )
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), rows => {
        const all = rows.map(fields => readAttributes(fields, {}))
        const alone = all.flatMap(each => subjectValues(each)).map(({ kind, value }) => `${kind}:${value}`)
        expect(together(all).map(({ kind, value }) => `${kind}:${value}`)).toEqual([...new Set(alone)])
      }),
      { seed: 20261127, numRuns: 200 }
    )
  })
})
