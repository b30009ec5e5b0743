import type { SQL } from 'bun'
import { type ExclusiveLock, withExclusiveLocks, withoutExclusive } from '#api/db/exclusive-lock.ts'
import { RecordsMovingError } from '#api/db/load-failure.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

/** Which engine holds the records, and how far they have moved to another one. */
export interface RecordHolder {
  engine: string
  target: string | null
  place: string | null
  moved: number
  leaving: string | null
}

const LOCK: ExclusiveLock = { name: 'records', busyError: () => new RecordsMovingError() }
const BUSY =
  'Сейчас кто-то загружает, убирает или переносит записи. Дождитесь конца и повторите: перенос продолжится.'

/**
 * Runs work that writes records, beside other such work and never beside a move. A move that was killed begins anew then:
 * what it has copied may not be so any more.
 */
export const whileWriting = <T>(connection: SQL, work: () => Promise<T>): Promise<T> =>
  withoutExclusive(connection, LOCK, async () => {
    await connection`UPDATE record_holder SET target = NULL, place = NULL, moved = 0 WHERE target IS NOT NULL`
    return await work()
  })

/** Runs work while nobody writes records. Throws an `OperatorError` when somebody does. */
export const whileNobodyWrites = <T>(owner: SQL, work: () => Promise<T>): Promise<T> =>
  withExclusiveLocks(owner, [{ ...LOCK, busyError: () => new OperatorError(BUSY) }], work)

/**
 * Before anybody has said which engine it is: Postgres, when there are records, since they came before there was a
 * choice; else the preferred one, and so it is said.
 */
export async function readHolder(sql: SQL, preferred: string): Promise<RecordHolder> {
  const read = async () => {
    const rows: RecordHolder[] = await sql`SELECT engine, target, place, moved::float8 AS moved, leaving
      FROM record_holder`
    return rows[0]
  }
  const known = await read()
  if (known) return known
  await sql`INSERT INTO record_holder (engine) SELECT CASE
      WHEN EXISTS (SELECT FROM source WHERE records > 0) THEN 'postgres' ELSE ${preferred}::text END
    ON CONFLICT DO NOTHING`
  return (await read()) ?? { engine: preferred, target: null, place: null, moved: 0, leaving: null }
}
