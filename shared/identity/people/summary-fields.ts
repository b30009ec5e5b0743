import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { formatBirthDate, isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { formatInn, isValidInn } from '#shared/identity/identifiers/inn.ts'
import { formatOgrn, isValidOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { formatPassport } from '#shared/identity/identifiers/passport.ts'
import { formatPhone, isPhoneForSummary } from '#shared/identity/identifiers/phone.ts'
import { formatPlate } from '#shared/identity/identifiers/plate.ts'
import { formatSnils, isValidSnils } from '#shared/identity/identifiers/snils.ts'
import { formatVin } from '#shared/identity/identifiers/vin.ts'
import { compareDates, isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { formatName, pickDisplayName } from '#shared/identity/names/display-name.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { sameAddress } from '#shared/identity/records/address.ts'
import { organizationKey } from '#shared/identity/records/attribute-texts.ts'
import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import type { Address } from '#shared/identity/records/display-values.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'

/** How the summary reads, compares and shows one kind of field. */
export interface SummaryField<T> {
  label: string
  read(attributes: RecordAttributes): readonly T[]
  /** Values with equal keys are one. */
  key(variant: T): string
  /** True when two spellings mean the same value. */
  same?(a: T, b: T): boolean
  conflicts?(a: T, b: T): boolean
  show(variants: readonly T[]): string
  valid?(variant: T): boolean
  /** Fuller variants come first. */
  before?(a: T, b: T): number
}

const field = <T>(description: SummaryField<T>): SummaryField<unknown> => description as SummaryField<unknown>

const numbers = (
  label: string,
  read: (attributes: RecordAttributes) => readonly string[],
  format: (value: string) => string,
  options: { valid?: (value: string) => boolean; onlyOne?: (value: string) => boolean } = {}
): SummaryField<unknown> =>
  field<string>({
    label,
    read,
    key: value => value,
    show: variants => format(variants[0] ?? ''),
    ...(options.valid && { valid: options.valid }),
    ...(options.onlyOne && { conflicts: (a, b) => options.onlyOne?.(a) === true && options.onlyOne(b) })
  })

const longest = (variants: readonly string[]): string => {
  let best = ''
  for (const text of variants) if (text.length > best.length) best = text
  return best
}

const phrases = (
  label: string,
  read: (attributes: RecordAttributes) => readonly string[]
): SummaryField<unknown> => field<string>({ label, read, key: organizationKey, show: longest })

const isHome = (address: Address): boolean => !address.link

const SAME_NAME = 0.75
const always = () => true

/** The rows of the summary in their order. */
export const SUMMARY_FIELDS: SummaryField<unknown>[] = [
  field<PersonName>({
    label: FIELD_LABELS.full_name,
    read: attributes => attributes.names,
    key: name => prepareName(name).key,
    same: (a, b) => {
      const { score, contradicts } = compareNames(a, b)
      return contradicts.length === 0 && score >= SAME_NAME
    },
    conflicts: (a, b) => compareNames(a, b).contradicts.length > 0,
    show: variants => {
      const name = pickDisplayName(variants)
      return name ? formatName(name) : ''
    },
    before: (a, b) => Object.keys(b).length - Object.keys(a).length
  }),
  field<PartialDate>({
    label: FIELD_LABELS.birth_date,
    read: attributes => attributes.birthDates,
    key: isoDate,
    same: (a, b) => compareDates([a], [b])?.agreement === 'year',
    conflicts: always,
    show: variants => formatBirthDate(variants.find(isFullDate) ?? (variants[0] as PartialDate)),
    before: (a, b) => isoDate(b).length - isoDate(a).length
  }),
  numbers(FIELD_LABELS.phone, attributes => attributes.phones.filter(isPhoneForSummary), formatPhone),
  numbers(FIELD_LABELS.email, attributes => attributes.emails, String),
  numbers(FIELD_LABELS.inn, attributes => attributes.inns, formatInn, {
    valid: isValidInn,
    onlyOne: inn => inn.length === 12
  }),
  numbers(FIELD_LABELS.snils, attributes => attributes.snils, formatSnils, {
    valid: isValidSnils,
    onlyOne: always
  }),
  numbers(FIELD_LABELS.passport, attributes => attributes.passports, formatPassport, { onlyOne: always }),
  field<Address>({
    label: FIELD_LABELS.address,
    read: ({ displayValues: written }) => written.addresses.filter(isHome),
    key: address => address.normal,
    same: (a, b) => sameAddress(a.normal, b.normal),
    conflicts: always,
    show: variants => longest(variants.map(address => address.written)),
    before: (a, b) => b.normal.length - a.normal.length
  }),
  phrases(FIELD_LABELS.workplace, ({ displayValues: written }) => written.workplaces),
  phrases(FIELD_LABELS.organization, ({ displayValues: written }) => written.organizations),
  numbers(FIELD_LABELS.ogrn, attributes => attributes.ogrns, formatOgrn, { valid: isValidOgrn }),
  numbers(FIELD_LABELS.vin, attributes => attributes.vins, formatVin),
  numbers(FIELD_LABELS.plate, attributes => attributes.plates, formatPlate)
]
