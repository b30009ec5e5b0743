import {
  innOfPerson,
  passportOfPerson,
  phoneOfPerson,
  plateOfPerson,
  snilsOfPerson,
  vinOfPerson
} from './identifiers.ts'
import { everydayLatin } from './latin.ts'
import {
  type GivenName,
  type MaleName,
  nextGivenName,
  pickFemale,
  pickMale,
  pickSurname,
  type Surname
} from './names.ts'
import { CAR_MODELS, CITIES, MAIL_HOSTS, POSITIONS, REGIONS, STREETS, TRADES } from './places-table.ts'
import { createRandom, createZipf, type Random } from './random.ts'

export interface Address {
  city: string
  region: string
  street: string
  house: number
  flat: number
}

export interface Person {
  /** 0, 1, 2…; seeds the identifiers. */
  no: number
  female: boolean
  surname: string
  givenName: string
  diminutive: string
  patronymic: string
  year: number
  month: number
  day: number
  phone: string
  homePhone: string
  email: string
  inn: string
  snils: string
  passport: string
  address: Address
  /** Equals `address` for people who never moved. */
  formerAddress: Address
  organisation: number
  workplace: string
  position: string
  car: { vin: string; plate: string; model: string; year: number } | null
}

/** Independent blocks, so a longer run begins like a shorter one. */
export const BLOCK_PEOPLE = 500
const ORGANISATIONS = 200_000
const organisationPlace = createZipf(ORGANISATIONS, 0.7, 20)

export function nameOfOrganisation(number: number): string {
  const trade = TRADES[number % TRADES.length] ?? TRADES[0]
  return `ООО «Демо-${trade}${number < TRADES.length ? '' : ` ${Math.floor(number / TRADES.length) + 1}`}»`
}

function pickAddress(random: Random): Address {
  const city = random.below(CITIES.length)
  return {
    city: CITIES[city] ?? CITIES[0],
    region: REGIONS[city % REGIONS.length] ?? REGIONS[0],
    street: random.pick(STREETS),
    house: random.between(1, 160),
    flat: random.between(1, 240)
  }
}

interface Member {
  female: boolean
  surname: Surname
  givenName: GivenName
  father: MaleName
  year: number
}

/** A couple or parent with children, or one person. */
function makeHousehold(random: Random): Member[] {
  const size = 1 + pickChildrenBracket(random)
  const headIsFemale = random.chance(0.5)
  const surname = pickSurname(random)
  const headYear = random.between(1945, 2000)
  const adult = (female: boolean, family: Surname, year: number): Member => {
    const givenName = female ? pickFemale(random) : pickMale(random)
    return { female, surname: family, givenName, father: pickMale(random), year }
  }
  const members = [adult(headIsFemale, surname, headYear)]
  if (size > 1 && random.chance(0.85)) {
    const ownName = random.chance(0.12) ? pickSurname(random) : surname
    members.push(adult(!headIsFemale, ownName, Math.min(2003, headYear + random.between(-6, 6))))
  }
  const man = members.find(member => !member.female)?.givenName
  const father = man && 'son' in man ? (man as MaleName) : pickMale(random)
  const named = new Set<string>()
  while (members.length < size) {
    const female = random.chance(0.5)
    let givenName = female ? pickFemale(random) : pickMale(random)
    while (named.has(givenName.name)) givenName = nextGivenName(givenName)
    named.add(givenName.name)
    members.push({
      female,
      surname,
      givenName,
      father,
      year: Math.min(2006, headYear + random.between(20, 36))
    })
  }
  return members
}

function pickChildrenBracket(random: Random): number {
  const roll = random.next()
  return roll < 0.35 ? 0 : roll < 0.65 ? 1 : roll < 0.83 ? 2 : roll < 0.95 ? 3 : 4
}

function makePerson(
  no: number,
  member: Member,
  home: { address: Address; phone: string },
  seed: number,
  random: Random
): Person {
  const surname = member.female ? member.surname.female : member.surname.male
  const givenName = member.givenName.name
  const moved = random.chance(0.2)
  const organisation = organisationPlace(random)
  return {
    no,
    female: member.female,
    surname,
    givenName,
    diminutive: member.givenName.diminutive,
    patronymic: member.female ? member.father.daughter : member.father.son,
    year: member.year,
    month: random.between(1, 12),
    day: random.between(1, 28),
    phone: phoneOfPerson(no, 0, seed),
    homePhone: home.phone,
    email: `${everydayLatin(givenName).charAt(0).toLowerCase()}.${everydayLatin(surname).toLowerCase()}.${no}@${random.pick(MAIL_HOSTS)}`,
    inn: innOfPerson(no, seed),
    snils: snilsOfPerson(no, seed),
    passport: passportOfPerson(no, seed),
    address: moved && random.chance(0.5) ? pickAddress(random) : home.address,
    formerAddress: moved ? pickAddress(random) : home.address,
    organisation,
    workplace: nameOfOrganisation(organisation),
    position: random.pick(POSITIONS),
    car: random.chance(0.22)
      ? {
          vin: vinOfPerson(no, seed),
          plate: plateOfPerson(no, seed),
          model: random.pick(CAR_MODELS),
          year: random.between(1998, 2025)
        }
      : null
  }
}

/** `from` must start a block. */
export function* makePeople(
  to: number,
  seed: number,
  from = 0
): Generator<{ person: Person; random: Random }> {
  for (let first = from; first < to; first += BLOCK_PEOPLE) {
    const random = createRandom(seed, first / BLOCK_PEOPLE)
    const end = Math.min(to, first + BLOCK_PEOPLE)
    let no = first
    while (no < end) {
      const members = makeHousehold(random)
      const home = { address: pickAddress(random), phone: phoneOfPerson(no, 1, seed) }
      for (const member of members.slice(0, end - no)) {
        yield { person: makePerson(no, member, home, seed, random), random }
        no += 1
      }
    }
  }
}
