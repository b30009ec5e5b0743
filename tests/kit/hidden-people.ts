import { everydayLatin, passportLatin } from '#api/db/seed/latin.ts'
import { makePeople, type Person as SeedPerson } from '#api/db/seed/people.ts'
import { createRandom } from '#api/db/seed/random.ts'
import type { SubjectValue } from '#shared/identity/records/subject.ts'
import { mistype, TYPOS } from './typos.ts'
import { writtenForms } from './written-forms.ts'

/* Generated people who object to being shown, what is put on the list of them, and what is asked about them. */

const EVERY = 9

/** So many of the generated people, none beside the next. */
export function peopleToHide(people: number, seed: number, count: number): SeedPerson[] {
  const hidden: SeedPerson[] = []
  for (const { person } of makePeople(people, seed, 0))
    if (person.no % EVERY === 0 && hidden.length < count) hidden.push(person)
  return hidden
}

export const dayOf = ({ year, month, day }: SeedPerson) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
export const russianDay = (person: SeedPerson) => dayOf(person).split('-').reverse().join('.')
export const nameOf = ({ surname, givenName, patronymic }: SeedPerson) =>
  `${surname} ${givenName} ${patronymic}`

/** What an operator knows of somebody who objects: three things of seven, so that other records of them stay. */
export function knownOf(person: SeedPerson): SubjectValue[] {
  const all: SubjectValue[] = [
    { kind: 'phone', value: person.phone.slice(-10) },
    { kind: 'phone', value: person.homePhone.slice(-10) },
    { kind: 'email', value: person.email },
    { kind: 'inn', value: person.inn },
    { kind: 'snils', value: person.snils },
    { kind: 'passport', value: person.passport },
    { kind: 'name_dob', value: `${nameOf(person).toLowerCase().replaceAll('ё', 'е')} ${dayOf(person)}` }
  ]
  return all.filter((_, at) => (at + person.no) % 7 < 3)
}

/** Lines of every form: each identifier as people write it, the name in its forms, typing errors, and together. */
export function linesAbout(person: SeedPerson, seed: number): string[] {
  const random = createRandom(seed, person.no)
  const { surname, givenName, patronymic, phone, email, inn, snils, passport, address, car } = person
  const name = nameOf(person)
  const latin = `${everydayLatin(surname)} ${everydayLatin(givenName)}`
  const [phones, passports] = [writtenForms('phone', phone), writtenForms('passport', passport)]
  return [
    ...[
      phones,
      writtenForms('email', email),
      writtenForms('inn', inn),
      writtenForms('snils', snils),
      passports
    ].map(forms => random.pick(forms)),
    phone,
    random.pick(writtenForms('phone', person.homePhone)),
    name,
    random.pick(writtenForms('full_name', name)),
    `${givenName} ${surname}`,
    surname,
    `${surname} ${givenName.charAt(0)}. ${patronymic.charAt(0)}.`,
    `${surname} ${givenName} ${russianDay(person)}`,
    `${name} ${person.year}`,
    random.chance(0.5)
      ? latin
      : `${passportLatin(surname)} ${passportLatin(givenName)} ${russianDay(person)}`,
    `${mistype(surname, random.pick(TYPOS), random)} ${givenName} ${patronymic}`,
    `${surname} ${mistype(givenName, random.pick(TYPOS), random)}`,
    `${name} ${random.pick(phones)}`,
    random.chance(0.5) ? `${surname} ${email}` : `${russianDay(person)} ${name} ИНН ${inn}`,
    `${address.city} ${address.street} ${address.house} кв ${address.flat}`,
    ...(car ? [car.vin, random.pick(writtenForms('plate', car.plate))] : [`паспорт ${passport} ${surname}`])
  ]
}
