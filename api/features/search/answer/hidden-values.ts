import type { SourceKey } from '#api/engines/contract.ts'
import type { CurrentSources } from '#api/features/sources/service.ts'
import { asciiDigits } from '#shared/identity/identifiers/digits.ts'
import { isValidSnils } from '#shared/identity/identifiers/snils.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import { forEachIdentifierIn } from '#shared/identity/records/identifiers-in-text.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { createDigitMask } from './digit-mask.ts'
import { isHiddenKind } from './hidden-kinds.ts'

/** Values of records that are shown masked, as digits. */
export interface HiddenValues {
  /** Of columns that say so. */
  sure: Set<string>
  /** Of running text: rather a number too many, but no phone. */
  likely: Set<string>
  /** Last ten digits. */
  phones: Set<string>
}

export interface ReadRecord {
  source: SourceKey
  fields: Record<string, unknown>
}

const TEXT = 'text'
const HIDDEN_IDENTIFIERS = ['passport', 'inn', 'snils'] as const
const PARTS = /[;|\n\r\t/]+|,\s/
const PHONE_DIGITS = 10
const BESIDE = /[;|\n\r\t/"]+|,\s|\p{L}{2,}/u
const PHONE = /^(?:(?:00)?[78][3489]|9)\d{9}$/
/** Columns whose values are of a kind that no number of a person can be. */
const OTHER_NUMBERS: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'phone',
  'organization_phone',
  'birth_date',
  'date',
  'record_date',
  'email',
  'organization_email'
])

export const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '')

/** What of these records is not to be shown to whom it is masked for. */
export function hiddenValuesOf(
  records: Iterable<ReadRecord>,
  sources: CurrentSources['sources'],
  hidden: HiddenValues = { sure: new Set(), likely: new Set(), phones: new Set() }
): HiddenValues {
  for (const { source, fields } of records)
    for (const [label, value] of Object.entries(fields))
      if (typeof value === 'string') addValues(value, kindOf(label, sources.get(source)?.fieldKinds), hidden)
  return hidden
}

/** A column that was renamed for the answer has lost its kind, and is called as before all the same. */
export const kindOf = (label: string, kinds: Record<string, FieldKind> | undefined): FieldKind =>
  kinds?.[label] ?? kindOfHeader(label.replace(/(?: \(колонка\))+$/, '')) ?? 'other'

function addValues(written: string, kind: FieldKind, { sure, likely, phones }: HiddenValues): void {
  const value = asciiDigits(written)
  if (isHiddenKind(kind)) {
    for (const part of [value, ...value.split(PARTS)]) addDigits(sure, digitsOf(part))
    return
  }
  if (kind === 'phone' || kind === 'organization_phone')
    for (const part of value.split(PARTS)) phones.add(digitsOf(part).slice(-PHONE_DIGITS))
  if (OTHER_NUMBERS.has(kind)) return
  const { identifiers } = readAttributes({ [TEXT]: value }, { [TEXT]: 'other' })
  const labelled = HIDDEN_IDENTIFIERS.flatMap(each => identifiers[each])
  for (const each of labelled) addDigits(likely, each)
  const notPhones = new Set(labelled.map(digits => digits.slice(-PHONE_DIGITS)))
  const ofText = [...phonesIn(value), ...identifiers.phone.map(phone => phone.slice(-PHONE_DIGITS))]
  const own = new Set(ofText.filter(phone => !notPhones.has(phone)))
  for (const phone of own) phones.add(phone)
  // Digits of a phone and of what stands beside it would be somebody's number too.
  forEachIdentifierIn(withoutPhones(value, own), (kindInText, digits) => {
    if (isHiddenKind(kindInText)) addDigits(likely, digits)
  })
}

/** What stands by itself and can be nothing else: of a hundred phones one has the check digits of a SNILS. */
function phonesIn(text: string): string[] {
  const numbers = text.split(BESIDE).map(digitsOf)
  return numbers
    .filter(number => PHONE.test(number) && !isValidSnils(number))
    .map(number => number.slice(-PHONE_DIGITS))
}

function withoutPhones(text: string, phones: ReadonlySet<string>): string {
  if (phones.size === 0) return text
  const written = [...phones].flatMap(phone => [phone, `7${phone}`, `8${phone}`])
  return createDigitMask(written, 'x')(text)
}

/** A spreadsheet drops zeros at the beginning. */
function addDigits(values: Set<string>, digits: string): void {
  if (digits === '') return
  values.add(digits)
  const bare = digits.replace(/^0+/, '')
  if (bare.length >= PHONE_DIGITS - 2) values.add(bare)
}
