import { describe, expect, test } from 'bun:test'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'

const NAME = 'Примеров Илья Андреевич'
const PLACE = 'г. Примерск, ул. Образцовая, д. 7'
const PARTS = {
  place: `address ${PLACE}`,
  phone: 'phone 79732041740',
  email: 'email i.primerov@example.com',
  passport: 'passport 4503123457',
  born: 'birth_date 1981-03-14',
  year: 'birth_date 1981',
  inn: 'inn_person 001204175339',
  snils: 'snils 20477715366'
} as const

/** What forms print before a value or behind it, and what of it is read beside the name. */
const FORMS: [form: string, ...parts: (keyof typeof PARTS)[]][] = [
  ...[
    'адрес:',
    'адрес',
    'адрес регистрации:',
    'адрес места жительства:',
    'адрес фактического проживания:',
    'фактический адрес:',
    'почтовый адрес:',
    'место жительства:',
    'место регистрации:',
    'прописан:',
    'прописан',
    'прописана по адресу:',
    'зарегистрирован',
    'зарегистрирован в',
    'зарегистрирован по адресу:',
    'зарегистрирован(а) по адресу:',
    'зарегистрирован и проживает по адресу',
    'зарегистрированный по адресу:',
    'проживает',
    'проживающий по адресу:',
    'место рождения:',
    'место рождения',
    'уроженец',
    'урож.'
  ].map((label): [string, 'place'] => [`${label} ${PLACE}`, 'place']),
  ...[
    'тел.',
    'тел.:',
    'тел. моб.',
    'тел. дом.',
    'тел./факс:',
    'телефон:',
    'телефон (моб.):',
    'контактный телефон:',
    'мобильный:',
    'номер телефона'
  ].map((label): [string, 'phone'] => [`${label} 8 973 204-17-40`, 'phone']),
  ['8 973 204-17-40 (моб.)', 'phone'],
  ...['почта:', 'e-mail:', 'эл. почта', 'эл. адрес:', 'электронная почта:', 'адрес электронной почты:'].map(
    (label): [string, 'email'] => [`${label} i.primerov@example.com`, 'email']
  ),
  ...[
    'паспорт',
    'паспорт:',
    'паспорт РФ серия',
    'паспорт гражданина РФ:',
    'паспорт гражданина Российской Федерации',
    'паспортные данные:',
    'документ: паспорт'
  ].map((label): [string, 'passport'] => [`${label} 45 03 № 123457`, 'passport']),
  ...['дата рождения', 'дата рождения:', 'дата рожд.', 'д.р.', 'д/р', 'др:', 'род.', 'родился', 'г.р.:'].map(
    (label): [string, 'born'] => [`${label} 14.03.1981`, 'born']
  ),
  ...['г.р.', 'г.', 'года рождения', 'г. рождения', 'рождения', '(дата рождения)'].map(
    (behind): [string, 'born'] => [`14.03.1981 ${behind}`, 'born']
  ),
  ['г.р. 1981', 'year'],
  ['год рождения: 1981', 'year'],
  ['1981 г.р.', 'year'],
  [`родился 14.03.1981, ${PLACE}`, 'born', 'place'],
  [`дата и место рождения: 14.03.1981, ${PLACE}`, 'born', 'place'],
  [`14.03.1981 г.р., прописан: ${PLACE}`, 'born', 'place'],
  [`тел: 89732041740 прописан: ${PLACE} ИНН: 001204175339`, 'phone', 'place', 'inn'],
  ['ИНН физического лица: 001204175339', 'inn'],
  ['страховой номер 204-777-153 66', 'snils'],
  ['14 03 1981', 'born'],
  ['ранее Петров'],
  ['14.03.1981 (до брака: Петров)', 'born'],
  ['он же Петров, 14.03.1981', 'born']
]

/** Lines of which a part is nobody's detail; it is named. */
const UNSEARCHED: [line: string, left: string, ...parts: (keyof typeof PARTS)[]][] = [
  ['паспорт 45 03 123457 выдан ОВД г. Примерска 14.03.2001', 'выдан ОВД г. Примерска 14.03.2001', 'passport'],
  [
    `паспорт 45 03 123457 выдан 14.03.2001 ОВД г. Примерска, прописан: ${PLACE}`,
    'выдан 14.03.2001 ОВД г. Примерска',
    'passport',
    'place'
  ],
  ['паспорт 45 03 123457, дата выдачи 14.03.2001', 'дата выдачи 14.03.2001', 'passport'],
  ['паспорт 45 03 123457, код подразделения 000-001', 'код подразделения 000-001', 'passport'],
  ['45 03 123457, 500-001', '500-001', 'passport'],
  ['500-001 4503 123457', '500-001', 'passport'],
  ['14.03.1981, умер 14.03.2001', 'умер 14.03.2001', 'born'],
  ['14.03.1981 выдан - ОВД г. Примерска 14.03.2001', 'выдан - ОВД г. Примерска 14.03.2001', 'born'],
  ['14.03.1981, дата выдачи прав 14.03.2001', 'дата выдачи прав 14.03.2001', 'born'],
  ['паспорт выдан 14.03.2001', 'паспорт выдан 14.03.2001'],
  ['пол: мужской, 14.03.1981', 'пол: мужской', 'born'],
  ['пол муж., гражданство: РФ, 14.03.1981', 'пол муж., гражданство: РФ', 'born'],
  ['пол мужской гражданство РФ', 'пол мужской гражданство РФ']
]

