import { COMPANY_RECORDS, record } from './example-companies.ts'
import { writtenPassport, writtenSnils } from './formats.ts'
import { completeInn, completeOgrn, completeSnils, completeVin } from './identifiers.ts'
import type { SeedRecord } from './sources-table.ts'

export const EXAMPLE_PERSON = {
  name: 'Примеров Илья Андреевич',
  born: '14.03.1981',
  phone: '+7 973 204-17-40',
  email: 'i.primerov@example.com',
  inn: completeInn('0012041753'),
  snils: writtenSnils(completeSnils('204777153')),
  passport: writtenPassport('0000204175'),
  plate: 'А417ВС00',
  vin: completeVin('0DMPA4B20KP204175'),
  organisationInn: completeInn('001204175'),
  ogrn: completeOgrn('120000020417')
} as const

const HOME = 'ул. Образцовая, д. 7, кв. 41'
const ADDRESS = `г. Примерск, ${HOME}`
const WIFE = { name: 'Примерова Светлана Олеговна', born: '02.11.1984', phone: '+7 973 318-60-22' }
const DAUGHTER = { name: 'Примерова Дарья Ильинична', born: '12.09.2007', phone: '+7 974 550-12-07' }
const FATHER = { name: 'Примеров Андрей Петрович', born: '30.06.1955' }
const NAMESAKE = {
  name: 'Примеров Илья Артёмович',
  email: 'ilya96@example.com',
  inn: completeInn('0098125530')
}

export const EXAMPLE_RECORDS: readonly SeedRecord[] = [
  ...[1, 2].map(number =>
    record(
      'demo_registry_07',
      `primer-${number}`,
      `Р-9000000${number}`,
      'Примеров',
      'Илья',
      'Андреевич',
      EXAMPLE_PERSON.born,
      EXAMPLE_PERSON.phone,
      EXAMPLE_PERSON.passport,
      EXAMPLE_PERSON.snils,
      EXAMPLE_PERSON.inn,
      `000000, Примерская область, ${ADDRESS}`
    )
  ),
  record(
    'demo_registry_07',
    'primer-3',
    'Р-90000003',
    'Примерова',
    'Светлана',
    'Олеговна',
    WIFE.born,
    WIFE.phone,
    '',
    '',
    '',
    `000000, Примерская область, ${ADDRESS}`
  ),
  record(
    'demo_phones_03',
    'primer-1',
    'Примеров Илья Андреевич',
    EXAMPLE_PERSON.born,
    EXAMPLE_PERSON.phone,
    'Демо-Связь',
    'Примерская область',
    '11.2014'
  ),
  record(
    'demo_phones_03',
    'primer-2',
    'Илюша Примеров',
    '',
    '8 (973) 204-17-40',
    'Демо-Связь',
    'Примерская область',
    ''
  ),
  record(
    'demo_phones_03',
    'primer-3',
    'Образцов Глеб Ильич',
    '',
    EXAMPLE_PERSON.phone,
    'Демо-Связь',
    'Примерская область',
    '05.2009'
  ),
  record(
    'demo_orgs_12',
    'primer-1',
    'ООО «Демо-Логистика»',
    EXAMPLE_PERSON.ogrn,
    EXAMPLE_PERSON.organisationInn,
    EXAMPLE_PERSON.name.toUpperCase(),
    EXAMPLE_PERSON.inn,
    'генеральный директор',
    'г. Примерск, ул. Тестовая, д. 3',
    '18.05.2019'
  ),
  record(
    'demo_orgs_12',
    'primer-2',
    'ИП Примеров И. А.',
    '',
    '',
    NAMESAKE.name.toUpperCase(),
    NAMESAKE.inn,
    'предприниматель',
    '',
    '30.12.2021'
  ),
  ...COMPANY_RECORDS,
  record(
    'demo_ads_05',
    'primer-1',
    'Ilya Primerov',
    '8 (973) 204-17-40',
    '',
    'Примерск',
    '',
    '03.08.2024',
    'Отдам детскую кроватку и манеж. Самовывоз с улицы Образцовой, дом 7, звонить после шести вечера.'
  ),
  record(
    'demo_ads_05',
    'primer-2',
    'Светлана Примерова',
    WIFE.phone,
    '',
    'Примерск',
    HOME,
    '21.02.2025',
    'Продам велосипед, почти новый'
  ),
  record(
    'demo_ads_05',
    'primer-3',
    'Илья Примеров, 1996',
    '',
    NAMESAKE.email,
    'Образцовск',
    '',
    '11.10.2025',
    'Репетитор по математике'
  ),
  record(
    'demo_losses_02',
    'primer-1',
    'Примеров Илья А.',
    '1979',
    'Образцовый край',
    'Список 12',
    '12.04.2025'
  ),
  record(
    'demo_mail_04',
    'primer-1',
    EXAMPLE_PERSON.email,
    'Илья Примеров',
    EXAMPLE_PERSON.phone,
    '14.02.2016'
  ),
  record('demo_mail_04', 'primer-2', NAMESAKE.email, 'Илья Примеров', '', '01.09.2018'),
  record(
    'demo_cars_09',
    'primer-1',
    EXAMPLE_PERSON.name.toUpperCase(),
    EXAMPLE_PERSON.born,
    EXAMPLE_PERSON.vin,
    EXAMPLE_PERSON.plate,
    'Пример Седан',
    '2019',
    '+79732041740',
    ADDRESS
  ),
  record(
    'demo_addresses_11',
    'primer-1',
    'Примеров',
    'Илья',
    'Андреевич',
    '1981',
    'г. Примерск, ул. Тестовая, д. 3',
    ''
  ),
  record('demo_addresses_11', 'primer-2', 'Примерова', 'Дарья', 'Ильинична', '2007', ADDRESS, DAUGHTER.phone),
  record('demo_addresses_11', 'primer-3', 'Примеров', 'Андрей', 'Петрович', '1955', ADDRESS, ''),
  record(
    'demo_staff_06',
    'primer-1',
    '06/0204175',
    EXAMPLE_PERSON.name,
    '1981-03-14',
    'ООО «Демо-Логистика»',
    'генеральный директор',
    EXAMPLE_PERSON.inn,
    EXAMPLE_PERSON.snils,
    EXAMPLE_PERSON.email
  ),
  record(
    'demo_parcels_08',
    'primer-1',
    'ДП-000204175',
    'ПРИМЕРОВ И.А.',
    '8-973-204-17-40',
    'Примерск, Образцовая 7-41',
    '19.12.2025'
  ),
  record('demo_courts_10', 'primer-1', 'А00-2041/2022', 'И.А. Примеров', '', 'третье лицо', '17.06.2022'),
  record(
    'demo_cards_01',
    'primer-1',
    'ДК-900204175',
    'Илья',
    'Примеров',
    '+79732041740',
    EXAMPLE_PERSON.email,
    EXAMPLE_PERSON.born
  ),
  record(
    'demo_cards_01',
    'primer-2',
    'ДК-900204176',
    'Дарья',
    'Примерова',
    DAUGHTER.phone,
    '',
    DAUGHTER.born
  ),
  record('demo_tenants_13', 'primer-1', '13-204175', ADDRESS, FATHER.name, ''),
  record(
    'demo_travel_14',
    'primer-1',
    'PRIMEROV ILIA',
    '0000',
    '204175',
    '1981-03-14',
    'Примерск — Эталонск',
    '08.07.2025'
  )
]
