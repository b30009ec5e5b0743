import { completeInn, completeOgrn } from '#api/db/seed/identifiers.ts'
import type { Person } from '#shared/contracts/person.ts'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { record } from '#tests/shared/identity/people/clusters.ts'

/** Valid INN of an organisation of region 00. */
export const orgInn = (seed: number): string => completeInn(`0012${String(10_000 + seed)}`)
export const ogrn = (seed: number): string => completeOgrn(`12000${String(1_000_000 + seed)}`)
export const PHONE = '+7 973 700-00-07'
const STREET = 'г. Примерск, ул. Тестовая'

const register = (
  name: string,
  seed: number,
  director: string,
  more: Record<string, string> = {}
): Record<string, string> => ({
  Организация: name,
  ОГРН: ogrn(seed),
  'ИНН организации': orgInn(seed),
  Руководитель: director,
  Должность: 'генеральный директор',
  Адрес: `${STREET}, д. ${seed}`,
  ...more
})

const company = (name: string, seed: number, more: Record<string, string> = {}): Record<string, string> => ({
  Организация: name,
  ИНН: orgInn(seed),
  ОГРН: ogrn(seed),
  Телефон: PHONE.replace('07', `${String(seed).padStart(2, '0')}`),
  'Юридический адрес': `${STREET}, д. ${seed}`,
  ...more
})

const employee = (
  name: string,
  workplace: string,
  more: Record<string, string> = {}
): Record<string, string> => ({
  ФИО: name,
  'Место работы': workplace,
  ...more
})

/** Organisations and people, each with its id, source and fields. */
const WORLD: readonly [id: string, source: string, fields: Record<string, string>][] = [
  ['vector', 'register', register('ООО «ВЕКТОР-7»', 7, 'ПРИМЕРОВ ИЛЬЯ АНДРЕЕВИЧ')],
  ['vector-card', 'companies', company('Общество с ограниченной ответственностью "Вектор-7"', 7)],
  ['vector-77', 'companies', company('ООО «ВЕКТОР-77»', 77, { Адрес: `${STREET}, д. 7` })],
  ['seven-vector', 'companies', company('ООО «7 ВЕКТОР»', 70)],
  ['vector-plus', 'companies', company('ООО «ВЕКТОР-7 ПЛЮС»', 71)],
  ['vector-ao', 'companies', company('АО «Вектор-7»', 72)],
  ['vector-worker', 'staff', employee('Образцова Анна Павловна', 'ООО ВЕКТОР-7', { Должность: 'бухгалтер' })],
  [
    'surname-vector',
    'phones',
    { Абонент: 'Вектор Пётр Ильич', Телефон: '+7 974 000-00-77', Адрес: `${STREET}, д. 7` }
  ],
  ['surname-vector-2', 'phones', { Абонент: 'Вектор Анна Петровна', Адрес: 'г. Примерск, ул. Вектор, д. 7' }],

  ['rose', 'companies', company('ПАО «Ромашка»', 20)],
  ['rose-director', 'register', register('ПАО «Ромашка»', 20, 'ТЕСТОВ ОЛЕГ ИЛЬИЧ')],
  ['rose-other', 'companies', company('ООО «Ромашка»', 21)],
  [
    'rose-worker',
    'staff',
    employee('Шаблонов Пётр Петрович', 'Ромашка', { 'Телефон организации': '+7 973 700-00-20' })
  ],
  ['surname-rose', 'phones', { Абонент: 'Ромашка Ольга Ивановна', Телефон: '+7 974 000-00-20' }],

  ['latin', 'companies', company('Sirius Trade LLC', 30)],
  ['vodokanal', 'companies', company('Муниципальное унитарное предприятие «Водоканал»', 31)],
  ['plant', 'staff', employee('Макетов Иван Олегович', 'АО «Примерный завод»')],
  ['plant-2', 'staff-2', employee('Черновиков Павел Ильич', 'Акционерное общество "Примерный завод"')],

  ['torn-1', 'companies', company('ООО «Спорная»', 51, { 'Юридический адрес': `${STREET}, д. 50` })],
  ['torn-2', 'companies', company('ООО «Спорная»', 52, { 'Юридический адрес': `${STREET}, д. 50` })],
  ['torn', 'list', { Организация: 'ООО «Спорная»', Адрес: `${STREET}, д. 50` }],

  ['pion-1', 'staff', employee('Тестова Ия Олеговна', 'ПАО «Пион»')],
  ['pion-2', 'staff', employee('Шаблонова Ева Павловна', 'ООО «Пион»')],
  ['pion-3', 'staff', employee('Эскизов Лев Олегович', 'ООО "ПИОН"')],

  ['twin-1', 'companies', { Организация: 'ООО «Двойник»', Адрес: `${STREET}, д. 41` }],
  ['twin-2', 'list', { Организация: 'ООО «Двойник»', Адрес: `${STREET}, д. 42` }],
  ['twin-1b', 'list', { Организация: 'ООО "ДВОЙНИК"', Адрес: `${STREET}, дом 41` }],
  [
    'switchboard-1',
    'staff',
    employee('Пробный Иван Ильич', 'ООО «Коммутатор»', { 'Телефон организации': '+7 975 111-22-33' })
  ],
  [
    'switchboard-2',
    'staff',
    employee('Пробная Анна Ивановна', 'ООО «Коммутатор»', { 'Телефон организации': '+7 975 111-22-33' })
  ],
  [
    'director',
    'registry',
    { ФИО: 'Примеров Илья Андреевич', 'Дата рождения': '14.03.1981', ИНН: '001204175339' }
  ],
  [
    'sole',
    'companies',
    {
      Организация: 'ИП Единоличников Глеб Ильич',
      ИНН: completeInn('0012041888'),
      Телефон: '+7 976 000-00-01'
    }
  ]
]

const RECORDS = WORLD.map(([id, source, fields]) => {
  const matched = record(id, source, fields)
  const keys = new Set(recordKeys(matched.attributes))
  return { matched, keys, surname: surnameKey(matched.attributes) }
})

/** The cards of an answer over the whole world, best first. */
export const ask = (line: string): Person[] => {
  const plan = planOf(line)
  const records = RECORDS.filter(({ keys, surname }) =>
    plan.steps.some(step =>
      step.surname === undefined ? step.keys.every(key => keys.has(key)) : step.surname === surname
    )
  )
  const matched = records
    .map(({ matched }) => ({ ...matched, match: matchRecord(matched.attributes, plan) }))
    .filter(({ match }) => match.score > 0)
  return groupPersons(matched, plan)
}
