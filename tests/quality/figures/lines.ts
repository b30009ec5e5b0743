import type { Person } from '#api/db/seed/people.ts'

const two = (number: number) => String(number).padStart(2, '0')
export const nameOf = ({ surname, givenName, patronymic }: Person) => `${surname} ${givenName} ${patronymic}`
export const bornOf = ({ day, month, year }: Person) => `${two(day)}.${two(month)}.${year}`
export const nameAndDate = (person: Person) => `${nameOf(person)} ${bornOf(person)}`
