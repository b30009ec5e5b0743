import { writtenPassport, writtenSnils } from '#api/db/seed/formats.ts'
import {
  completeInn,
  innOfOrganisation,
  ogrnOfOrganisation,
  plateOfPerson,
  vinOfPerson
} from '#api/db/seed/identifiers.ts'
import { nameOfOrganisation, type Person } from '#api/db/seed/people.ts'
import type { Random } from '#api/db/seed/random.ts'
import { type Grammar, type Part, pickWeighted } from '../corpus-line.ts'

/** A value as it is written in a line, with what it must be read as. */
export type WrittenValue = readonly [text: string, part: Part]

const two = (number: number) => String(number).padStart(2, '0')
const OF_MONTH = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря'
] as const
const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'] as const
const ENGLISH = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** A whole date of birth; a year alone in a fifth of the lines. */
export function born({ day, month, year }: Person, random: Random): WrittenValue {
  const iso = `${year}-${two(month)}-${two(day)}`
  const [d, m] = [two(day), two(month)]
  if (random.chance(0.2)) {
    const text = random.pick([
      `${year}`,
      `${year} г.р.`,
      `${year} года рождения`,
      `${year}г.р.`,
      `${year} г.`
    ])
    return [text, { kind: 'birth_date', value: `${year}` }]
  }
  const text = pickWeighted(random, [
    [52, `${d}.${m}.${year}`],
    [8, `${day}.${month}.${year}`],
    [8, `${d}.${m}.${year} г.р.`],
    [5, `${d}/${m}/${year}`],
    [5, `${d}-${m}-${year}`],
    [5, iso],
    [6, `${day} ${OF_MONTH[month - 1]} ${year}`],
    [3, `${day} ${OF_MONTH[month - 1]} ${year} г.`],
    [3, `${d} ${m} ${year}`],
    [2, `${d},${m},${year}`],
    [1, `${day}.${ROMAN[month - 1]}.${year}`],
    [1, `${ENGLISH[month - 1]} ${day}, ${year}`],
    [1, `р. ${d}.${m}.${year}`]
  ])
  return [text, { kind: 'birth_date', value: iso }]
}

export function phoneOf({ phone }: Person, random: Random): WrittenValue {
  const [code, a, b, c] = [phone.slice(1, 4), phone.slice(4, 7), phone.slice(7, 9), phone.slice(9)]
  const text = pickWeighted(random, [
    [18, `+7${phone.slice(1)}`],
    [18, `8${phone.slice(1)}`],
    [12, `+7 ${code} ${a}-${b}-${c}`],
    [12, `8 (${code}) ${a}-${b}-${c}`],
    [8, `+7 (${code}) ${a}-${b}-${c}`],
    [6, phone],
    [6, phone.slice(1)],
    [5, `8-${code}-${a}-${b}-${c}`],
    [4, `8 ${code} ${a} ${b} ${c}`],
    [3, `(${code}) ${a}-${b}-${c}`],
    [2, `8.${code}.${a}.${b}.${c}`],
    [2, `8 10 7 ${code} ${a}-${b}-${c}`],
    [2, `+7(${code})${a}-${b}-${c} доб. 114`],
    [2, `+7 ${code} ${a} ${b}${c}`]
  ])
  return [text, { kind: 'phone', value: phone }]
}

const labelled = (random: Random, labels: readonly string[], text: string) =>
  `${random.pick(labels)}${random.pick([' ', ': ', ' '])}${text}`

export const phone: Grammar = (person, random) => {
  const [text, part] = phoneOf(person, random)
  const withLabel = random.chance(0.2)
    ? labelled(random, ['тел.', 'тел', 'телефон', 'моб.', 'сот.', 'номер', 'Тел'], text)
    : text
  return { text: withLabel, parts: [part] }
}

export const email: Grammar = (person, random) => {
  const address = person.email
  const text = pickWeighted(random, [
    [75, address],
    [8, address.toUpperCase()],
    [7, `e-mail: ${address}`],
    [5, `почта ${address}`],
    [3, `<${address}>`],
    [2, `mailto:${address}`]
  ])
  return { text, parts: [{ kind: 'email', value: address }] }
}

const isValidInn = (ten: string) => completeInn(ten.slice(0, 9)) === ten
const inFours = (digits: string) => digits.match(/.{1,4}/g)?.join(' ') ?? digits

