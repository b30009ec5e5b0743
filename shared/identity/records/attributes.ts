import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import {
  type IdentifierValues,
  identifierValues,
  NO_IDENTIFIERS
} from '#shared/identity/identifiers/kinds.ts'
import type { Gender, PersonName } from '#shared/identity/names/types.ts'
import { entrepreneurName } from '#shared/identity/organisations/entrepreneur.ts'
import {
  type OrganisationName,
  readOrganisationName
} from '#shared/identity/organisations/organisation-name.ts'
import { NO_TEXTS, unique } from '#shared/identity/text/lists.ts'
import { isIdentifierNumber, tokenize } from '#shared/identity/text/tokenize.ts'
import { homeAddresses, normalWorkplaces } from './attribute-texts.ts'
import { BIRTH_DATES_MAX, readBirthDates, readGender, readIdentifiers } from './attribute-values.ts'
import { collectWords, runningTexts, unparsedValues } from './attribute-words.ts'
import { detectAfterName, detectIdentifiers } from './detect-identifiers.ts'
import { type DisplayValues, NO_DISPLAY_VALUES, readDisplayValues } from './display-values.ts'
import { type FieldsByKind, groupFieldsByKind } from './fields-by-kind.ts'
import { extractLabelledIdentifiers } from './labelled-identifiers.ts'
import { readNames } from './name-fields.ts'
import { readRecordDate } from './record-date.ts'
import { type OrganisationValues, type Roles, readRoles } from './roles.ts'
import type { Attributes, Columns, OrganisationAttributes } from './types.ts'

/** Attributes of a record. Addresses and words are computed on first use, so a spread copy would lack them. */
export class RecordAttributes implements Attributes {
  names: PersonName[]
  wholeNames: readonly PersonName[]
  birthDates: PartialDate[]
  /** Names and dates beyond the comparison limit, which still belong to people. */
  readonly further: { names: readonly PersonName[]; birthDates: readonly PartialDate[] } | undefined
  gender: Gender | undefined
  identifiers: IdentifierValues
  /** Values that do not fit their column's kind, found by their words. */
  readonly unparsed: readonly string[]
  readonly besideNames: readonly string[]
  private addressesRead: string[] | undefined
  private workplacesRead: string[] | undefined
  private wordsRead: string[] | undefined
  private textsRead: readonly string[] | undefined
  private numbersRead: string[] | undefined
  private displayValuesRead: DisplayValues | undefined
  private recordDateRead: string | null | undefined
  private rolesRead: Roles | null | undefined
  private organisationsRead: readonly OrganisationName[] | undefined
  /** What the record states about organisations beside the person. */
  connected: OrganisationAttributes | undefined

  constructor(private readonly fields: FieldsByKind) {
    const { names, furtherNames = [], remarks, wholeNames } = readNames(fields)
    const birthDates = readBirthDates(fields)
    const isLong = furtherNames.length > 0 || birthDates.length > BIRTH_DATES_MAX
    this.names = names
    this.wholeNames = wholeNames
    this.besideNames = remarks
    this.birthDates = isLong ? birthDates.slice(0, BIRTH_DATES_MAX) : birthDates
    this.further = isLong ? { names: furtherNames, birthDates: birthDates.slice(BIRTH_DATES_MAX) } : undefined
    this.gender = readGender(fields)
    this.identifiers = readIdentifiers(fields)
    this.unparsed = unparsedValues(fields, this)
  }

  get addresses(): string[] {
    this.addressesRead ??= homeAddresses(this.displayValues)
    return this.addressesRead
  }

  get workplaces(): string[] {
    this.workplacesRead ??= normalWorkplaces(this.displayValues)
    return this.workplacesRead
  }

  get words(): string[] {
    this.wordsRead ??= collectWords(this.fields, this.texts)
    return this.wordsRead
  }

  get numbers(): string[] {
    this.numbersRead ??= this.words.filter(isIdentifierNumber)
    return this.numbersRead
  }

  get texts(): readonly string[] {
    this.textsRead ??= runningTexts(this.fields, this.unparsed, this.besideNames)
    return this.textsRead
  }

  /** Texts that may name somebody: without addresses and organisations, but with entrepreneurs. */
  get remarks(): readonly string[] {
    const {
      other = NO_TEXTS,
      position = NO_TEXTS,
      organization = NO_TEXTS,
      workplace = NO_TEXTS
    } = this.fields
    const entrepreneurs = [...organization, ...workplace].map(entrepreneurName)
    return [
      ...other,
      ...position,
      ...this.unparsed,
      ...this.besideNames,
      ...entrepreneurs.filter(name => name !== null)
    ]
  }

