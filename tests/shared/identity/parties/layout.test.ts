import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type ColumnParties, PARTIES_MAX, partyLayout, ROW } from '#shared/identity/parties/layout.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { Columns, FieldKind } from '#shared/identity/records/types.ts'

/** Columns with the kinds that their headers tell, but for those written «Врач:full_name». */
const columnsOf = (headers: readonly string[]): Columns =>
  Object.fromEntries(
    headers.map((header): [string, FieldKind] => {
      const [label = '', kind] = header.split(':')
      return [label, (kind as FieldKind | undefined) ?? kindOfHeader(label) ?? 'other']
    })
  )

/** «self» of everything where the layout tells nobody apart. */
const partiesIn = (headers: readonly string[], owners?: ColumnParties): string[] => {
  const columns = columnsOf(headers)
  const layout = partyLayout({}, columns, owners)
  return Object.keys(columns).map(label => {
    const place = layout?.places.get(label) ?? 0
    if (place === ROW) return 'row'
    const role = layout?.roles[place] ?? 'self'
    const alike = layout?.roles.filter((other, at) => other === role && at < place).length ?? 0
    return alike === 0 ? role : `${role} ${alike + 1}`
  })
}

const SELF = 'self'
const TABLE: [headers: string[], parties: string[]][] = [
  [
    [
      'Номер записи',
      'ФИО заёмщика',
      'Дата рождения',
      'Телефон',
      'ФИО супруги',
      'Телефон супруги',
      'Дата рождения супруги'
    ],
    ['row', SELF, SELF, SELF, 'spouse', 'spouse', 'spouse']
  ],
  [
    ['ФИО учащегося', 'Дата рождения', 'ФИО матери', 'Телефон матери', 'ФИО отца', 'Телефон отца', 'Адрес'],
    [SELF, SELF, 'mother', 'mother', 'father', 'father', SELF]
  ],
  [
    ['Пациент', 'Лечащий врач:full_name', 'Телефон врача', 'Диагноз'],
    [SELF, 'doctor', 'doctor', SELF]
  ],
  [
    ['ФИО ученика', 'Классный руководитель:full_name', 'Телефон классного руководителя'],
    [SELF, 'teacher', 'teacher']
  ],
  [
    ['Пациент', 'Лечащий врач:full_name', 'Направивший врач:full_name', 'Телефон направившего врача'],
    [SELF, 'doctor', 'doctor 2', 'doctor 2']
  ],
  // Nobody who is named is whom the row is about.
  [
    ['ФИО истца', 'ФИО ответчика', 'Дата рождения', 'Номер дела'],
    ['plaintiff', 'defendant', SELF, 'row']
  ],
  [
    ['ФИО матери', 'Дата рождения', 'Телефон матери'],
    ['mother', SELF, 'mother']
  ],
  [
    ['Телефон пациента', 'ФИО врача', 'Дата рождения'],
    [SELF, 'doctor', SELF]
  ],
  // A lone name is of whom the row is about, whatever is called so, unless it is a relative's.
  [
    ['ФИО врача', 'Дата рождения', 'Телефон'],
    [SELF, SELF, SELF]
  ],
  [
    ['Покупатель', 'Телефон', 'Адрес доставки'],
    [SELF, SELF, SELF]
  ],
  [
    ['ФИО ребёнка', 'Дата рождения', 'ФИО родителя', 'Телефон родителя'],
    [SELF, SELF, 'parent', 'parent']
  ],
  [
    ['ФИО сотрудника', 'ФИО ребёнка', 'Дата рождения ребёнка'],
    [SELF, 'child', 'child']
  ],
  [
    ['Организация', 'ИНН', 'Руководитель', 'Телефон'],
    [SELF, SELF, SELF, SELF]
  ],
  [
    ['Организация', 'ФИО директора', 'ФИО учредителя'],
    [SELF, SELF, 'founder']
  ],
  // Numbered names are several people, numbered phones are not.
  [
    ['ФИО 1', 'Телефон 1', 'ФИО 2', 'Телефон 2', 'Телефон'],
    [SELF, SELF, 'other', 'other', SELF]
  ],
  [
    ['ФИО', 'Телефон 1', 'Телефон 2', 'Адрес 2'],
    [SELF, SELF, SELF, SELF]
  ],
  [
    ['Фамилия', 'Имя', 'Фамилия 2', 'Имя 2', 'Телефон 2'],
    [SELF, SELF, 'other', 'other', 'other']
  ],
  // The same person once more.
  [
    [
      'ФИО',
      'Прежняя фамилия',
      'Девичья фамилия',
      'ФИО латиницей:full_name',
      'Полное имя',
      'ФИО (прежнее):full_name'
    ],
    [SELF, SELF, SELF, SELF, SELF, SELF]
  ],
  [
    ['Фамилия', 'Имя', 'Отчество', 'ФИО'],
    [SELF, SELF, SELF, SELF]
  ],
  [
    ['ФИО', 'ФИО матери', 'Девичья фамилия матери:last_name'],
    [SELF, 'mother', 'mother']
  ],
  [
    ['Фамилия', 'Имя', 'Фамилия матери', 'Имя матери', 'Дата рождения матери'],
    [SELF, SELF, 'mother', 'mother', 'mother']
  ],
  // Words that the lexicon does not have.
  [
    ['ФИО', 'Телефон', 'Ответственный:full_name', 'Тел. ответственного:phone'],
    [SELF, SELF, 'other', 'other']
  ],
  [
    ['Ответственный:full_name', 'Телефон'],
    [SELF, SELF]
  ],
  [
    ['motherName:full_name', 'mother_phone', 'full_name', 'phone', 'spouse_dob'],
    ['mother', 'mother', SELF, SELF, 'spouse']
  ],
  [
    [
      'caption:full_name',
      'properties.name:full_name',
      'properties.phone:phone',
      'properties.motherName:full_name'
    ],
    [SELF, SELF, SELF, 'mother']
  ],
  [
    ['ФИО', 'Телефон супруги', 'Email'],
    [SELF, 'spouse', SELF]
  ],
  // Whom a row is usually about goes before who keeps it, and a name without a word before both.
  [
    ['Сотрудник', 'Клиент', 'Дата рождения', 'Телефон'],
    ['employee', SELF, SELF, SELF]
  ],
  [
    ['Сотрудник (кто внёс):full_name', 'ФИО', 'Телефон'],
    ['employee', SELF, SELF]
  ],
  [
    ['Клиент', 'Дата рождения', 'Телефон сотрудника'],
    [SELF, SELF, 'employee']
  ],
  [
    ['Сотрудник', 'Дата рождения', 'Телефон клиента', 'ИНН налогоплательщика', 'Personal phone'],
    [SELF, SELF, 'client', SELF, SELF]
  ],
  [
    ['ФИО', 'Дата рождения', 'Телефон владельца'],
    [SELF, SELF, SELF]
  ],
  [
    ['ФИО 02', 'ФИО 01', 'Дата рождения'],
    ['other', SELF, SELF]
  ],
  // Another person is no other name.
  [
    ['ФИО', 'Другое лицо:full_name', 'Телефон'],
    [SELF, 'third_party', SELF]
  ],
  [
    ['Другое лицо:full_name', 'Сотрудник', 'Телефон', 'Телефон другого лица'],
    ['third_party', SELF, SELF, 'third_party']
  ],
  [
    ['ФИО', 'Бывшая жена:full_name', 'Прежний владелец:full_name', 'Другие:full_name'],
    [SELF, 'spouse', 'owner', 'other']
  ],
  [
    ['ФИО', 'ФИО бывшая жена:full_name', 'ФИО прежнего владельца:full_name', 'Previous owner name:full_name'],
    [SELF, 'spouse', 'owner', 'owner 2']
  ],
  [
    [
      'ФИО',
      'Другое ФИО:full_name',
      'Другая фамилия:last_name',
      'Previous name:full_name',
      'Ф. И. О. (прежние):full_name'
    ],
    [SELF, SELF, SELF, SELF, SELF]
  ],
  [
    ['ФИО', 'ФИО матери', 'ФИО матери (прежнее):full_name', 'Телефон'],
    [SELF, 'mother', 'mother', SELF]
  ]
]