/** An identifier of a person, with its label or, where digits alone tell what it is, without. */
export function personIdentifier(person: Person, random: Random): WrittenValue {
  const { inn, snils, passport, no } = person
  return pickWeighted<() => WrittenValue>(random, [
    [
      34,
      () => [
        pickWeighted(random, [
          [50, inn],
          [35, labelled(random, ['ИНН', 'инн', 'ИНН физлица'], inn)],
          [10, `ИНН ${inFours(inn)}`],
          [5, `${inn} ИНН`]
        ]),
        { kind: 'inn_person', value: inn }
      ]
    ],
    [
      24,
      () => [
        pickWeighted(random, [
          [50, writtenSnils(snils)],
          [30, labelled(random, ['СНИЛС', 'снилс', 'СНИЛС №'], writtenSnils(snils))],
          [20, labelled(random, ['СНИЛС', 'снилс'], snils)]
        ]),
        { kind: 'snils', value: snils }
      ]
    ],
    [
      32,
      () => {
        const [series, number] = [passport.slice(0, 4), passport.slice(4)]
        const text = pickWeighted(random, [
          [30, writtenPassport(passport)],
          [20, `${series} ${number}`],
          [10, `паспорт ${series} ${number}`],
          [10, `паспорт серии ${series.slice(0, 2)} ${series.slice(2)} № ${number}`],
          [8, `паспорт: ${passport}`],
          [7, `серия ${series} номер ${number}`],
          [5, `${series} №${number}`],
          [10, isValidInn(passport) ? `паспорт ${passport}` : passport]
        ])
        return [text, { kind: 'passport', value: passport }]
      }
    ],
    [
      5,
      () => {
        const vin = vinOfPerson(no, 1)
        return [
          pickWeighted(random, [
            [60, vin],
            [20, vin.toLowerCase()],
            [20, `VIN ${vin}`]
          ]),
          { kind: 'vin', value: vin }
        ]
      }
    ],
    [
      5,
      () => {
        const plate = plateOfPerson(no, 1)
        const apart = `${plate.charAt(0)} ${plate.slice(1, 4)} ${plate.slice(4, 6)} ${plate.slice(6)}`
        return [
          pickWeighted(random, [
            [50, plate],
            [25, plate.toLowerCase()],
            [15, apart],
            [10, `госномер ${plate}`]
          ]),
          { kind: 'plate', value: plate }
        ]
      }
    ]
  ])()
}

/** The number of an organisation. */
export function organisationIdentifier({ organisation }: Person, random: Random): WrittenValue {
  const [inn, ogrn] = [innOfOrganisation(organisation), ogrnOfOrganisation(organisation)]
  return random.chance(0.7)
    ? [labelled(random, ['ИНН', 'инн'], inn), { kind: 'inn_org', value: inn }]
    : [random.chance(0.5) ? ogrn : `ОГРН ${ogrn}`, { kind: 'ogrn', value: ogrn }]
}

export const identifier: Grammar = (person, random) => {
  const [text, part] = random.chance(0.88)
    ? personIdentifier(person, random)
    : organisationIdentifier(person, random)
  return { text, parts: [part] }
}

export function organisationName({ organisation }: Person, random: Random): WrittenValue {
  const name = nameOfOrganisation(organisation)
  const bare = name.replace(/[«»]/g, '')
  const text = pickWeighted(random, [
    [40, name],
    [30, bare],
    [20, name.replace('«', '"').replace('»', '"')],
    [10, bare.toLowerCase()]
  ])
  return [text, { kind: 'organisation', value: name }]
}

export const organisation: Grammar = (person, random) => {
  const [text, part] = organisationName(person, random)
  if (random.chance(0.6)) return { text, parts: [part] }
  const [number, numberPart] = organisationIdentifier(person, random)
  return { text: `${text}${random.pick([' ', ', '])}${number}`, parts: [part, numberPart] }
}

export function addressOf({ address }: Person, random: Random): WrittenValue {
  const { city, street, house, flat } = address
  const text = pickWeighted(random, [
    [35, `г. ${city}, ул. ${street}, д. ${house}, кв. ${flat}`],
    [20, `${city}, ул. ${street}, ${house}-${flat}`],
    [15, `${city}, ${street} ${house}, кв. ${flat}`],
    [15, `ул. ${street}, д. ${house}`],
    [15, `${city} ул ${street} д ${house} кв ${flat}`]
  ])
  return [text, { kind: 'address', value: text }]
}

export const address: Grammar = (person, random) => {
  const [text, part] = addressOf(person, random)
  return { text: random.chance(0.2) ? `адрес: ${text}` : text, parts: [part] }
}
