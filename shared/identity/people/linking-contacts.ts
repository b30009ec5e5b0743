import { compareNames } from '#shared/identity/matching/compare-names.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import type { MatchedRecord } from './linkage-record.ts'

/** A contact of more names is a company's and links nobody. */
const NAMES_OF_ONE_CONTACT = 4

/** Counts names that are not variants of each other, up to the limit. */
const hasTooManyNames = (names: readonly PersonName[]): boolean => {
  if (names.length <= NAMES_OF_ONE_CONTACT) return false
  const different: PersonName[] = []
  for (const name of names) {
    const isVariant = different.some(other => {
      const { contradicts, score } = compareNames(other, name)
      return contradicts.length === 0 && score > 0
    })
    if (!isVariant) different.push(name)
    if (different.length > NAMES_OF_ONE_CONTACT) return true
  }
  return false
}

const namesBeside = (records: readonly MatchedRecord[]): ReadonlyMap<string, readonly PersonName[]> => {
  const first = new Map<string, Attributes>()
  const beside = new Map<string, PersonName[]>()
  const add = (contact: string, attributes: Attributes): void => {
    const other = first.get(contact)
    if (!other) first.set(contact, attributes)
    else beside.set(contact, (beside.get(contact) ?? other.names).concat(attributes.names))
  }
  for (const { attributes } of records) {
    for (const phone of attributes.identifiers.phone) add(phone, attributes)
    for (const email of attributes.identifiers.email) add(email, attributes)
  }
  return beside
}

export const linkingContacts = (records: readonly MatchedRecord[]): ReadonlySet<string> => {
  const contacts = new Set<string>()
  for (const [contact, names] of namesBeside(records)) if (!hasTooManyNames(names)) contacts.add(contact)
  return contacts
}