test.each(TABLE)('%p are of %p', (headers, parties) => {
  expect(partiesIn(headers)).toEqual(parties)
})

const CHOSEN: [headers: string[], owners: ColumnParties, parties: string[]][] = [
  [['ФИО', 'ФИО клиента', 'Телефон'], { 'ФИО клиента': 'self' }, [SELF, SELF, SELF]],
  [['ФИО', 'Телефон', 'Адрес'], { Телефон: 'mother' }, [SELF, 'mother', SELF]],
  [['ФИО истца', 'ФИО ответчика', 'Дата рождения'], { 'ФИО ответчика': 'self' }, ['plaintiff', SELF, SELF]],
  [['ФИО', 'Кто:full_name', 'Телефон'], { Кто: 'doctor', Телефон: 'doctor' }, [SELF, 'doctor', 'doctor']],
  [['ФИО', 'Телефон супруги'], { 'Телефон супруги': 'self' }, [SELF, SELF]],
  [['Клиент', 'ФИО директора', 'Телефон'], { 'ФИО директора': 'self' }, ['client', SELF, SELF]]
]

test.each(CHOSEN)('%p with %p are of %p', (headers, owners, parties) => {
  expect(partiesIn(headers, owners)).toEqual(parties)
})

test('a source of one person has no layout, so that its records are read as one', () => {
  expect(partyLayout({}, columnsOf(['ФИО', 'Дата рождения', 'Телефон', 'Адрес', 'Место работы']))).toBeNull()
})

