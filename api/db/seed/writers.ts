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
import { type Known, maybe } from './noise.ts'
import { nameOfOrganisation } from './people.ts'
import { CASE_ROLES, CITIES, GOODS, OPERATORS } from './places-table.ts'
import type { Random } from './random.ts'
import type { SeedSourceKey } from './sources-table.ts'

/** Values in the order of the source's columns, or null when this source has nothing on the person. */
type Writer = (known: Known, random: Random) => string[] | null

const digits = (number: number, length: number) => String(number).padStart(length, '0')

/** Directors own organisations beyond those that people work for, one each. */
const FIRST_OWN_ORGANISATION = 1_000_000

function sellerName(known: Known, random: Random): string {
  const roll = random.next()
  if (roll < 0.35) return `${everydayLatin(known.given)} ${everydayLatin(known.surname)}`
  if (roll < 0.65) return `${known.person.diminutive} ${known.surname}`
  return roll < 0.85 ? `${known.given} ${known.surname}` : known.person.diminutive
}

export const WRITERS: Record<SeedSourceKey, Writer> = {
  demo_registry_07: (known, random) => [
    `Р-${digits(known.person.no, 8)}`,
    known.surname,
    known.given,
    maybe(known.patronymic, 0.95, random),
    maybe(bornRussian(known), 0.97, random),
    maybe(writtenPhone(known.person.phone, 0), 0.8, random),
    maybe(writtenPassport(known.person.passport), 0.85, random),
    maybe(writtenSnils(known.person.snils), 0.8, random),
    maybe(known.person.inn, 0.8, random),
    maybe(postalAddress(known.address), 0.9, random)
  ],
  demo_phones_03: (known, random) => [
    random.chance(0.3) ? `${known.surname} ${known.given}` : fullName(known),
    maybe(bornRussian(known), 0.6, random),
    anyPhone(random.chance(0.1) ? known.person.homePhone : known.person.phone, random),
    random.pick(OPERATORS),
    known.address.region,
    someDay(2008, 2025, random).slice(3)
  ],
  demo_orgs_12: (known, random) => {
    const organisation = FIRST_OWN_ORGANISATION + known.person.no
    return [
      nameOfOrganisation(organisation),
      ogrnOfOrganisation(organisation),
      innOfOrganisation(organisation),
      fullName(known).toUpperCase(),
      known.person.inn,
      random.chance(0.8) ? 'генеральный директор' : 'учредитель',
      `г. ${known.address.city}, ул. ${known.address.street}, д. ${known.address.house}`,
      someDay(2004, 2025, random)
    ]
  },
  demo_ads_05: (known, random) => [
    sellerName(known, random),
    anyPhone(known.person.phone, random),
    maybe(known.person.email, 0.3, random),
    known.address.city,
    random.chance(0.3) ? streetAndFlat(known.address) : '',
    someDay(2019, 2025, random),
    random.pick(GOODS)
  ],
  demo_losses_02: (known, random) =>
    known.person.female
      ? null
      : [
          random.chance(0.8)
            ? fullName(known)
            : `${known.surname} ${known.given} ${known.patronymic.charAt(0)}.`,
          maybe(random.chance(0.6) ? bornRussian(known) : String(known.year), 0.9, random),
          known.address.region,
          `Список ${random.between(1, 40)}`,
          someDay(2025, 2025, random)
        ],
  demo_mail_04: (known, random) => [
    known.person.email,
    `${known.given} ${known.surname}`,
    maybe(anyPhone(known.person.phone, random), 0.5, random),
    someDay(2012, 2025, random)
  ],
  demo_cars_09: (known, random) => {
    const { car } = known.person
    if (!car) return null
    return [
      fullName(known).toUpperCase(),
      bornRussian(known),
      car.vin,
      car.plate,
      car.model,
      String(car.year),
      maybe(anyPhone(known.person.phone, random), 0.6, random),
      maybe(writtenAddress(known.address), 0.8, random)
    ]
  },
  demo_addresses_11: (known, random) => [
    known.surname,
    known.given,
    known.patronymic,
    maybe(String(known.year), 0.9, random),
    writtenAddress(known.address),
    maybe(anyPhone(known.person.homePhone, random), 0.5, random)
  ],
  demo_staff_06: (known, random) => [
    `06/${digits(known.person.no, 7)}`,
    fullName(known),
    bornIso(known),
    known.person.workplace,
    known.person.position,
    maybe(known.person.inn, 0.9, random),
    maybe(known.person.snils, 0.85, random),
    maybe(known.person.email, 0.5, random)
  ],
  demo_parcels_08: (known, random) => [
    `ДП-${digits(random.below(1_000_000_000), 9)}`,
    `${known.surname} ${initials(known)}`.toUpperCase(),
    anyPhone(random.chance(0.15) ? known.person.homePhone : known.person.phone, random),
    shortAddress(known.address),
    someDay(2019, 2025, random)
  ],
  demo_courts_10: (known, random) => [
    `А00-${random.between(100, 99_999)}/${random.between(2012, 2025)}`,
    random.chance(0.6) ? fullName(known) : `${initials(known)} ${known.surname}`,
    maybe(String(known.year), 0.7, random),
    random.pick(CASE_ROLES),
    someDay(2012, 2025, random)
  ],
  demo_cards_01: (known, random) => [
    `ДК-${digits(known.person.no, 9)}`,
    known.given,
    known.surname,
    anyPhone(known.person.phone, random),
    maybe(known.person.email, 0.6, random),
    maybe(bornRussian(known), 0.8, random)
  ],
  demo_tenants_13: (known, random) => [
    `13-${digits(random.below(1_000_000), 6)}`,
    writtenAddress(known.address),
    random.chance(0.5) ? fullName(known) : `${known.surname} ${initials(known)}`,
    maybe(anyPhone(known.person.homePhone, random), 0.7, random)
  ],
  demo_travel_14: (known, random) => [
    `${passportLatin(known.surname)} ${passportLatin(known.given)}`.toUpperCase(),
    known.person.passport.slice(0, 4),
    known.person.passport.slice(4),
    bornIso(known),
    `${known.address.city} — ${random.pick(CITIES)}`,
    someDay(2022, 2025, random)
  ]
}
