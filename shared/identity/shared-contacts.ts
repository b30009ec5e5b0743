import type { Judged } from './profile.ts'
import { compareNames } from './score-name.ts'
import type { PersonName } from './types.ts'

/** A phone or e-mail of more names than this is a company's and links nobody. */
const NAMES_OF_ONE_CONTACT = 4

/** Names that are not just other writings of each other; counting stops when there are too many. */
const hasTooManyNames = (names: readonly PersonName[]): boolean => {
  const different: PersonName[] = []
  for (const name of names) {
    const known = different.some(other => {
      const { contradicts, score } = compareNames(other, name)
      return contradicts.length === 0 && score > 0
    })
    if (!known) different.push(name)
    if (different.length > NAMES_OF_ONE_CONTACT) return true
  }
  return false
}

const namesBeside = (contact: string, records: readonly Judged[]): PersonName[] =>
  records.flatMap(({ facts }) =>
    facts.phones.includes(contact) || facts.emails.includes(contact) ? facts.names : []
  )

/** The phones and e-mails that belong to nobody in particular. */
export const sharedContacts = (records: readonly Judged[]): ReadonlySet<string> => {
  const shared = new Set<string>()
  const said = records.reduce((sum, { facts }) => sum + facts.names.length, 0)
  if (said <= NAMES_OF_ONE_CONTACT) return shared
  const counts = new Map<string, number>()
  for (const { facts } of records)
    for (const contacts of [facts.phones, facts.emails])
      for (const contact of contacts) counts.set(contact, (counts.get(contact) ?? 0) + facts.names.length)
  for (const [contact, count] of counts)
    if (count > NAMES_OF_ONE_CONTACT && hasTooManyNames(namesBeside(contact, records))) shared.add(contact)
  return shared
}
