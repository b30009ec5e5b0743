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

export interface HiddenValues {
  /** From columns of the kind. */
  sure: Set<string>
  /** From running text. Prefers a false match to a miss, except for phones. */
  likely: Set<string>
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
/** Kinds that are never a personal number. */
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

/** A renamed column has lost its kind but keeps its label. */
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
  forEachIdentifierIn(withoutPhones(value, own), (kindInText, digits) => {
    if (isHiddenKind(kindInText)) addDigits(likely, digits)
  })
}

/** Only certain phones: one in a hundred passes the check of a SNILS. */
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

/** Spreadsheets drop leading zeros. */
function addDigits(values: Set<string>, digits: string): void {
  if (digits === '') return
  values.add(digits)
  const bare = digits.replace(/^0+/, '')
  if (bare.length >= PHONE_DIGITS - 2) values.add(bare)
}
