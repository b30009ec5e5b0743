import { partiesOf } from '#api/book/index-record.ts'
import type { SourceInPolicy } from '#api/engines/contract.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import { type Passport, passportGaps, readPassport } from '#shared/rules/passport.ts'
import type { DeclaredSource } from './store.ts'

export interface AnsweringSource
  extends Passport,
    Pick<DeclaredSource, 'id' | 'key' | 'columns' | 'records' | 'adopted' | 'isBehind'> {
  asOf: string
  fields: string[] | null
  /** Allowed purposes; null means any or none. */
  purposes: PurposeCode[] | null
  /** Some records may have keys of an older rule. */
  isRekeyed: boolean
}

/** None unless active with a passport in force. */
export function answeringSource(source: DeclaredSource): AnsweringSource[] {
  const { status, rekeyed, today, passport: declared, ...own } = source
  if (status !== 'active' || passportGaps(declared, today).length > 0) return []
  const passport = readPassport(declared)
  return [
    {
      ...own,
      ...passport,
      asOf: passport.obtained_at,
      fields: passport.fields ?? null,
      purposes: passport.purposes_allowed ?? null,
      isRekeyed: rekeyed !== null
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
