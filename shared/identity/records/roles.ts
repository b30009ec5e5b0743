import {
  type IdentifierValues,
  NO_IDENTIFIERS,
  PERSON_IDENTIFIER_KINDS
} from '#shared/identity/identifiers/kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { entrepreneurName } from '#shared/identity/organisations/entrepreneur.ts'
import { hasLegalForm, saysOrganisation, takeWholeForm } from '#shared/identity/organisations/legal-forms.ts'
import { readOrganisationName } from '#shared/identity/organisations/organisation-name.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { readCells } from './attribute-values.ts'
import { type Address, splitValues } from './display-values.ts'
import type { FieldsByKind } from './fields-by-kind.ts'
import type { Attributes } from './types.ts'

export interface OrganisationValues {
  /** As written: own columns, owners with a legal form, employers. */
  names: readonly string[]
  /** INN of ten digits, or of twelve when another entrepreneur's. */
  identifiers: IdentifierValues
  addresses: readonly Address[]
}

export interface Roles {
  names: PersonName[]
  /** False when everything belongs to the organisation. */
  hasPerson: boolean
  /** Null when the record states none. */
  organisation: OrganisationValues | null
}

type Read = Pick<Attributes, 'names' | 'birthDates' | 'gender' | 'identifiers'> & {
  readonly besideNames: readonly string[]
  readonly displayValues: { readonly addresses: readonly Address[] }
}

const INN_ORGANISATION_DIGITS = 10
const OGRN_ORGANISATION_DIGITS = 13

export const isOrganisationInn = (inn: string): boolean => inn.length === INN_ORGANISATION_DIGITS
const isOrganisationOgrn = (ogrn: string): boolean => ogrn.length === OGRN_ORGANISATION_DIGITS

export const isOrganisationNumber = (kind: IdentifierKind, value: string): boolean =>
  (kind === 'inn' && isOrganisationInn(value)) || (kind === 'ogrn' && isOrganisationOgrn(value))

const mayStateOrganisation = (fields: FieldsByKind, { identifiers: { inn, ogrn }, names }: Read): boolean =>
  fields.organization !== undefined ||
  fields.workplace !== undefined ||
  ogrn.length > 0 ||
  inn.some(isOrganisationInn) ||
  fields.organization_inn !== undefined ||
  fields.organization_phone !== undefined ||
  fields.organization_email !== undefined ||
  fields.organization_address !== undefined ||
  (fields.full_name !== undefined &&
    (names.length === 0
      ? fields.full_name.some(saysOrganisation)
      : fields.full_name.some(text => takeWholeForm(text) !== null)))

/**
 * Assigns values to people and organisations: by column, by kind (INN of ten digits and OGRN are organisations'), and
 * by context. In a register that names the organisation first, contacts are the organisation's; so is everything
 * without a person. Null when the record has no organisation.
 */
export const readRoles = (fields: FieldsByKind, read: Read): Roles | null => {
  if (!mayStateOrganisation(fields, read)) return null
  const columns = splitValues(fields.organization)
  const owners = ownersOf(fields, read)
  const employers = splitValues(fields.workplace)
  const people = read.names.filter(({ written }) => takeWholeForm(written) === null)
  const entrepreneurs = columns.flatMap(namesOfEntrepreneur)
  const names = [...columns, ...owners, ...employers].filter(isOrganisation)
  const { identifiers } = read
  const ogrns = identifiers.ogrn.filter(isOrganisationOgrn)
  const inns = identifiers.inn.filter(isOrganisationInn)

  const persons = people.length > 0 ? people : entrepreneurs
  const hasPerson =
    persons.length > 0 ||
    hasPersonalNumbersOrDate(read) ||
    inns.length < identifiers.inn.length ||
    ogrns.length < identifiers.ogrn.length ||
    fields.workplace !== undefined ||
    fields.full_name?.some(text => !saysOrganisation(text)) === true
  const isRegister =
    inns.length + ogrns.length > 0 && namesOrganisationFirst(fields) && !hasPersonalDetails(read)
  const others = innsOfOthers(fields, [...columns, ...employers], people, columns.length > 0)
  const all = !hasPerson || isRegister
  const organisation: OrganisationValues = {
    names,
    identifiers: {
      ...NO_IDENTIFIERS,
      inn: [...inns, ...others],
      ogrn: ogrns,
      phone: all ? identifiers.phone : readCells('phone', fields.organization_phone),
      email: all ? identifiers.email : readCells('email', fields.organization_email)
    },
    addresses: read.displayValues.addresses.filter(
      ({ written, link }) =>
        !link && (all || fields.organization_address?.some(text => text.includes(written)))
    )
  }
  return { names: persons, hasPerson, organisation: isEmpty(organisation) ? null : organisation }
}

/** «ООО «Вектор»», «Школа № 5», «Иванов Иван (ООО «Вектор»)»: beside a name only a legal form counts. */
const ownersOf = ({ full_name: texts = NO_TEXTS }: FieldsByKind, { names, besideNames }: Read): string[] =>
  texts
    .filter(names.length > 0 ? hasLegalForm : saysOrganisation)
    .flatMap(text => (besideNames.includes(text) ? text : besideNames.filter(hasLegalForm)))

const isEmpty = ({ names, identifiers, addresses }: OrganisationValues): boolean =>
  names.length + addresses.length === 0 && IDENTIFIER_KINDS.every(kind => identifiers[kind].length === 0)

const hasPersonalNumbersOrDate = ({ birthDates, identifiers }: Read): boolean =>
  birthDates.length > 0 || PERSON_IDENTIFIER_KINDS.some(kind => identifiers[kind].length > 0)

const hasPersonalDetails = (read: Read): boolean =>
  hasPersonalNumbersOrDate(read) || read.gender !== undefined

/** A record is about whom it names first: «Организация, ИНН, Руководитель», but «ФИО, Телефон, Организация». */
const namesOrganisationFirst = (fields: FieldsByKind): boolean => {
  for (const kind in fields) {
    if (kind === 'organization') return true
    if (kind === 'workplace' || kind === 'full_name' || kind === 'last_name' || kind === 'first_name')
      return false
  }
  return true
}

const namesOfEntrepreneur = (text: string): PersonName[] => {
  const name = entrepreneurName(text)
  return name === null ? [] : parseName(name, 1)
}

const isOrganisation = (text: string): boolean =>
  entrepreneurName(text) === null && readOrganisationName(text).key !== ''

/**
 * INN of twelve digits in an organisation column belongs to the employer, unless that is the person or nobody is named.
 */
const innsOfOthers = (
  { organization_inn: texts }: FieldsByKind,
  organisations: readonly string[],
  people: readonly PersonName[],
  isNamed: boolean
): string[] => {
  const inns = readCells('inn', texts).filter(inn => !isOrganisationInn(inn))
  if (inns.length === 0 || people.length === 0) return []
  const entrepreneurs = organisations.flatMap(namesOfEntrepreneur)
  if (entrepreneurs.length === 0) return isNamed ? inns : []
  const surnames = new Set(people.map(surnameOf))
  return entrepreneurs.some(name => surnames.has(surnameOf(name))) ? [] : inns
}

const surnameOf = (name: PersonName): string => prepareName(name).surname?.phoneticKey ?? ''