  /** Unmapped date columns: perhaps a birth. */
  get otherDates(): readonly string[] {
    return this.fields.date ?? NO_TEXTS
  }

  get displayValues(): DisplayValues {
    this.displayValuesRead ??= readDisplayValues(this.fields)
    return this.displayValuesRead
  }

  /** ISO date of the record as precise as written; null without one. */
  get recordDate(): string | null {
    if (this.recordDateRead === undefined) this.recordDateRead = readRecordDate(this.fields)
    return this.recordDateRead
  }

  /** Owners of the values; null when no organisation is stated. */
  get roles(): Roles | null {
    if (this.rolesRead === undefined) this.rolesRead = readRoles(this.fields, this)
    return this.rolesRead
  }

  get organisations(): readonly OrganisationName[] {
    this.organisationsRead ??= (this.roles?.organisation?.names ?? NO_TEXTS).map(readOrganisationName)
    return this.organisationsRead
  }

  /** The person's values; the whole record when it has no organisation. */
  personal(): RecordAttributes {
    const { roles } = this
    if (!roles || (!roles.organisation && roles.names.length === this.names.length)) return this
    const organisation = roles.organisation ?? NO_ORGANISATION
    const { addresses } = this.displayValues
    return this.copyWith({
      names: roles.names,
      identifiers: ownValues(this.identifiers, organisation.identifiers),
      displayValuesRead: {
        ...this.displayValues,
        addresses: addresses.filter(address => !organisation.addresses.includes(address))
      },
      organisationsRead: [],
      connected: connectedOf(organisation, this.organisations)
    })
  }

  organisational(organisation: OrganisationValues): RecordAttributes {
    const { names, identifiers, addresses } = organisation
    return this.copyWith({
      names: [],
      wholeNames: [],
      birthDates: [],
      gender: undefined,
      identifiers,
      displayValuesRead: { ...NO_DISPLAY_VALUES, addresses, organizations: names },
      wordsRead: this.roles?.hasPerson
        ? wordsOf([...names, ...addresses.map(({ written }) => written)])
        : this.words,
      numbersRead: undefined,
      organisationsRead: names.map(readOrganisationName)
    })
  }

  private copyWith(values: Partial<RecordAttributes> & Overrides): RecordAttributes {
    const fresh = { addressesRead: undefined, workplacesRead: undefined }
    return Object.assign(Object.create(RecordAttributes.prototype), this, fresh, values)
  }
}

interface Overrides {
  displayValuesRead: DisplayValues
  organisationsRead: readonly OrganisationName[]
  wordsRead?: string[]
  numbersRead?: undefined
}

const wordsOf = (texts: readonly string[]): string[] => unique(texts.flatMap(tokenize))

const NO_ORGANISATION: OrganisationValues = {
  names: [],
  identifiers: NO_IDENTIFIERS,
  addresses: []
}

const ownValues = (own: IdentifierValues, others: IdentifierValues): IdentifierValues =>
  identifierValues(kind =>
    others[kind].length === 0 ? own[kind] : own[kind].filter(value => !others[kind].includes(value))
  )

const connectedOf = (
  { identifiers, addresses }: OrganisationValues,
  organisations: readonly OrganisationName[]
): OrganisationAttributes => ({
  organisations,
  identifiers,
  addresses: unique(addresses.map(({ normal }) => normal))
})

/**
 * Reads labelled fields into comparable attributes; never throws. Lists are split, placeholders dropped, identifiers in
 * plain text count only behind a label. What cannot be parsed stays findable as words.
 */
export const readAttributes = (labelled: Record<string, string>, columns: Columns): RecordAttributes => {
  const fields = groupFieldsByKind(labelled, columns)
  const attributes = new RecordAttributes(fields)
  for (const text of fields.other ?? NO_TEXTS) extractLabelledIdentifiers(text, attributes)
  // The value behind a label may be the one missing from a column.
  if (attributes.unparsed.length > 0)
    for (const text of unparsedValues(fields, attributes)) detectIdentifiers(text, attributes)
  for (const text of attributes.besideNames) detectAfterName(text, attributes)
  return attributes
}
