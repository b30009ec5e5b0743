import { describe, expect, test } from 'bun:test'
import type { IdentifierValues } from '#shared/identity/identifiers/kinds.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { Columns } from '#shared/identity/records/types.ts'

const numbersIn = ({ inn, ogrn, phone, email }: IdentifierValues) => [...inn, ...ogrn, ...phone, ...email]

const rolesOf = (fields: Record<string, string>, columns: Columns = {}) => {
  const attributes = readAttributes(fields, columns)
  const own = attributes.personal()
  const organisation = attributes.roles?.organisation
  return {
    person: {
      names: own.names.map(({ written }) => written),
      numbers: numbersIn(own.identifiers),
      addresses: own.addresses
    },
    organisation: organisation && {
      names: organisation.names,
      numbers: numbersIn(organisation.identifiers),
      addresses: organisation.addresses.map(({ normal }) => normal)
    }
  }
}
/** The whole record, by which it is found. */
const allOf = (fields: Record<string, string>) => {
  const { identifiers, addresses } = readAttributes(fields, {})
  return [...numbersIn(identifiers), ...addresses]
}

const PERSON = 'Примеров Илья Андреевич'
const COMPANY = 'ООО «Демо-Логистика»'
const INN = '0012041753'
const OGRN = '1200000204172'
const PERSONAL_INN = '001204175339'
const PHONE = '+7 973 204-17-40'

describe('whose the values of a record are', () => {
  test('by the column', () => {
    const { person, organisation } = rolesOf({
      ФИО: PERSON,
      Телефон: PHONE,
      'E-mail': 'i.primerov@example.com',
      Адрес: 'Примерск, Образцовая, 7',
      'Место работы': COMPANY,
      'Телефон организации': '+7 974 000-12-34',
      'E-mail организации': 'office@example.com',
      'ИНН организации': INN,
      'Юридический адрес': 'Примерск, Тестовая, 3'
    })
    expect(person).toEqual({
      names: [PERSON],
      numbers: ['79732041740', 'i.primerov@example.com'],
      addresses: ['примерск образцовая 7']
    })
    expect(organisation).toEqual({
      names: [COMPANY],
      numbers: [INN, '79740001234', 'office@example.com'],
      addresses: ['примерск тестовая 3']
    })
  })

  test('by the header of a column that was mapped before', () => {
    const { person, organisation } = rolesOf(
      { ФИО: PERSON, 'Телефон организации': PHONE, 'ИНН организации': INN },
      { ФИО: 'full_name', 'Телефон организации': 'phone', 'ИНН организации': 'inn' }
    )
    expect(person.numbers).toEqual([])
    expect(organisation?.numbers).toEqual([INN, '79732041740'])
  })

  test('by the kind of the number, whatever the column', () => {
    const { person, organisation } = rolesOf({
      ФИО: PERSON,
      ИНН: `${INN}; ${PERSONAL_INN}`,
      ОГРН: `${OGRN}; 312000002041754`,
      Примечание: 'ИНН 0012041753'
    })
    expect(person.numbers).toEqual([PERSONAL_INN, '312000002041754'])
    expect(organisation?.numbers).toEqual([INN, OGRN])
  })

  test('by what else is there: a record of nobody is the organisation’s', () => {
    const { person, organisation } = rolesOf({
      Организация: COMPANY,
      ИНН: INN,
      Телефон: PHONE,
      Почта: 'office@example.com',
      Адрес: 'Примерск, Тестовая, 3'
    })
    expect(person).toEqual({ names: [], numbers: [], addresses: [] })
    expect(organisation?.numbers).toEqual([INN, '79732041740', 'office@example.com'])
    expect(organisation?.addresses).toEqual(['примерск тестовая 3'])
  })

  test('a register of organisations names the director, whose phone and address it does not know', () => {
    const { person, organisation } = rolesOf({
      Организация: COMPANY,
      ОГРН: OGRN,
      'ИНН организации': INN,
      Руководитель: PERSON.toUpperCase(),
      'ИНН руководителя': PERSONAL_INN,
      Телефон: PHONE,
      Адрес: 'Примерск, Тестовая, 3'
    })
    expect(person).toEqual({ names: [PERSON.toUpperCase()], numbers: [PERSONAL_INN], addresses: [] })
    expect(organisation).toEqual({
      names: [COMPANY],
      numbers: [INN, OGRN, '79732041740'],
      addresses: ['примерск тестовая 3']
    })
  })

  test('a list of people with their employers has the phones of people', () => {
    const { person, organisation } = rolesOf({ ФИО: PERSON, Телефон: PHONE, Организация: COMPANY, ИНН: INN })
    expect(person.numbers).toEqual(['79732041740'])
    expect(organisation?.numbers).toEqual([INN])
  })

  test('an owner with a legal form is an organisation', () => {
    const { person, organisation } = rolesOf({ Владелец: COMPANY, Телефон: PHONE, VIN: '0DMPA4B26KP041753' })
    expect(person).toEqual({ names: [], numbers: [], addresses: [] })
    expect(organisation).toEqual({ names: [COMPANY], numbers: ['79732041740'], addresses: [] })
  })

  test('an owner whose legal form is spelled out is no person', () => {
    const { person, organisation } = rolesOf({
      Владелец: 'Общество с ограниченной ответственностью «Ромашка»',
      Телефон: PHONE
    })
    expect(person.names).toEqual([])
    expect(organisation?.numbers).toEqual(['79732041740'])
  })

  test('an entrepreneur is a person', () => {
    const { person, organisation } = rolesOf({
      Организация: 'ИП Примеров И. А.',
      'ИНН организации': PERSONAL_INN,
      Телефон: PHONE
    })
    expect(person).toEqual({
      names: ['Примеров И. А.'],
      numbers: [PERSONAL_INN, '79732041740'],
      addresses: []
    })
    expect(organisation ?? null).toBeNull()
  })

  test('the INN of an entrepreneur is not his employee’s', () => {
    const employee = { ФИО: PERSON, 'ИНН работодателя': PERSONAL_INN, СНИЛС: '204-777-153 66' }
    expect(rolesOf({ ...employee, 'Место работы': 'ИП Образцов Г. И.' }).person.numbers).toEqual([])
    expect(rolesOf({ ...employee, 'Место работы': 'ИП Примеров И. А.' }).person.numbers).toEqual([
      PERSONAL_INN
    ])
  })

  test('a phone in both columns is the organisation’s', () => {
    const { person, organisation } = rolesOf({ ФИО: PERSON, Телефон: PHONE, 'Телефон организации': PHONE })
    expect(person.numbers).toEqual([])
    expect(organisation?.numbers).toEqual(['79732041740'])
  })

  test.each(['не работает', 'Пенсионер', 'безработная', '—', 'самозанятый'])('«%s» is no employer', text => {
    expect(rolesOf({ ФИО: PERSON, 'Место работы': text }).organisation ?? null).toBeNull()
  })

  test('a record without an organisation stays as it is', () => {
    const attributes = readAttributes({ ФИО: PERSON, Телефон: PHONE, ИНН: PERSONAL_INN }, {})
    expect(attributes.roles).toBeNull()
    expect(attributes.personal()).toBe(attributes)
  })

  test('is found by everything all the same', () => {
    const fields = {
      ФИО: PERSON,
      'Телефон организации': PHONE,
      'ИНН организации': INN,
      'Юр. адрес': 'Примерск, 3'
    }
    expect(allOf(fields)).toEqual([INN, '79732041740', 'примерск 3'])
  })
})
