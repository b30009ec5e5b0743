import { ADDRESS_PARTS, type AddressPart, type FieldKind } from '#shared/identity/records/types.ts'
import { type AddressHeader, readAddressHeader } from './headers.ts'

interface Column extends AddressHeader {
  label: string
  part: AddressPart | 'address'
  place: number
}

export interface AddressColumns {
  columns: readonly Pick<Column, 'label' | 'part' | 'word'>[]
  isOrganisation: boolean
}

const PARTS: ReadonlySet<FieldKind> = new Set<FieldKind>(ADDRESS_PARTS)
const isAddressPart = (kind: FieldKind): kind is AddressPart => PARTS.has(kind)

const placeOf = (part: Column['part']): number => ADDRESS_PARTS.indexOf(part === 'address' ? 'street' : part)
const byPart = (a: Column, b: Column): number => placeOf(a.part) - placeOf(b.part) || a.place - b.place

const lacks = (columns: readonly Column[], part: Column['part']): boolean =>
  columns.every(column => column.part !== part)

const hasStreet = (columns: readonly Column[]): boolean =>
  !lacks(columns, 'street') || !lacks(columns, 'address')

/** Less than this is shared by many or a bare number. */
const isAddress = (columns: readonly Column[]): boolean =>
  hasStreet(columns) || !(lacks(columns, 'city') || lacks(columns, 'house'))

const groupOf = ({ owner, group, isOrganisation }: Column): string =>
  `${owner}|${isOrganisation ? 'organisation' : ''}|${group}`

/** A whole text beside a street is another spelling of it. */
const separate = (columns: readonly Column[]): Column[][] => {
  const texts = columns.filter(({ part }) => part === 'address')
  const parts = columns.filter(({ part }) => part !== 'address')
  const [only] = texts
  if (!only || isAddress(parts))
    return parts.length > 0 ? [parts, ...texts.map(text => [text])] : texts.map(text => [text])
  return texts.length === 1 ? [[...parts, only]] : [parts, ...texts.map(text => [text])]
}

const isUnnamed = ({ group }: Column): boolean => /^\d*$/.test(group)

/** Same owner and no other name. */
const mayJoin = (part: Column, [first]: readonly Column[]): boolean =>
  first !== undefined &&
  part.owner === first.owner &&
  part.isOrganisation === first.isOrganisation &&
  (part.group === first.group || isUnnamed(part) || isUnnamed(first))

/** Adds a loose column to the address before it; columns before all go to each that lacks them. */
const complete = (addresses: readonly Column[][], loose: readonly Column[]): void => {
  const starts = addresses.map(columns => Math.min(...columns.map(({ place }) => place)))
  for (const column of loose) {
    const open = addresses.filter(columns => mayJoin(column, columns) && lacks(columns, column.part))
    const before = open.filter(columns => (starts[addresses.indexOf(columns)] ?? 0) < column.place).at(-1)
    if (before) before.push(column)
    else
      open.forEach((columns, at) => {
        if (at === 0 || lacks(columns, 'city')) columns.push(column)
      })
  }
}

/** Groups columns into addresses by their words and owner. Null when no column holds a part. */
export const addressColumns = (
  labels: readonly string[],
  kindOf: (label: string) => FieldKind
): AddressColumns[] | null => {
  const columns = labels.flatMap((label, place): Column[] => {
    const kind = kindOf(label)
    const isWhole = kind === 'address' || kind === 'organization_address'
    if (!isWhole && !isAddressPart(kind)) return []
    const header = readAddressHeader(label)
    const isOrganisation = header.isOrganisation || kind === 'organization_address'
    return [{ ...header, isOrganisation, label, place, part: isWhole ? 'address' : kind }]
  })
  if (columns.every(({ part }) => part === 'address')) return null
  const groups = [...Map.groupBy(columns, groupOf).values()].flatMap(separate)
  /** A house belongs to a town unless a street of another name has it. */
  const isOfStreet = (column: Column): boolean =>
    column.part === 'house' &&
    groups.some(group => hasStreet(group) && lacks(group, 'house') && mayJoin(column, group))
  const addresses = groups.filter(group => hasStreet(group) || (isAddress(group) && !group.some(isOfStreet)))
  complete(addresses, groups.filter(group => !addresses.includes(group)).flat())
  return addresses
    .filter(group => group.length > 1 || group[0]?.part !== 'address')
    .map(group => ({
      columns: group.toSorted(byPart).map(({ label, part, word }) => ({ label, part, word })),
      isOrganisation: group.some(({ isOrganisation }) => isOrganisation)
    }))
}
