import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { Attributes } from './types.ts'

export type SubjectKind = 'phone' | 'email' | 'snils' | 'inn' | 'passport' | 'name_dob'

export interface SubjectValue {
  kind: SubjectKind
  value: string
}

const nameText = ({ surname, given, patronymic }: PersonName): string => {
  const parts = [surname, given, patronymic].filter(part => part !== undefined)
  return parts.join(' ').toLowerCase().replaceAll('ё', 'е').replace(/\s+/gu, ' ').trim()
}

/**
 * The values by which a suppression list knows a person (`docs/data-protection.md` §2): the last ten digits of a
 * phone, the e-mail in lower case, SNILS, INN and passport as digits, a name with its full birth date. Each value once.
 */
export const subjectValues = (attributes: Attributes): SubjectValue[] => {
  const values = new Map<string, SubjectValue>()
  const add = (kind: SubjectKind, value: string): void => {
    if (value !== '') values.getOrInsertComputed(`${kind}:${value}`, () => ({ kind, value }))
  }
  for (const phone of attributes.phones) add('phone', phone.slice(-10))
  for (const email of attributes.emails) add('email', email.trim().toLowerCase())
  for (const snils of attributes.snils) add('snils', snils)
  for (const inn of attributes.inns) add('inn', inn)
  for (const passport of attributes.passports) add('passport', passport)
  for (const date of attributes.birthDates) {
    if (date.month === undefined || date.day === undefined) continue
    const day = isoDate(date)
    for (const name of attributes.names) {
      const text = nameText(name)
      if (text.includes(' ')) add('name_dob', `${text} ${day}`)
    }
  }
  return [...values.values()]
}
