import { writtenSnils } from '#api/db/seed/formats.ts'
import type { Person } from '#api/db/seed/people.ts'
import type { Random } from '#api/db/seed/random.ts'
import { type CorpusLine, type Grammar, type Part, pickWeighted } from '../corpus-line.ts'
import { partOfName, wholeName } from './names.ts'
import { addressOf, born, organisationName, personIdentifier, phoneOf, type WrittenValue } from './values.ts'

function nameOf(person: Person, random: Random): WrittenValue {
  const [text, value] = random.chance(0.7) ? wholeName(person, random) : partOfName(person, random)
  return [text, { kind: 'full_name', value }]
}

const BETWEEN = [' ', ' ', ' ', ', ', ', ', '; ', '  ', ' - '] as const

/** Puts the values side by side, the name first in most lines. */
function beside(random: Random, ...values: WrittenValue[]): CorpusLine {
  const ordered = random.chance(0.85) ? values : values.toReversed()
  const between = random.pick(BETWEEN)
  return { text: ordered.map(([text]) => text).join(between), parts: ordered.map(([, part]) => part) }
}

export const nameAndDate: Grammar = (person, random) =>
  beside(random, nameOf(person, random), born(person, random))

export const nameAndContact: Grammar = (person, random) =>
  random.chance(0.8)
    ? beside(random, nameOf(person, random), phoneOf(person, random))
    : beside(random, nameOf(person, random), [person.email, { kind: 'email', value: person.email }])

export const nameAndIdentifier: Grammar = (person, random) =>
  beside(random, nameOf(person, random), personIdentifier(person, random))

export const nameAndPlace: Grammar = (person, random) => {
  const [text, value] = wholeName(person, random)
  const name: WrittenValue = [text, { kind: 'full_name', value }]
  if (random.chance(0.5)) return beside(random, name, addressOf(person, random))
  const { city } = person.address
  const place: WrittenValue = [random.chance(0.5) ? city : `г. ${city}`, { kind: 'place', value: city }]
  return random.chance(0.5) ? beside(random, name, place) : beside(random, name, born(person, random), place)
}

const LABELS: Record<string, readonly string[]> = {
  full_name: ['ФИО', 'ФИО клиента', 'Ф.И.О.', 'Клиент'],
  birth_date: ['Дата рождения', 'ДР', 'Д.р.', 'Родился'],
  phone: ['Телефон', 'Тел.', 'Моб. телефон', 'Контактный телефон'],
  email: ['E-mail', 'Почта', 'Эл. почта'],
  address: ['Адрес', 'Адрес регистрации', 'Адрес проживания'],
  inn_person: ['ИНН'],
  snils: ['СНИЛС'],
  passport: ['Паспорт', 'Паспорт РФ']
}

/** A value under a label of its own, so without one inside. */
function fieldsOf(person: Person, random: Random): WrittenValue[] {
  const { surname, givenName, patronymic, day, month, year, email, inn, snils, passport } = person
  const name = `${surname} ${givenName} ${patronymic}`
  const two = (number: number) => String(number).padStart(2, '0')
  const date = `${two(day)}.${two(month)}.${year}`
  const rest: WrittenValue[] = [
    [date, { kind: 'birth_date', value: `${year}-${two(month)}-${two(day)}` }],
    phoneOf(person, random),
    [email, { kind: 'email', value: email }],
    [inn, { kind: 'inn_person', value: inn }],
    [writtenSnils(snils), { kind: 'snils', value: snils }],
    [`${passport.slice(0, 4)} ${passport.slice(4)}`, { kind: 'passport', value: passport }],
    addressOf(person, random)
  ]
  const chosen = rest.filter(() => random.chance(0.4))
  const values = chosen.length > 0 ? chosen : rest.slice(0, 1)
  return [[name, { kind: 'full_name', value: name }], ...values]
}

/** Copied from a card, a table, a letter's end. */
export const paste: Grammar = (person, random) => {
  const values = fieldsOf(person, random)
  const parts = values.map(([, part]) => part)
  const label = ({ kind }: Part) => random.pick(LABELS[kind] ?? ['Поле'])
  const text = pickWeighted<() => string>(random, [
    [40, () => values.map(([value, part]) => `${label(part)}: ${value}`).join('\n')],
    [
      25,
      () => values.map(([value, part]) => `${label(part)}: ${value}`).join(random.pick([', ', '; ', ' ']))
    ],
    [15, () => values.map(([value]) => value).join('\t')],
    [12, () => values.map(([value]) => value).join(';')],
    [8, () => `${random.between(1, 400)}\t${values.map(([value]) => value).join('\t')}`]
  ])()
  return { text, parts }
}

export const nameAndWork: Grammar = (person, random) => {
  const [text, value] = wholeName(person, random)
  return beside(random, [text, { kind: 'full_name', value }], organisationName(person, random))
}
