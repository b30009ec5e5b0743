import { isValidInn } from '#shared/identity/identifiers/inn.ts'
import { NO_IDENTIFIERS } from '#shared/identity/identifiers/kinds.ts'
import { isValidOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import type { Address } from '#shared/identity/records/display-values.ts'
import { isOrganisationInn, type OrganisationValues } from '#shared/identity/records/roles.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { type OrganisationName, readOrganisationName } from './organisation-name.ts'

/** One organisation as one record states it. */
export interface Mention {
  record: MatchedRecord
  /** The record names nobody beside it. */
  isOwn: boolean
  values: OrganisationValues
  names: readonly OrganisationName[]
  /** Keys of its names: a full and a short one may differ. */
  keys: readonly string[]
  /** Valid numbers, which tell one organisation from another. */
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
 * The organisations of a record. Its numbers and contacts are those of the first that it names; of a record that names
 * nobody, all names are one organisation's.
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

/** True when nothing but a name is known, which several organisations may have. */
export const isNameOnly = ({ isOwn, values: { identifiers, addresses } }: Mention): boolean =>
  !isOwn && addresses.length === 0 && IDENTIFIER_KINDS.every(kind => identifiers[kind].length === 0)