const partsIn = (line: string): string[] => {
  const [best] = parseQuery(line)
  return (best?.parts ?? (best ? [best] : [])).map(({ kind, value }) => `${kind} ${value}`).toSorted()
}
const wantedOf = (parts: readonly (keyof typeof PARTS)[]): string[] =>
  [`full_name ${NAME}`, ...parts.map(part => PARTS[part])].toSorted()

describe('the label of a form', () => {
  test.each(FORMS)('of «%s» is no word of the person', (form, ...parts) => {
    for (const line of [`${NAME} ${form}`, `${NAME}, ${form}`])
      expect([line, partsIn(line), remarksOfReadings(parseQuery(line))]).toEqual([line, wantedOf(parts), []])
  })

  test.each(UNSEARCHED)('of «%s» says what is not searched', (form, left, ...parts) => {
    const line = `${NAME}, ${form}`
    expect(partsIn(line)).toEqual(wantedOf(parts))
    expect(remarksOfReadings(parseQuery(line))).toEqual([`не ищется: ${left}`])
  })

  test.each(['Должник', 'Истец:', 'Собственник:', 'директор', 'гр-н', 'гражданин РФ', 'отец:'])(
    '«%s» before a name is none of it',
    role => expect(partsIn(`${role} ${NAME}`)).toEqual(wantedOf([]))
  )

  test.each([
    [`паспорт 45 03 123457 выдан УВД Примерска ${NAME}`, 'выдан УВД Примерска', 'passport'],
    [`паспорт 45 03 123457 выдан УВД г. Примерска ${NAME}`, 'выдан УВД г. Примерска', 'passport'],
    [`выдан ОВД Примерского района ${NAME} 14.03.1981`, 'выдан ОВД Примерского района', 'born'],
    [
      `паспорт 45 03 123457 выдан УВД Примерска 14.03.2001 ${NAME}`,
      'выдан УВД Примерска 14.03.2001',
      'passport'
    ]
  ] as const)('of «%s» searches the name behind the office', (line, left, part) => {
    expect(partsIn(line)).toEqual(wantedOf([part]))
    expect(remarksOfReadings(parseQuery(line))).toEqual([`не ищется: ${left}`])
  })

  test.each([
    ['Примеров Илья', 'Примеров Илья'],
    ['Примеров И.А.', 'Примеров И. А.'],
    ['Примерову Илье Андреевичу', 'Примеров Илья Андреевич']
  ])('behind an office finds «%s»', (written, name) => {
    const line = `паспорт 45 03 123457 выдан УВД Примерска ${written}`
    expect(partsIn(line)).toEqual([`full_name ${name}`, PARTS.passport])
  })

  test.each(['г. Владимир', 'Примерской области', 'Кировского района'])(
    'of an office in «%s» is nobody’s name',
    place => expect(partsIn(`паспорт 45 03 123457 выдан ОВД ${place}`)).toEqual([PARTS.passport])
  )

  test('before the name of another person makes two of them', () => {
    for (const between of [', отец ', ', отец: ', ' отец ', ' отец: '])
      expect(
        parseQuery(`${NAME}${between}Примеров Андрей Петрович`).flatMap(({ person, value }) =>
          person === undefined ? [] : [value]
        )
      ).toEqual([NAME, 'Примеров Андрей Петрович'])
  })

  test('leaves the verdict on who is meant alone', () => {
    const line = `${NAME} 14.03.1981 г. рождения, прописан: ${PLACE}`
    const record = { ФИО: NAME, 'Дата рождения': '14.03.1981', Адрес: PLACE }
    expect(matchRecord(readAttributes(record, {}), planSearch(line, parseQuery(line))).band).toBe('full')
  })

  const empty: [field: string, ...parts: string[]][] = [
    ['Телефон: н/д', `full_name ${NAME}`],
    ['Домашний телефон: нет данных', `full_name ${NAME}`],
    ['Почта: не указана', `full_name ${NAME}`],
    ['ИНН: -', `full_name ${NAME}`],
    ['Р-00000000', `full_name ${NAME}`, 'text Р-00000000'],
    ['Связь по адресу: г. Примерск, ул. Образцовая, д. 7', `full_name ${NAME}`, `address ${PLACE}`],
    ['Адрес владельца: г. Примерск, ул. Образцовая, д. 7', `full_name ${NAME}`, `address ${PLACE}`],
    ['ДР: н/д', `full_name ${NAME}`]
  ]
  test.each(empty)('«%s» beside a name', (field, ...parts) =>
    expect(partsIn(`${NAME}, ${field}`)).toEqual(parts.toSorted())
  )

  test.each([
    'место рождения: нет данных,',
    'место работы:,',
    'статус: нет данных,',
    'кем выдан: -,',
    'источник: нет,',
    'отец: нет данных',
    'отец неизвестен,',
    'жена: нет,',
    'отец: —,',
    'адрес: нет данных,',
    'адрес: -, тел: -,',
    'прописан: не указан,',
    'национальность: не указана',
    'e-mail -,',
    'паспорт - нет данных',
    'тел. дом. - -',
    'прописан'
  ])('without a value, «%s», is no part of the person', field => {
    const lines = [
      `${NAME}, 14.03.1981 ${field}`,
      ...(/,$/.test(field) ? [`${NAME}, ${field} 14.03.1981`] : [])
    ]
    for (const line of lines) expect([line, partsIn(line)]).toEqual([line, wantedOf(['born'])])
  })

  test.each<[field: string, text: string]>([
    ['должность - директор', 'text директор'],
    ['примечание: должник', 'text должник'],
    ['муж', 'text муж']
  ])('leaves the word of «%s» out of the surname', (field, text) =>
    expect(partsIn(`${NAME} 14.03.1981, ${field}`)).toEqual([...wantedOf(['born']), text].toSorted())
  )

  test('behind a date of birth makes two people too, as «он же» does', () => {
    for (const between of [' 14.03.1981 отец: ', ' 14.03.1981 Отец - ', ' 14.03.1981 (он же '])
      expect(parseQuery(`${NAME}${between}Примеров Андрей Петрович`).map(({ person }) => person)).toContain(2)
  })

  test.each([
    ['a@example.com почта', 'email a@example.com'],
    ['a@example.com (e-mail)', 'email a@example.com'],
    ['А123ВС77 госномер', 'plate А123ВС77'],
    ['А 123 ВС 77 гос. номер', 'plate А123ВС77'],
    ['XTA21099043576923 VIN', 'vin XTA21099043576923'],
    ['XTA21099043576923 VIN-код', 'vin XTA21099043576923'],
    ['45 03 № 123457 паспорт', 'passport 4503123457']
  ])('behind the value says what «%s» is', (line, read) => {
    expect(parseQuery(line)[0]).toMatchObject({ confidence: 0.99, terms: line.split(' ') })
    expect(partsIn(line)).toEqual([read])
    expect(partsIn(`${NAME}, ${line}, 14.03.1981`)).toEqual([...wantedOf(['born']), read].toSorted())
  })

  test('behind a value of another kind is none of it', () => {
    expect(partsIn('a@example.com паспорт 4503123457')).toEqual([
      'email a@example.com',
      'passport 4503123457'
    ])
    expect(partsIn('a@example.com Почта России')).toEqual(['email a@example.com', 'text Почта России'])
  })

  test('is no letters of a name', () => {
    for (const initials of ['Г.Р.', 'Д. Р.', 'М.Р.'])
      expect(partsIn(`Примеров ${initials} 89732041740`)[0]).toBe(
        `full_name Примеров ${initials.replace(/\. ?(?=\p{L})/u, '. ')}`
      )
    expect(partsIn('Примеров М.Р. Пермь').at(-1)).toBe('full_name Примеров М. Р.')
    for (const initials of ['Д.Р.', 'Д. Р.', 'Г.Р.', 'Д Р'])
      for (const before of ['', 'Примерск, ', 'директор '])
        expect(partsIn(`${before}Примеров ${initials} 14.03.1981`)).toContain(
          `full_name Примеров ${initials.charAt(0)}. Р.`
        )
  })

  test('is no initials behind a given name, with a colon or in small letters', () => {
    for (const label of ['Д.Р.', 'д.р.', 'ДР', 'Д.Р.:'])
      expect(partsIn(`${NAME} ${label} 14.03.1981`)).toEqual(wantedOf(['born']))
    for (const label of ['д.р.', 'ДР', 'Д.Р.:'])
      expect(partsIn(`Примеров ${label} 14.03.1981`)).toEqual([PARTS.born, 'full_name Примеров'])
  })

  test.each([
    ['адрес', 'text адрес'],
    ['паспорт', 'text паспорт'],
    ['Почта России', 'text Почта России'],
    ['Директор', 'text Директор'],
    [`прописан: ${PLACE}`, `address ${PLACE}`],
    ['ООО Новый адрес', 'text ООО Новый адрес'],
    ['выдан', 'text выдан']
  ])('«%s» with nothing that it could be of is «%s»', (line, read) => expect(partsIn(line)).toEqual([read]))
})
