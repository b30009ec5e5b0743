import {
  anyPhone,
  bornIso,
  bornRussian,
  fullName,
  initials,
  postalAddress,
  shortAddress,
  someDay,
  streetAndFlat,
  writtenAddress,
  writtenPassport,
  writtenPhone,
  writtenSnils
} from './formats.ts'
import { innOfOrganisation, ogrnOfOrganisation } from './identifiers.ts'
import { everydayLatin, passportLatin } from './latin.ts'
import { maybe, type SourceView } from './noise.ts'
import { nameOfOrganisation, type Person } from './people.ts'
import { CASE_ROLES, CITIES, GOODS, OPERATORS, STREETS } from './places-table.ts'
import type { Random } from './random.ts'
import type { SeedSourceKey } from './sources-table.ts'

/** Values in column order, or null without a record. */
type SourceWriter = (view: SourceView, random: Random) => string[] | null

const digits = (number: number, length: number) => String(number).padStart(length, '0')

/** Two of three directors own an organisation without employees. */
const FIRST_OWN_ORGANISATION = 1_000_000
const leadsEmployer = ({ no }: Person): boolean => no % 3 === 0

const seatOf = (organisation: number) =>
  `г. ${CITIES[organisation % CITIES.length]}, ул. ${STREETS[organisation % STREETS.length]}, д. ${1 + (organisation % 160)}`

function sellerName(view: SourceView, random: Random): string {
  const roll = random.next()
  if (roll < 0.35) return `${everydayLatin(view.givenName)} ${everydayLatin(view.surname)}`
  if (roll < 0.65) return `${view.person.diminutive} ${view.surname}`
  return roll < 0.85 ? `${view.givenName} ${view.surname}` : view.person.diminutive
}

export const WRITERS: Record<SeedSourceKey, SourceWriter> = {
  demo_registry_07: (view, random) => [
    `Р-${digits(view.person.no, 8)}`,
    view.surname,
    view.givenName,
    maybe(view.patronymic, 0.95, random),
    maybe(bornRussian(view), 0.97, random),
    maybe(writtenPhone(view.person.phone, 0), 0.8, random),
    maybe(writtenPassport(view.person.passport), 0.85, random),
    maybe(writtenSnils(view.person.snils), 0.8, random),
    maybe(view.person.inn, 0.8, random),
    maybe(postalAddress(view.address), 0.9, random)
  ],
  demo_phones_03: (view, random) => [
    random.chance(0.3) ? `${view.surname} ${view.givenName}` : fullName(view),
    maybe(bornRussian(view), 0.6, random),
    anyPhone(random.chance(0.1) ? view.person.homePhone : view.person.phone, random),
    random.pick(OPERATORS),
    view.address.region,
    someDay(2008, 2025, random).slice(3)
  ],
  demo_orgs_12: (view, random) => {
    const { person, address } = view
    const isEmployer = leadsEmployer(person)
    const organisation = isEmployer ? person.organisation : FIRST_OWN_ORGANISATION + person.no
    return [
      nameOfOrganisation(organisation),
      ogrnOfOrganisation(organisation),
      innOfOrganisation(organisation),
      fullName(view).toUpperCase(),
      view.person.inn,
      random.chance(0.8) ? 'генеральный директор' : 'учредитель',
      isEmployer ? seatOf(organisation) : `г. ${address.city}, ул. ${address.street}, д. ${address.house}`,
      someDay(2004, 2025, random)
    ]
  },
  demo_ads_05: (view, random) => [
    sellerName(view, random),
    anyPhone(view.person.phone, random),
    maybe(view.person.email, 0.3, random),
    view.address.city,
    random.chance(0.3) ? streetAndFlat(view.address) : '',
    someDay(2019, 2025, random),
    random.pick(GOODS)
  ],
  demo_losses_02: (view, random) =>
    view.person.female
      ? null
      : [
          random.chance(0.8)
            ? fullName(view)
            : `${view.surname} ${view.givenName} ${view.patronymic.charAt(0)}.`,
          maybe(random.chance(0.6) ? bornRussian(view) : String(view.year), 0.9, random),
          view.address.region,
          `Список ${random.between(1, 40)}`,
          someDay(2025, 2025, random)
        ],
  demo_mail_04: (view, random) => [
    view.person.email,
    `${view.givenName} ${view.surname}`,
    maybe(anyPhone(view.person.phone, random), 0.5, random),
    someDay(2012, 2025, random)
  ],
  demo_cars_09: (view, random) => {
    const { car } = view.person
    if (!car) return null
    return [
      fullName(view).toUpperCase(),
      bornRussian(view),
      car.vin,
      car.plate,
      car.model,
      String(car.year),
      maybe(anyPhone(view.person.phone, random), 0.6, random),
      maybe(writtenAddress(view.address), 0.8, random)
    ]
  },
  demo_addresses_11: (view, random) => [
    view.surname,
    view.givenName,
    view.patronymic,
    maybe(String(view.year), 0.9, random),
    writtenAddress(view.address),
    maybe(anyPhone(view.person.homePhone, random), 0.5, random)
  ],
  demo_staff_06: (view, random) => [
    `06/${digits(view.person.no, 7)}`,
    fullName(view),
    bornIso(view),
    view.person.workplace,
    view.person.position,
    maybe(view.person.inn, 0.9, random),
    maybe(view.person.snils, 0.85, random),
    maybe(view.person.email, 0.5, random)
  ],
  demo_parcels_08: (view, random) => [
    `ДП-${digits(random.below(1_000_000_000), 9)}`,
    `${view.surname} ${initials(view)}`.toUpperCase(),
    anyPhone(random.chance(0.15) ? view.person.homePhone : view.person.phone, random),
    shortAddress(view.address),
    someDay(2019, 2025, random)
  ],
  demo_courts_10: (view, random) => [
    `А00-${random.between(100, 99_999)}/${random.between(2012, 2025)}`,
    random.chance(0.6) ? fullName(view) : `${initials(view)} ${view.surname}`,
    maybe(String(view.year), 0.7, random),
    random.pick(CASE_ROLES),
    someDay(2012, 2025, random)
  ],
  demo_cards_01: (view, random) => [
    `ДК-${digits(view.person.no, 9)}`,
    view.givenName,
    view.surname,
    anyPhone(view.person.phone, random),
    maybe(view.person.email, 0.6, random),
    maybe(bornRussian(view), 0.8, random)
  ],
  demo_tenants_13: (view, random) => [
    `13-${digits(random.below(1_000_000), 6)}`,
    writtenAddress(view.address),
    random.chance(0.5) ? fullName(view) : `${view.surname} ${initials(view)}`,
    maybe(anyPhone(view.person.homePhone, random), 0.7, random)
  ],
  demo_travel_14: (view, random) => [
    `${passportLatin(view.surname)} ${passportLatin(view.givenName)}`.toUpperCase(),
    view.person.passport.slice(0, 4),
    view.person.passport.slice(4),
    bornIso(view),
    `${view.address.city} — ${random.pick(CITIES)}`,
    someDay(2022, 2025, random)
  ]
}
