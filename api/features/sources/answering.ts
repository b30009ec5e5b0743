import { partiesOf } from '#api/book/index-record.ts'
import type { SourceInPolicy } from '#api/engines/contract.ts'
import type { Passport } from '#shared/contracts/passport.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import { passportGaps, readPassport } from '#shared/rules/passport.ts'
import type { DeclaredSource } from './store.ts'

export interface AnsweringSource extends Pick<Passport, 'title' | 'kind' | 'origin' | 'basis'> {
  id: number
  key: string
  asOf: string
  fields: string[] | null
  /** Allowed purposes; null means any or none. */
  purposes: PurposeCode[] | null
  columns: DeclaredSource['columns']
  records: number
  adopted: boolean
  /** Some records may have keys of an older rule. */
  isRekeyed: boolean
  /** The index lacks changes. */
  isBehind: boolean
}

/** Null unless active with a passport in force. */
export function answeringSource(source: DeclaredSource): AnsweringSource[] {
  const {
    id,
    key,
    status,
    fields,
    purposes_allowed: purposes,
    columns,
    records,
    adopted,
    rekeyed,
    isBehind,
    today
  } = source
  if (status !== 'active' || passportGaps(source, today).length > 0) return []
  const { title, kind, origin, basis, obtained_at: asOf } = readPassport(source)
  const isRekeyed = rekeyed !== null
  return [
    {
      id,
      key,
      title,
      kind,
      origin,
      basis,
      asOf,
      fields,
      purposes,
      columns,
      records,
      adopted,
      isRekeyed,
      isBehind
    }
  ]
}

export function rekeyedOf(sources: readonly DeclaredSource[]): number | null {
  const loaded = sources.filter(({ adopted }) => !adopted)
  if (loaded.every(({ rekeyed }) => rekeyed === null)) return null
  const all = loaded.reduce((sum, { records }) => sum + records, 0)
  return loaded.reduce((sum, { records, rekeyed }) => sum + records * (rekeyed ?? 1), 0) / Math.max(1, all)
}

export function sourceInPolicy({ columns, fields, adopted, isRekeyed }: AnsweringSource): SourceInPolicy {
  const parties = partiesOf(columns)
  return {
    labels: columns.map(column => column.label),
    columns: Object.fromEntries(columns.map(column => [column.label, column.kind])),
    ...(parties && { parties }),
    ...(fields && { fields }),
    ...(adopted && { adopted }),
    ...(isRekeyed && { olderRule: true as const })
  }
}
