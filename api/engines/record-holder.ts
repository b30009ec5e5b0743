import type { SQL } from 'bun'
import {
  type ExclusiveLock,
  outsideTurns,
  withExclusiveLocks,
  withoutExclusive,
  withTurn
} from '#api/db/exclusive-lock.ts'
import { RecordsBackedUpError, RecordsMovingError } from '#api/db/load-failure.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { SearchEngine } from './contract.ts'
import type { StoredSnapshot } from './stored-record.ts'

/** Which engine holds the records, and how far they have moved to another one. */
export interface RecordHolder {
  engine: string
  target: string | null
  place: string | null
  moved: number
  leaving: string | null
}

const LOCK: ExclusiveLock = { name: 'records', busyError: () => new RecordsMovingError() }
/** Taken for the moment in which a backup stops all writing. */
const MOMENT: ExclusiveLock = { name: 'records-moment', busyError: () => new RecordsBackedUpError() }
const STILL_WRITING = 'Записи меняют без перерыва уже десять минут: дождитесь, пока станет тише, и повторите.'
const STILL_MOVING = 'Записи сейчас переносит bun run reindex. Дождитесь конца и повторите.'
/** How long whoever writes waits for the moment of a backup. */
const MOMENT_MAX_MS = 60_000
/** A portion may take minutes where the cluster is slow, and others come by turns with the backup. */
const WRITING_MAX_MS = 10 * 60_000
const BUSY =
  'Сейчас кто-то загружает, убирает или переносит записи. Дождитесь конца и повторите: перенос продолжится.'

/**
 * Runs work that writes records, beside other such work and never beside a move. A move that was killed begins anew then:
 * what it has copied may not be so any more.
 *
 * @param waitMs How long it waits for the moment in which a backup begins.
 * @throws RecordsMovingError beside a move, RecordsBackedUpError when that moment lasts.
 */
export const whileWriting = <T>(
  connection: SQL,
  work: () => Promise<T>,
  waitMs = MOMENT_MAX_MS
): Promise<T> =>
  outsideTurns(connection, MOMENT, waitMs, () =>
    withoutExclusive(connection, LOCK, async () => {
      await connection`UPDATE record_holder SET target = NULL, place = NULL, moved = 0 WHERE target IS NOT NULL`
      return await work()
    })
  )

/** Runs what is over in a moment while nobody writes or moves records. Whoever writes waits for it. */
const betweenWrites = <T>(owner: SQL, work: (connection: SQL) => Promise<T>): Promise<T> =>
  withTurn(
    owner,
    { ...MOMENT, busyError: () => new OperatorError(STILL_WRITING) },
    WRITING_MAX_MS,
    connection =>
      withoutExclusive(connection, { ...LOCK, busyError: () => new OperatorError(STILL_MOVING) }, () =>
        work(connection)
      )
  )

/** @throws OperatorError when the configuration does not lead to it. */
export function engineNamed(engines: readonly SearchEngine[], name: string): SearchEngine {
  const named = engines.find(engine => engine.name === name)
  if (named) return named
  throw new OperatorError(
    `Настройки не ведут в ${name}, где записи лежат или куда переходят: задайте ELASTICSEARCH_URL.`
  )
}

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
  const holder = await read()
  if (holder) return holder
  await sql`INSERT INTO record_holder (engine) SELECT CASE
      WHEN EXISTS (SELECT FROM source WHERE records > 0) THEN 'postgres' ELSE ${preferred}::text END
    ON CONFLICT DO NOTHING`
  return (await read()) ?? { engine: preferred, target: null, place: null, moved: 0, leaving: null }
}

/**
 * Opens a snapshot of the records as of the moment in which `beside` runs; null where they are in the database itself.
 *
 * @throws OperatorError when the configuration does not lead to them, while they move, and when somebody writes for long.
 */
export async function snapshotRecords(
  owner: SQL,
  engines: readonly SearchEngine[],
  beside: () => Promise<void>
): Promise<StoredSnapshot | null> {
  const read = async (sql: SQL) => {
    const [row] = await sql<{ engine: string }[]>`SELECT engine FROM record_holder`
    return engineNamed(engines, row?.engine ?? 'postgres')
  }
  const holder = await read(owner)
  if (holder.openSnapshot) {
    return await betweenWrites(owner, async connection => {
      if ((await read(connection)) !== holder) throw new OperatorError(STILL_MOVING)
      await beside()
      return (await holder.openSnapshot?.()) ?? null
    })
  }
  await beside()
  if ((await read(owner)) !== holder) throw new OperatorError(STILL_MOVING)
  return null
}
