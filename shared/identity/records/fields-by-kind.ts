import { asciiDigits } from '#shared/identity/identifiers/digits.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { memoize, memoizeByObject } from '#shared/identity/text/memoize.ts'
import { sanitizeCell } from '#shared/identity/text/sanitize.ts'
import { type AddressColumns, addressColumns } from './addresses/columns.ts'
import { composeAddress } from './addresses/compose.ts'
import { kindOfHeader, refineKind } from './headers.ts'
import { ADDRESS_PARTS, type Columns, type FieldKind } from './types.ts'

/** Values by kind, in the order of the record. Phones include those of organisations, which find the record too. */
export type FieldsByKind = { readonly [Kind in FieldKind]?: string[] }

const kindByHeader = memoize((label: string): FieldKind => kindOfHeader(label) ?? 'other')

/** The kind of a column: as mapped, else by header, else text. */
export const kindsOf = memoizeByObject((columns: Columns): ((label: string) => FieldKind) => {
  const refined = new Map(Object.entries(columns).map(([label, kind]) => [label, refineKind(label, kind)]))
  return label => refined.get(label) ?? kindByHeader(label)
})

export const kindOfField = (label: string, columns: Columns): FieldKind => kindsOf(columns)(label)

const COMMON_KINDS: Partial<Record<FieldKind, FieldKind>> = {
  organization_inn: 'inn',
  organization_phone: 'phone',
  organization_email: 'email',
  organization_address: 'address'
}

const NAME_PARTS: ReadonlySet<FieldKind> = new Set<FieldKind>(['last_name', 'first_name', 'middle_name'])
/** Signs that reverse a text, so that it reads differently from what is stored. */
const TURNING = /[\u202b\u202d\u202e\u2067]/
/** Texts quoted in answers, whose reversing signs must stay. */
const SHOWN_AS_WRITTEN: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'address',
  'organization_address',
  ...ADDRESS_PARTS,
  'address_link',
  'birth_place',
  'citizenship',
  'position',
  'workplace',
  'organization',
  'other'
])
/** A longer text in a name column is a remark. */
const NAME_PART_CHARS_MAX = 240

const addressesOf = memoizeByObject((columns: Columns): readonly AddressColumns[] | null =>
  addressColumns(Object.keys(columns), kindsOf(columns))
)
const NO_ADDRESSES: readonly AddressColumns[] = []

const addressesOfRecord = (fields: Record<string, string>, columns: Columns): readonly AddressColumns[] =>
  (isDeclared(columns) ? addressesOf(columns) : addressColumns(Object.keys(fields), kindsOf(columns))) ??
  NO_ADDRESSES

const isDeclared = memoizeByObject((columns: Columns): boolean => Object.keys(columns).length > 0)

/** Replaces columns of address parts by whole addresses. */
const addAddresses = (
  byKind: { [Kind in FieldKind]?: string[] },
  parts: ReadonlyMap<string, AddressPartText>,
  addresses: readonly AddressColumns[]
): void => {
  const used = new Set<string>()
  for (const address of addresses) {
    const composed = composeAddress(address, label => parts.get(label)?.text)
    if (!composed) continue
    for (const label of composed.labels) used.add(label)
    push(byKind, 'address', composed.text)
    if (address.isOrganisation) push(byKind, 'organization_address', composed.text)
  }
  for (const [label, { kind, text }] of parts) if (!used.has(label)) addValue(byKind, kind, text)
}

interface AddressPartText {
  kind: FieldKind
  text: string
}

/** Skips empty fields and placeholders; only a passport series may be 0000. */
export const groupFieldsByKind = (fields: Record<string, string>, columns: Columns): FieldsByKind => {
  const byKind: { [Kind in FieldKind]?: string[] } = {}
  const kindOf = kindsOf(columns)
  const addresses = addressesOfRecord(fields, columns)
  const labels = addresses.length > 0 ? labelsIn(addresses) : null
  const parts = new Map<string, AddressPartText>()
  for (const label in fields) {
    const field = fields[label]
    if (typeof field !== 'string') continue
    const column = kindOf(label)
    const isAsWritten = SHOWN_AS_WRITTEN.has(column) && TURNING.test(field)
    const text = isAsWritten ? asciiDigits(field).trim() : sanitizeCell(field)
    if (text === '') continue
    if (column !== 'passport_series' && isPlaceholder(text)) continue
    const kind = NAME_PARTS.has(column) && text.length > NAME_PART_CHARS_MAX ? 'other' : column
    if (labels?.has(label)) parts.set(label, { kind, text })
    else addValue(byKind, kind, text)
  }
  if (parts.size > 0) addAddresses(byKind, parts, addresses)
  return byKind
}

const labelsIn = memoizeByObject(
  (addresses: readonly AddressColumns[]): ReadonlySet<string> =>
    new Set(addresses.flatMap(({ columns }) => columns.map(({ label }) => label)))
)

const addValue = (byKind: { [Kind in FieldKind]?: string[] }, kind: FieldKind, text: string): void => {
  push(byKind, kind, text)
  const common = COMMON_KINDS[kind]
  if (common) push(byKind, common, text)
}

const push = (byKind: { [Kind in FieldKind]?: string[] }, kind: FieldKind, text: string): void => {
  const values = byKind[kind]
  if (values) values.push(text)
  else byKind[kind] = [text]
}
