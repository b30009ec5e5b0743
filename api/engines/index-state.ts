import type { SQL } from 'bun'
import { type ExclusiveLock, withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'

/** Which index of the book answers, and what is made or left of others. An index of a cluster has a name of its own. */
export interface IndexState {
  engine: string
  /** Of the index that answers; null in Postgres, and before there is one. */
  name: string | null
  /** Name of the index that is being made; of Postgres its own name. */
  building: string | null
  /** How far it is with the records that were there when it began. */
  place: string | null
  /** What answered before or was given up, and is to be dropped: as `name`, or `postgres`. */
  leaving: string[]
}

const REBUILD: ExclusiveLock = { name: 'reindex', busyError: () => new RebuildBusyError() }

export class RebuildBusyError extends OperatorError {
  override name = 'RebuildBusyError'

  constructor() {
    super('Индекс поиска уже строит другой процесс. Дождитесь конца')
  }
}

/**
 * Whoever makes an index, switches to it or drops one does it alone, of whatever engine it is.
 *
 * @throws RebuildBusyError while another process does.
 */
export const alone = <T>(owner: SQL, work: () => Promise<T>): Promise<T> =>
  withExclusiveLocks(owner, [REBUILD], work)

/** A switch is followed everywhere within this. */
export const FOLLOWED_MS = 1_000

/**
 * Before anybody has said which engine it is: Postgres, when there are records, since they came before there was a choice;
 * else the preferred one, and so it is said.
 */
export async function readIndexState(sql: SQL, preferred: string): Promise<IndexState> {
  const read = async () => {
    const rows: IndexState[] = await sql`SELECT engine, name, building, place, leaving FROM search_index`
    return rows[0]
  }
  const state = await read()
  if (state) return state
  // Without records the indexes of Postgres are there, and where another one answers every load would keep them up.
  await sql`INSERT INTO search_index (engine, leaving, switched_at)
    SELECT engine, CASE WHEN engine = 'postgres' THEN '{}'::text[] ELSE '{postgres}' END, 'epoch'::timestamptz FROM (SELECT CASE
      WHEN EXISTS (SELECT FROM source WHERE records > 0 AND NOT adopted) THEN 'postgres' ELSE ${preferred}::text END) AS first(engine)
    ON CONFLICT DO NOTHING`
  return (await read()) ?? { engine: preferred, name: null, building: null, place: null, leaving: [] }
}

/** Begins an index, or goes on with it. */
export async function noteBuilding(owner: SQL, building: string, place: string | null): Promise<void> {
  await owner`UPDATE search_index SET building = ${building}, place = ${place}`
}

/** In the transaction in which nobody changes a record: from now on every process asks the index that was being made. */
export async function switchIndex(tx: SQL, engine: string, name: string | null): Promise<void> {
  // The transaction may have begun long ago.
  await tx`UPDATE search_index SET engine = ${engine}, name = ${name}, building = NULL, place = NULL,
    leaving = leaving || array_remove(ARRAY[CASE WHEN search_index.engine = 'postgres' THEN 'postgres'
      ELSE search_index.name END], NULL),
    switched_at = CASE WHEN search_index.engine <> 'postgres' AND search_index.name IS NULL
      THEN search_index.switched_at ELSE clock_timestamp() END`
}

/** Gives up the index that is being made. Nobody asks it. */
export async function giveUpBuilding(owner: SQL, building: string): Promise<void> {
  await owner`UPDATE search_index SET building = NULL, place = NULL, leaving = leaving || building
    WHERE building = ${building}`
}

/** How long searches that were begun may still ask the index that answered before. */
const LEFT_SECONDS = (FOLLOWED_MS + SEARCH_DEADLINE_MS) / 1_000 + 1

/** Whether nobody asks any more what answered before. */
export async function mayBeDropped(sql: SQL): Promise<boolean> {
  const [row] = await sql<{ isOver: boolean }[]>`SELECT
    coalesce(switched_at < now() - make_interval(secs => ${LEFT_SECONDS}), true) AS "isOver" FROM search_index`
  return row?.isOver === true
}

/** It is dropped, or answers again. */
export async function noteLeft(owner: SQL, left: string): Promise<void> {
  await owner`UPDATE search_index SET leaving = array_remove(leaving, ${left})`
}

export type ReadIndexState = () => Promise<IndexState>

/** The state, never older than `FOLLOWED_MS` while the database answers. */
export function followIndexState(sql: SQL, preferred: string): ReadIndexState {
  let latest: IndexState | undefined
  let reading: { at: number; state: Promise<IndexState> } | undefined
  return () => {
    const now = performance.now()
    if (reading && now - reading.at < FOLLOWED_MS) return reading.state
    const state = readIndexState(sql, preferred).then(
      current => {
        latest = current
        // Until there is an index it is looked for anew each time.
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
