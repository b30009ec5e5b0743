import { SEED_SOURCES, type SeedRecord } from '#api/db/seed/sources-table.ts'
import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'

export const DATASET = 'records'

/** Columns that have a property of their own; whatever else a record holds goes to the notes, so that nothing is lost. */
const OWN_PROPERTY: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'full_name',
  'last_name',
  'first_name',
  'middle_name',
  'birth_date',
  'phone',
  'email',
  'inn',
  'snils',
  'passport',
  'address'
])

const COLUMNS = new Map<string, { label: string; kind: FieldKind }[]>(
  SEED_SOURCES.map(({ key, columns }) => [key, columns])
)

/** As FollowTheMoney writes one. */
interface Entity {
  id: string
  schema: string
  datasets: string[]
  properties: Record<string, string[]>
}

export const idOf = ({ source, rid }: SeedRecord) => `${source}:${rid}`

/** The values of a record with what its columns hold; placeholders are nothing. */
export const cellsOf = ({ source, values }: SeedRecord) =>
  (COLUMNS.get(source) ?? []).map(({ label, kind }, at) => {
    const value = values[at] ?? ''
    return { label, kind, value: isPlaceholder(value) ? '' : value }
  })

/** «1981», «1981-05», «1981-05-14». */
const isoDate = ({ year, month, day }: PartialDate) =>
  [year, month, day]
    .filter(part => part !== undefined)
    .map(part => String(part).padStart(2, '0'))
    .join('-')

/**
 * A record as a person of FollowTheMoney, clean as the peer takes entities: the dates ISO, the phones with `+`. Documents
 * are numbers of the person, which are matched; an `Identification` would be an entity that is not.
 */
export function entityOf(record: SeedRecord): Entity {
  const cells = cellsOf(record)
  const attributes = readAttributes(
    Object.fromEntries(cells.map(({ label, value }) => [label, value])),
    Object.fromEntries(cells.map(({ label, kind }) => [label, kind]))
  )
  const { identifiers } = attributes
  const of = (kind: FieldKind) => cells.filter(cell => cell.kind === kind).map(({ value }) => value)
  const parts = [of('last_name'), of('first_name'), of('middle_name')].flat().filter(Boolean).join(' ')
  const properties = {
    name: [...of('full_name'), parts],
    lastName: of('last_name'),
    firstName: of('first_name'),
    fatherName: of('middle_name'),
    birthDate: attributes.birthDates.map(isoDate),
    phone: identifiers.phone.map(phone => `+${phone}`),
    email: identifiers.email,
    innCode: identifiers.inn,
    idNumber: identifiers.snils,
    passportNumber: identifiers.passport,
    address: of('address'),
    notes: cells.filter(({ kind }) => !OWN_PROPERTY.has(kind)).map(({ value }) => value)
  }
  const present = Object.entries(properties)
    .map(([name, values]) => [name, values.filter(Boolean)] as const)
    .filter(([, values]) => values.length > 0)
  return {
    id: idOf(record),
    schema: 'Person',
    datasets: [DATASET],
    properties: Object.fromEntries(present)
  }
}
