import { describe, expect, test } from 'bun:test'
import { HEADER_NAMES, kindOfHeader } from '#shared/identity/records/headers.ts'
import { FIELD_KINDS, type FieldKind } from '#shared/identity/records/types.ts'

const CASES: [string, FieldKind][] = [
  ['Фамилия', 'last_name'],
  ['ИМЯ', 'first_name'],
  ['отчество', 'middle_name'],
  ['ФИО', 'full_name'],
  ['Ф.И.О.', 'full_name'],
  ['ФАМИЛИЯ И.О.', 'full_name'],
  ['Дата рождения', 'birth_date'],
  ['ДР', 'birth_date'],
  ['Д.Р.', 'birth_date'],
  ['дата_рождения', 'birth_date'],
  ['Телефон', 'phone'],
  ['Мобильный', 'phone'],
  ['Моб. тел.', 'phone'],
  ['Контактный телефон', 'phone'],
  ['Телефон 2', 'phone'],
  ['phone_1', 'phone'],
  ['E-mail', 'email'],
  ['email', 'email'],
  ['Почта', 'email'],
  ['Эл. почта', 'email'],
  ['Адрес электронной почты', 'email'],
  ['ИНН', 'inn'],
  ['ИНН руководителя', 'inn'],
  ['СНИЛС', 'snils'],
  ['Паспорт', 'passport'],
  ['Серия', 'passport_series'],
  ['Серия паспорта', 'passport_series'],
  ['Номер паспорта', 'passport_number'],
  ['Серия и номер паспорта', 'passport'],
  ['Адрес', 'address'],
  ['Адрес регистрации', 'address'],
  ['Место работы', 'workplace'],
  ['Работодатель', 'workplace'],
  ['Организация', 'organization'],
  ['Полное наименование', 'organization'],
  ['ИНН организации', 'organization_inn'],
  ['ИНН юр. лица', 'organization_inn'],
  ['ИНН работодателя', 'organization_inn'],
  ['Телефон организации', 'organization_phone'],
  ['Телефон (организации)', 'organization_phone'],
  ['Телефон (работодателя)', 'organization_phone'],
  ['Рабочий телефон', 'phone'],
  ['Телефоны компании', 'organization_phone'],
  ['Эл. почта предприятия', 'organization_email'],
  ['Юридический адрес', 'organization_address'],
  ['Адрес места работы', 'organization_address'],
  ['ОГРН организации', 'ogrn'],
  ['company_phone', 'organization_phone'],
  ['ФИО директора', 'full_name'],
  ['ОГРН', 'ogrn'],
  ['VIN', 'vin'],
  ['Госномер', 'plate'],
  ['Гос. номер', 'plate'],
  ['Пол', 'gender'],
  ['surname', 'last_name'],
  ['First Name', 'first_name'],
  ['phone', 'phone'],
  ['dob', 'birth_date'],
  ['Номер записи', 'record_number'],
  ['№ п/п', 'record_number'],
  ['Связь по адресу', 'address_link'],
  ['Телефон (мобильный)', 'phone'],
  ['Дата выдачи паспорта', 'date'],
  ['Дата', 'date'],
  ['Дата записи', 'record_date'],
  ['дата_обновления', 'record_date'],
  ['Актуально на', 'record_date'],
  ['Дата регистрации', 'record_date'],
  ['updated_at', 'record_date'],
  ['Полное имя', 'full_name']
]

describe('kindOfHeader', () => {
  test.each(CASES)('reads «%s» as %s', (label, kind) => {
    expect(kindOfHeader(label)).toBe(kind)
  })

  test.each(['Цвет глаз', 'Кличка', '', '***', 'Имя файла', 'Паспорт выдан'])(
    'knows nothing of «%s»',
    label => {
      expect(kindOfHeader(label)).toBeNull()
    }
  )

  test('does not mind case, ё, dots, spaces and underscores', () => {
    for (const label of ['ПОДКЛЮЧЕН', 'подключён', ' Под клю_чён. '])
      expect(kindOfHeader(label)).toBe('record_date')
  })

  test('gives one meaning to each header of the table', () => {
    for (const [kind, names] of Object.entries(HEADER_NAMES)) {
      expect(FIELD_KINDS).toContain(kind as FieldKind)
      for (const name of names) expect([name, kindOfHeader(name)]).toEqual([name, kind as FieldKind])
    }
  })
})
