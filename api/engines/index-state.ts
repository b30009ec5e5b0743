import type { SQL } from 'bun'
import { type ExclusiveLock, withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'

/** Which index answers, which is being built, which are to be dropped. */
interface IndexState {
  engine: string
  /** Null in Postgres, and before the first index. */
  name: string | null
  /** Name of the index being built; `postgres` for Postgres. */
  building: string | null
  /** Progress over the initial records. */
  place: string | null
  /** Indices to drop, as `name` or `postgres`. */
  leaving: string[]
}

const REBUILD: ExclusiveLock = { name: 'reindex', busyError: () => new RebuildBusyError() }

export class RebuildBusyError extends OperatorError {
  override name = 'RebuildBusyError'

  constructor() {
    super('Индекс поиска уже строит другой процесс. Дождитесь конца')
  }
}

/** Exclusive among all builds, switches and drops. @throws RebuildBusyError while another process works. */
export const withRebuildLock = <T>(owner: SQL, work: () => Promise<T>): Promise<T> =>
  withExclusiveLocks(owner, [REBUILD], work)

/** Every process follows a switch within this time. */
export const FOLLOWED_MS = 1_000

/** Without a stored choice: Postgres if records predate it, else the preferred engine, which is stored. */
export async function readIndexState(sql: SQL, preferred: string): Promise<IndexState> {
  const read = async () => {
    const rows: IndexState[] = await sql`SELECT engine, name, building, place, leaving FROM search_index`
    return rows[0]
  }
  const state = await read()
  if (state) return state
  // An empty database has indexes of Postgres, which every load would maintain.
  await sql`INSERT INTO search_index (engine, leaving, switched_at)
    SELECT engine, CASE WHEN engine = 'postgres' THEN '{}'::text[] ELSE '{postgres}' END, 'epoch'::timestamptz FROM (SELECT CASE
      WHEN EXISTS (SELECT FROM source WHERE records > 0 AND NOT adopted) THEN 'postgres' ELSE ${preferred}::text END) AS first(engine)
    ON CONFLICT DO NOTHING`
  return (await read()) ?? { engine: preferred, name: null, building: null, place: null, leaving: [] }
}

export async function noteBuilding(owner: SQL, building: string, place: string | null): Promise<void> {
  await owner`UPDATE search_index SET building = ${building}, place = ${place}`
}

/** In a transaction without writers: every process asks the new index from now on. */
export async function switchIndex(tx: SQL, engine: string, name: string | null): Promise<void> {
  // `now()` would be the start of a long transaction.
  await tx`UPDATE search_index SET engine = ${engine}, name = ${name}, building = NULL, place = NULL,
    leaving = leaving || array_remove(ARRAY[CASE WHEN search_index.engine = 'postgres' THEN 'postgres'
      ELSE search_index.name END], NULL),
    switched_at = CASE WHEN search_index.engine <> 'postgres' AND search_index.name IS NULL
      THEN search_index.switched_at ELSE clock_timestamp() END`
}

export async function giveUpBuilding(owner: SQL, building: string): Promise<void> {
  await owner`UPDATE search_index SET building = NULL, place = NULL, leaving = leaving || building
    WHERE building = ${building}`
}

/** Running searches may still ask the previous index so long. */
const LEFT_SECONDS = (FOLLOWED_MS + SEARCH_DEADLINE_MS) / 1_000 + 1

/** The previous index is not asked any more. */
export async function mayBeDropped(sql: SQL): Promise<boolean> {
  const [row] = await sql<{ isOver: boolean }[]>`SELECT
    coalesce(switched_at < now() - make_interval(secs => ${LEFT_SECONDS}), true) AS "isOver" FROM search_index`
  return row?.isOver === true
}

/** It was dropped, or answers again. */
export async function unmarkLeaving(owner: SQL, left: string): Promise<void> {
  await owner`UPDATE search_index SET leaving = array_remove(leaving, ${left})`
}

export type ReadIndexState = () => Promise<IndexState>

/** Never older than `FOLLOWED_MS` while the database answers. */
export function followIndexState(sql: SQL, preferred: string): ReadIndexState {
  let latest: IndexState | undefined
  let reading: { at: number; state: Promise<IndexState> } | undefined
  return () => {
    const now = performance.now()
    if (reading && now - reading.at < FOLLOWED_MS) return reading.state
    const state = readIndexState(sql, preferred).then(
      current => {
        latest = current
        // Without an index it is looked up each time.
        if (current.engine !== 'postgres' && current.name === null) reading = undefined
        return current
      },
      error => {
        if (latest) return latest
        reading = undefined
        throw error
      }
    )
    reading = { at: now, state }
    return state
  }
}
