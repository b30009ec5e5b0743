import { isValidInn } from '#shared/identity/identifiers/inn.ts'
import { NO_IDENTIFIERS } from '#shared/identity/identifiers/kinds.ts'
import { isValidOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import type { Address } from '#shared/identity/records/display-values.ts'
import { isOrganisationInn, type OrganisationValues } from '#shared/identity/records/roles.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { type OrganisationName, readOrganisationName } from './organisation-name.ts'

export interface Mention {
  record: MatchedRecord
  isOwn: boolean
  values: OrganisationValues
  names: readonly OrganisationName[]
  /** Keys of its names, full and short. */
  keys: readonly string[]
  inns: readonly string[]
  ogrns: readonly string[]
  contacts: readonly string[]
  addresses: readonly Address[]
}

const NO_VALUES: OrganisationValues = {
  names: [],
  identifiers: NO_IDENTIFIERS,
  addresses: []
}

/**
 * Organisations of a record. Numbers and contacts belong to the first; without people all names are one organisation's.
 */
export const readMentions = (record: MatchedRecord): Mention[] => {
  const { roles } = record.attributes
  if (!roles?.organisation) return []
  const { organisation, hasPerson } = roles
  const [first, ...others] = [...Map.groupBy(organisation.names, keyOf).values()]
  if (!hasPerson) return [mentionOf(record, true, organisation)]
  return [
    mentionOf(record, false, { ...organisation, names: first ?? [] }),
    ...others.map(names => mentionOf(record, false, { ...NO_VALUES, names }))
  ]
}

const keyOf = (name: string): string => readOrganisationName(name).key

const mentionOf = (record: MatchedRecord, isOwn: boolean, values: OrganisationValues): Mention => {
  const names = values.names.map(readOrganisationName)
  return {
    record,
    isOwn,
    values,
    names,
    keys: unique(names.map(({ key }) => key)),
    inns: values.identifiers.inn.filter(inn => isOrganisationInn(inn) && isValidInn(inn)),
    ogrns: values.identifiers.ogrn.filter(isValidOgrn),
    contacts: [...values.identifiers.phone, ...values.identifiers.email],
    addresses: values.addresses
  }
}

export const isNameOnlyMention = ({ isOwn, values: { identifiers, addresses } }: Mention): boolean =>
  !isOwn && addresses.length === 0 && IDENTIFIER_KINDS.every(kind => identifiers[kind].length === 0)
