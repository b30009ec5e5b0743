import type { SQL } from 'bun'
import { eq, ne } from 'drizzle-orm'
import type { SourceColumn } from '#api/book/index-record.ts'
import { orm } from '#api/db/orm.ts'
import { type SourceStatus, sources } from '#api/db/schema/index.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { RemapForm } from '#shared/contracts/admin/imports.ts'
import type { DeclaredPassport } from '#shared/contracts/passport.ts'
import { DATE_KINDS } from '#shared/identity/records/types.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Passport } from '#shared/rules/passport.ts'
import { passportColumns, storedPassport } from './passport-store.ts'

interface SourceRow {
  id: number
  key: string
  status: SourceStatus
  columns: SourceColumn[]
  records: number
  adopted: boolean
}

export interface DeclaredSource extends SourceRow {
  passport: DeclaredPassport
  /** The index has lacked changes for more than a moment. */
  isBehind: boolean
  /** Share of current keys (0–1); null when all are. */
  rekeyed: number | null
  today: string
}

/** An index follows within it. */
const BEHIND_SECONDS = 3

/** Plain SQL, because every process reads it each second: the builder takes 3.5 times as long. */
export async function declaredSources(sql: SQL): Promise<DeclaredSource[]> {
  const rows = await sql<
    (Omit<DeclaredSource, keyof SourceRow | 'passport'> & { row: SourceRow & Passport })[]
  >`SELECT to_jsonb(source) AS row, EXISTS (SELECT FROM search_index i JOIN record_follower f USING (name), record_change c
        WHERE c.src = source.id AND (c.xid, c.seq) > (f.xid, f.seq)
          AND c.at < now() - make_interval(secs => ${BEHIND_SECONDS})) AS "isBehind",
      (SELECT part / 1e6::float8 FROM import_job WHERE id = 'rekey:' || key AND state <> 'done') AS rekeyed,
      current_date::text AS today
    FROM source ORDER BY id`
  return rows.map(({ row, ...condition }) => {
    const { id, key, status, columns, records, adopted } = row
    return { id, key, status, columns, records, adopted, passport: storedPassport(row), ...condition }
  })
}

/**
 * Adds or updates a source and activates it, unless it `awaitsRecords`. Returns its number.
 * @throws OperatorError during a deletion of this key.
 */
export async function declareSource(
  sql: SQL,
  key: string,
  passport: Passport,
  { awaitsRecords = false } = {}
): Promise<number> {
  const declared = passportColumns(passport)
  const [row] = await orm(sql)
    .insert(sources)
    .values({ key, columns: [], status: awaitsRecords ? 'disabled' : 'active', ...declared })
    .onConflictDoUpdate({
      target: sources.key,
      set: awaitsRecords ? declared : { ...declared, status: 'active' },
      setWhere: ne(sources.status, 'deleting')
    })
    .returning({ id: sources.id })
  if (!row) throw new OperatorError(`Источник «${key}» сейчас удаляется. Повторите через несколько минут.`)
  return row.id
}

/** With the load that guessed its kind, if nobody chose it. */
interface StoredColumn extends SourceColumn {
  guessedBy?: number
}

export const plainColumn = (column: StoredColumn): SourceColumn => ({
  label: column.label,
  kind: column.kind,
  ...ownerOf(column)
})

/** Under the row lock, so that loads agree on positions. Existing kinds change only between dates. */
export async function addColumns(
  tx: SQL,
  sourceId: number,
  newColumns: readonly StoredColumn[]
): Promise<SourceColumn[]> {
  const ofSource = eq(sources.id, sourceId)
  const [row] = await orm(tx).select({ columns: sources.columns }).from(sources).where(ofSource).for('update')
  const columns = row?.columns ?? []
  const added = new Map(newColumns.map(column => [column.label, column]))
  const all = columns.map(column => {
    const other = added.get(column.label)
    added.delete(column.label)
    const isOtherDate = other && other.kind !== column.kind && areDates(other, column)
    const isChosen = other?.kind === column.kind && !other.guessedBy && column.guessedBy
    return isOtherDate || isChosen ? { ...other, ...ownerOf(column) } : column
  })
  all.push(...added.values())
  if (all.some((column, at) => column !== columns[at]))
    await orm(tx).update(sources).set({ columns: all }).where(ofSource)
  return all.map(plainColumn)
}

const ownerOf = ({ party }: SourceColumn): Pick<SourceColumn, 'party'> => (party ? { party } : {})

const areDates = (...columns: SourceColumn[]) => columns.every(({ kind }) => DATE_KINDS.has(kind))

/** Under the row lock. Returns all columns. */
export async function changeColumns(
  tx: SQL,
  key: string,
  { columns: kinds, parties }: RemapForm
): Promise<SourceColumn[]> {
  const ofSource = eq(sources.key, key)
  const [row] = await orm(tx).select({ columns: sources.columns }).from(sources).where(ofSource).for('update')
  const columns = (row?.columns ?? []).map(column => {
    const { label } = column
    const party = ownValue(parties, label) ?? column.party
    const owned = party ? { ...column, party } : column
    const kind = ownValue(kinds, label)
    return kind === undefined ? owned : plainColumn({ ...owned, kind })
  })
  await orm(tx).update(sources).set({ columns }).where(ofSource)
  return columns.map(plainColumn)
}
