import type { SubjectValue } from '#shared/identity/records/subject.ts'
import type { ContactChannel } from '#shared/labels/subject-requests.ts'
import { dayText } from '#shared/texts/day.ts'

/** What a person states of themselves; '' where they do not. */
export interface Stated {
  name: string
  /** ISO. */
  birth_date: string
  /** Digits. */
  phone: string
  email: string
  note: string
}

/** By what somebody is looked for: a value as the list of suppressed people has it, and a line of a search. */
export interface Identifier {
  subject: SubjectValue
  line: string
  /** As a person reads it. */
  shown: string
  /** The code went there. */
  isConfirmed: boolean
}

const PHONE_DIGITS = 10

export function identifiersOf(stated: Stated, channel: ContactChannel): Identifier[] {
  const { name, birth_date: day, phone, email } = stated
  const identifiers: Identifier[] = []
  if (email !== '')
    identifiers.push({
      subject: { kind: 'email', value: email },
      line: email,
      shown: email,
      isConfirmed: channel === 'email'
    })
  if (phone !== '')
    identifiers.push({
      subject: { kind: 'phone', value: phone.slice(-PHONE_DIGITS) },
      line: `+${phone}`,
      shown: `+${phone}`,
      isConfirmed: channel === 'phone'
    })
  if (name !== '' && day !== '') {
    const shown = `${name}, ${dayText(day)}`
    const value = `${name.toLowerCase().replaceAll('ё', 'е')} ${day}`
    identifiers.push({
      subject: { kind: 'name_dob', value },
      line: `${name} ${dayText(day)}`,
      shown,
      isConfirmed: false
    })
  }
  return identifiers
}

export const contactOf = ({ email, phone }: Stated, channel: ContactChannel): string =>
  channel === 'email' ? email : phone