/** Words behind «ФИО» and «Телефон», of all ranks and of none, and one that the lexicon does not have. */
const ROLES = (
  'клиента заёмщика пациента абонента застрахованного лица сотрудника автора руководителя пользователя врача ' +
  'поручителя матери ребёнка истца ответчика ответственного'
).split(' ')
const headers = fc
  .record({
    named: fc.subarray(['ФИО', ...ROLES.map(word => `ФИО ${word}:full_name`)], {
      minLength: 1,
      maxLength: 5
    }),
    told: fc.subarray(
      ROLES.map(word => `Телефон ${word}:phone`),
      { maxLength: 4 }
    ),
    free: fc.subarray(['Дата рождения', 'Телефон', 'Адрес', 'Примечание', 'Прежняя фамилия'])
  })
  .map(({ named, told, free }) => [...named, ...told, ...free])
const pairs = headers.chain(ordered =>
  fc.record({
    ordered: fc.constant(ordered),
    shuffled: fc.shuffledSubarray(ordered, { minLength: ordered.length, maxLength: ordered.length })
  })
)

test('the order of columns does not decide whose they are, but for a date behind each name', () => {
  const ownersOf = (columns: readonly string[]) => {
    const owners = partiesIn(columns)
    return Object.fromEntries(columns.map((column, at) => [column, owners[at]]))
  }
  fc.assert(
    fc.property(pairs, ({ ordered, shuffled }) => {
      expect(ownersOf(shuffled)).toEqual(ownersOf(ordered))
    }),
    { numRuns: 500, seed: 20261127 }
  )
})

test.each([
  ['names', Array.from({ length: 20 }, (_, at) => [`ФИО ${at + 1}`, `Дата рождения ${at + 1}`]).flat(), 2],
  [
    'roles without a name',
    (
      'супруги матери отца ребёнка родственника опекуна представителя поручителя созаёмщика врача преподавателя куратора ' +
      'менеджера инспектора судьи адвоката нотариуса истца'
    )
      .split(' ')
      .map(word => `Телефон ${word}`),
    1
  ]
] as const)(
  'of more people than are told apart the last %s are together, and not self',
  (_, labels, each) => {
    const layout = partyLayout({}, columnsOf(labels))
    const places = labels.map(label => layout?.places.get(label) ?? 0)
    const first = each === 2 ? 0 : 1
    expect(places).toEqual(labels.map((_, at) => Math.min(first + Math.floor(at / each), PARTIES_MAX)))
    expect(layout?.roles).toHaveLength(PARTIES_MAX + 1)
    expect(layout?.roles.at(-1)).toBe('other')
  }
)
