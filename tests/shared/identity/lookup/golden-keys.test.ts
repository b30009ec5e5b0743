import { expect, test } from 'bun:test'
import { subjectKeys } from '#api/book/subject-keys.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { subjectValues } from '#shared/identity/records/subject.ts'
import type { Columns } from '#shared/identity/records/types.ts'

const RECORDS = 400

const SURNAMES =
  'Примеров Образцова Грозовский Белая Тестов-Примеров Ёлкин Щукина Шевчук Черных Ким Primerova'.split(' ')
const GIVENS = 'Илья Светлана Саша Пётр Анна-Мария Юлия Гузель Ilya Дж. Женя Ян Наталья Артем'.split(' ')
const PATRONYMICS = ['Андреевич', 'Олеговна', 'Ильич', 'Ага оглы', 'Petrovich', '', 'Сергеевна']
const TOWNS = ['г. Примерск', '000000, Эталонская обл., г.Условск', 'Ростов-на-Дону', 'пос. Выдуманный']
const STREETS = ['ул. Образцовая', 'пр-т Придуманный', 'Сказочная ул.', 'пер. 2-й Условный']
const TEXTS = [
  'Демо-Связь',
  'инженер 2 категории',
  'нет данных',
  'тел. +7 (973) 204-17-40, звонить вечером',
  ''
]

const pick = (list: string[], at: number): string => list[at % list.length] ?? ''
const digits = (from: number, length: number): string => String(from).padStart(length, '0').slice(-length)

const phoneOf = (at: number): string => {
  const [a, b] = [digits(204 + at, 3), digits(1740 + at * 7, 4)]
  return pick([`+7 973 ${a}-${b}`, `8(973)${a}${b}`, `973${a}${b}`, `+7 973 ${a}-${b}; 8-974-${a}-${b}`], at)
}

const dateOf = (at: number): string => {
  const [day, month, year] = [digits((at % 28) + 1, 2), digits((at % 12) + 1, 2), String(1941 + (at % 60))]
  return pick([`${day}.${month}.${year}`, `${year}-${month}-${day}`, year, `${month}.${year}`], at)
}

const nameOf = (at: number): string => {
  const [surname, given, patronymic] = [pick(SURNAMES, at), pick(GIVENS, at * 3), pick(PATRONYMICS, at * 5)]
  const initials = `${surname} ${given.charAt(0)}. ${patronymic.charAt(0) || 'И'}.`
  const whole = `${surname} ${given} ${patronymic}`.trim()
  return pick([whole, whole.toUpperCase(), `${given} ${surname}`, initials, `${whole}, 1981`], at)
}

const addressOf = (at: number): string =>
  `${pick(TOWNS, at)}, ${pick(STREETS, at * 3)}, д. ${at % 90}${at % 5 === 0 ? ' а' : ''}, кв. ${at % 200}`

/** A record like those of the synthetic sources: one of five tables, written in one of many ways. */
const fieldsOf = (at: number): [Record<string, string>, Columns] => {
  const registry: Columns = {
    Номер: 'record_number',
    Фамилия: 'last_name',
    Имя: 'first_name',
    Отчество: 'middle_name',
    Родился: 'birth_date',
    Паспорт: 'passport',
    СНИЛС: 'snils',
    ИНН: 'inn',
    Адрес: 'address'
  }
  const number = digits(41_753 + at * 31, 6)
  const cells: [Columns, string[]][] = [
    [
      registry,
      [
        `13-${number}`,
        pick(SURNAMES, at),
        pick(GIVENS, at * 7),
        pick(PATRONYMICS, at),
        dateOf(at),
        `00 ${digits(at, 2)} ${number}`,
        `204-777-${number.slice(0, 3)} 66`,
        `0012${number}39`,
        addressOf(at)
      ]
    ],
    [{ ФИО: 'full_name', Родился: 'birth_date', Телефон: 'phone', Связь: 'other' }, [nameOf(at), dateOf(at)]],
    [{ ФИО: 'full_name', Почта: 'email', Телефон: 'phone' }, [nameOf(at), `I.Primerov${at}@example.com`]],
    [
      { Владелец: 'full_name', VIN: 'vin', Номер: 'plate', Адрес: 'address_link' },
      [nameOf(at), `0DMPA4B26KP${number}`, `А ${digits(417 + at, 3)} ВС 00`, addressOf(at)]
    ],
    [
      { Пассажир: 'full_name', Серия: 'passport_series', Бланк: 'passport_number', Где: 'workplace' },
      [nameOf(at), digits(at, 4), number, `ООО «Демо-Торг ${at}»`]
    ]
  ]
  const [columns, values] = cells[at % cells.length] ?? [registry, []]
  const fields: Record<string, string> = {}
  Object.entries(columns).forEach(([label, kind], place) => {
    const value =
      values[place] ??
      (kind === 'phone' ? phoneOf(at) : kind === 'other' ? pick(TEXTS, Math.floor(at / 5)) : '')
    if (value !== '') fields[label] = value
  })
  return [fields, columns]
}

/** Changed on purpose? Then the keys of everything stored must be made anew: raise `RECORD_RULE`, and pin the new values. */
test('stores the keys of four hundred records as it always did', () => {
  const suppressHash = createKeyedHash('golden')
  const digest = new Bun.CryptoHasher('sha256')
  let keys = 0
  let subjects = 0
  for (let at = 0; at < RECORDS; at += 1) {
    const attributes = readAttributes(...fieldsOf(at))
    const own = recordKeys(attributes)
    const surname = surnameKey(attributes)
    const subject = subjectKeys(suppressHash, subjectValues(attributes))
    keys += own.length
    subjects += subject.length
    digest.update(JSON.stringify([own, own.map(key => `${hash64(key)}`), surname, subject.map(String)]))
  }
  expect({ keys, subjects, digest: digest.digest('hex') }).toEqual({
    keys: 6238,
    subjects: 1240,
    digest: 'd4ca256775b7ae81954a76e82be8e0406a8489c015cf856b8fdf2d42d3579586'
  })
})
