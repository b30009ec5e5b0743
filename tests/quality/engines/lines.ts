import type { Person } from '#api/db/seed/people.ts'
import { createRandom, type Random } from '#api/db/seed/random.ts'
import { toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'
import { mistype, TYPOS } from '#tests/kit/typos.ts'
import { bornOf, nameAndDate, nameOf } from '../figures/lines.ts'
import { samplePeople, type Truth } from '../truth.ts'

type Write = (person: Person, random: Random) => string

const initials = ({ givenName, patronymic }: Person) => `${givenName.charAt(0)}. ${patronymic.charAt(0)}.`

/** Every kind of line that people ask. */
export const KINDS: Record<string, Write> = {
  'фамилия, имя и отчество': nameOf,
  'имя, отчество и фамилия': ({ surname, givenName, patronymic }) => `${givenName} ${patronymic} ${surname}`,
  'фамилия и имя': ({ surname, givenName }) => `${surname} ${givenName}`,
  'фамилия и инициалы': person => `${person.surname} ${initials(person)}`,
  фамилия: ({ surname }) => surname,
  'уменьшительное имя': ({ surname, diminutive }) => `${surname} ${diminutive}`,
  'имя и дата': nameAndDate,
  'имя и год': person => `${nameOf(person)} ${person.year}`,
  'фамилия, имя и дата': person => `${person.surname} ${person.givenName} ${bornOf(person)}`,
  дата: bornOf,
  телефон: ({ phone }) => phone,
  'имя и телефон': person => `${nameOf(person)} ${person.phone}`,
  почта: ({ email }) => email,
  ИНН: ({ inn }) => `ИНН ${inn}`,
  СНИЛС: ({ snils }) => snils,
  паспорт: ({ passport }) => `паспорт ${passport}`,
  'число без подписи': ({ inn }) => inn,
  VIN: ({ car, phone }) => car?.vin ?? phone,
  номер: ({ car, phone }) => car?.plate ?? phone,
  'опечатка в фамилии': (person, random) =>
    nameOf({ ...person, surname: mistype(person.surname, random.pick(TYPOS), random) }),
  'опечатка в имени': (person, random) =>
    nameAndDate({ ...person, givenName: mistype(person.givenName, random.pick(TYPOS), random) }),
  'другая раскладка': person => toLatinLayout(nameOf(person)),
  'имя и город': person => `${person.surname} ${person.givenName} ${person.address.city}`,
  адрес: ({ address: { city, street, house, flat } }) => `${city}, ${street}, ${house}, кв. ${flat}`,
  'место работы': ({ workplace }) => workplace,
  'два человека': (person, random) =>
    `${nameOf(person)}; ${person.surname} ${random.pick(['Анна', 'Иван', 'Ольга'])}`,
  'кого нет': (_person, random) => `Небывальцев Акакий ${random.below(1_000_000)}`
}

export interface AskedLine {
  person: Person
  kind: string
  line: string
}

/** Lines of all kinds in turn, about people all over the loaded ones, the same for the same seed. */
export function linesAbout(truth: Truth, count: number): AskedLine[] {
  const kinds = Object.entries(KINDS)
  const random = createRandom(truth.seed, 77)
  return samplePeople(truth, count, 78).flatMap((person, at) => {
    const [kind, write] = kinds[at % kinds.length] ?? []
    return kind && write ? [{ person, kind, line: write(person, random) }] : []
  })
}
