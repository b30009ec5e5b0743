import { isoDate } from './birth-date.ts'
import type { Facts, PersonName } from './types.ts'

export type SubjectKind = 'phone' | 'email' | 'snils' | 'inn' | 'passport' | 'name_dob'

export interface SubjectValue {
  kind: SubjectKind
  value: string
}

const nameText = (name: PersonName): string =>
  [name.surname, name.given, name.patronymic]
    .filter(part => part !== undefined)
    .join(' ')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s+/gu, ' ')
    .trim()

/**
 * The values by which a suppression list knows a person (`design/responsible-data.md` 2): the last ten digits of a
 * phone, the e-mail in lower case, SNILS, INN and passport as digits, a name with its full birth date. Each value once.
 */
export const subjectValues = (facts: Facts): SubjectValue[] => {
  const values: SubjectValue[] = [
    ...facts.phones.map(phone => ({ kind: 'phone' as const, value: phone.slice(-10) })),
    ...facts.emails.map(email => ({ kind: 'email' as const, value: email.trim().toLowerCase() })),
    ...facts.snils.map(value => ({ kind: 'snils' as const, value })),
    ...facts.inns.map(value => ({ kind: 'inn' as const, value })),
    ...facts.passports.map(value => ({ kind: 'passport' as const, value }))
  ]
  for (const date of facts.birthDates) {
    if (date.month === undefined || date.day === undefined) continue
    for (const name of facts.names) {
      const text = nameText(name)
      if (text.includes(' ')) values.push({ kind: 'name_dob', value: `${text} ${isoDate(date)}` })
    }
  }
  const seen = new Set<string>()
  return values.filter(
    ({ kind, value }) => value !== '' && !seen.has(`${kind}:${value}`) && seen.add(`${kind}:${value}`)
  )
}
