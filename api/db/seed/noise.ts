import type { Address, Person } from './people.ts'
import { PLACEHOLDERS } from './places-table.ts'
import type { Random } from './random.ts'

/** Mostly correct data of a person. */
export interface SourceView {
  person: Person
  surname: string
  givenName: string
  patronymic: string
  year: number
  month: number
  day: number
  address: Address
}

const ALPHABET = 'абвгдежзиклмнопрстуфхцчшыэюя'

export function mistype(word: string, random: Random): string {
  if (word.length < 4) return word
  const at = random.between(1, word.length - 2)
  const before = word.slice(0, at)
  const roll = random.below(4)
  if (roll === 0) return before + word.slice(at + 1)
  if (roll === 1) return before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  const letter = ALPHABET.charAt(random.below(ALPHABET.length))
  return before + letter + word.slice(roll === 2 ? at + 1 : at)
}

const LOOK_ALIKES: Record<string, string> = { а: 'a', е: 'e', о: 'o', р: 'p', с: 'c' }

/** Latin letters of the same shape, as in copied tables. */
const withLookAlike = (word: string) => word.replace(/[аеорс]/, letter => LOOK_ALIKES[letter] ?? letter)

export function viewOf(person: Person, random: Random): SourceView {
  const roll = random.next()
  let { surname, givenName, patronymic, year, month, day } = person
  if (roll < 0.015) surname = mistype(surname, random)
  else if (roll < 0.02) givenName = mistype(givenName, random)
  else if (roll < 0.025) surname = withLookAlike(surname)
  else if (roll < 0.035) year += random.chance(0.5) ? 1 : -1
  else if (roll < 0.04 && day <= 12) [month, day] = [day, month]
  else if (roll < 0.06) {
    surname = surname.replaceAll('ё', 'е')
    givenName = givenName.replaceAll('ё', 'е')
    patronymic = patronymic.replaceAll('ё', 'е')
  }
  const address = random.chance(0.4) ? person.formerAddress : person.address
  return { person, surname, givenName, patronymic, year, month, day, address }
}

export function maybe(value: string, present: number, random: Random): string {
  const roll = random.next()
  if (roll < present) return value
  return roll < present + (1 - present) * 0.7 ? '' : random.pick(PLACEHOLDERS)
}
