import type { SourceKey } from '#api/engines/contract.ts'
import type { CurrentSources } from '#api/features/sources/service.ts'
import { asciiDigits } from '#shared/identity/identifiers/digits.ts'
import { isValidInn } from '#shared/identity/identifiers/inn.ts'
import { MASKED_KINDS } from '#shared/identity/identifiers/kinds.ts'
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
const PARTS = /[;|\n\r\t/]+|,\s/
const PHONE_DIGITS = 10
const BESIDE = /[;|\n\r\t/"]+|,\s|\p{L}{2,}/u
const PHONE = /^(?:(?:00)?[78][3489]|9)\d{9}$/
const DATES: ReadonlySet<string> = new Set<FieldKind>(['birth_date', 'date', 'record_date'])
const EMAIL_KINDS: ReadonlySet<string> = new Set<FieldKind>(['email', 'organization_email'])
const PHONE_IN_ITS_COLUMN = /^(?:(?:00)?[78])?[3489]\d{9}$/
const EMAILS = /^[^\s@]+@[^\s@]+(?:[;,|\s]+[^\s@]+@[^\s@]+)*$/
const MOMENT =
  /^\s*\d{1,4}[.\-/]\d{1,2}[.\-/]\d{1,4}(?:[T,\s]+\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d)?)?\s*$/

export const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '')

export function hiddenValuesOf(
  records: Iterable<ReadRecord>,
  sources: CurrentSources['sources'],
  hidden: HiddenValues = { sure: new Set(), likely: new Set(), phones: new Set() }
): HiddenValues {
  const columnKinds = createColumnKinds(sources)
  for (const { source, fields } of records)
    for (const [label, value] of Object.entries(fields))
      if (typeof value === 'string') addValues(value, columnKinds(source, label), hidden)
  return hidden
}

export interface ColumnKinds {
  kind: string
  ofHeader: string | null
}

/** A column that was given another kind, or was renamed, keeps what its label says. */
export const kindsOf = (label: string, kinds: Record<string, FieldKind> | undefined): ColumnKinds => {
  const ofHeader = kindOfHeader(label.replace(/(?: \(колонка\))+$/, ''))
  return { kind: kinds?.[label] ?? ofHeader ?? 'other', ofHeader }
}

/** Of the columns of sources; a header is read once. */
export function createColumnKinds(
  sources: CurrentSources['sources']
): (source: SourceKey, label: string) => ColumnKinds {
  const kindsBySource = new Map<SourceKey, Map<string, ColumnKinds>>()
  return (source, label) =>
    kindsBySource
      .getOrInsertComputed(source, () => new Map())
      .getOrInsertComputed(label, () => kindsOf(label, sources.get(source)?.fieldKinds))
}

/** By either, so that another kind uncovers nothing. */
export const isHiddenColumn = ({ kind, ofHeader }: ColumnKinds): boolean =>
  isHiddenKind(kind) || (ofHeader !== null && isHiddenKind(ofHeader))

export function addValues(written: string, kinds: ColumnKinds, { sure, likely, phones }: HiddenValues): void {
  let value = asciiDigits(written)
  const { kind } = kinds
  if (isHiddenColumn(kinds)) {
    for (const part of [value, ...value.split(PARTS)]) addDigits(sure, digitsOf(part))
    return
  }
  if (isPhone(kind)) {
    const { own = [], other = [] } = Object.groupBy(value.split(PARTS), part =>
      isOwnPhone(digitsOf(part), isPhone(kinds.ofHeader)) ? 'own' : 'other'
    )
    for (const part of own) phones.add(digitsOf(part).slice(-PHONE_DIGITS))
    value = other.join('; ')
  }
  if (DATES.has(kind) && MOMENT.test(value)) return
  if (EMAIL_KINDS.has(kind) && EMAILS.test(value.trim())) return
  const { identifiers } = readAttributes({ [TEXT]: value }, { [TEXT]: 'other' })
  const labelled = MASKED_KINDS.flatMap(each => identifiers[each])
  for (const each of labelled) addDigits(likely, each)
  const notPhones = new Set(labelled.map(digits => digits.slice(-PHONE_DIGITS)))
  const ofText = [...phonesIn(value), ...identifiers.phone.map(phone => phone.slice(-PHONE_DIGITS))]
  const own = new Set(ofText.filter(phone => !notPhones.has(phone)))
  for (const phone of own) phones.add(phone)
  forEachIdentifierIn(withoutPhones(value, own), (kindInText, digits) => {
    if (isHiddenKind(kindInText)) addDigits(likely, digits)
  })
}

const isPhone = (kind: string | null): boolean => kind === 'phone' || kind === 'organization_phone'

/** A kind alone is no proof: whoever gives it could uncover a column of other numbers. */
const isOwnPhone = (digits: string, isOfHeader: boolean): boolean =>
  isOfHeader
    ? PHONE_IN_ITS_COLUMN.test(digits) ||
      (digits.length > PHONE_DIGITS && !isValidSnils(digits) && !isValidInn(digits))
    : PHONE.test(digits) && !isValidSnils(digits)

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
