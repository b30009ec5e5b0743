import type { SQL } from 'bun'

/** Begins a move anew. */
export async function beginMove(sql: SQL, target: string): Promise<void> {
  await sql`UPDATE record_holder SET target = ${target}, place = NULL, moved = 0`
}

/** In the transaction of the records that it counts, where the target shares it. */
export async function notePlace(tx: SQL, place: string | null, moved: number): Promise<void> {
  await tx`UPDATE record_holder SET place = ${place}, moved = ${moved}`
}

/** What is not the same is copied anew the next time. */
export async function forgetMove(sql: SQL): Promise<void> {
  await sql`UPDATE record_holder SET target = NULL, place = NULL, moved = 0`
}

/** From now on every process asks the target, which has so many records of each source. */
export async function switchHolder(sql: SQL, counts: ReadonlyMap<string, number>): Promise<void> {
  await sql.begin(async tx => {
    await bookCounts(tx, counts)
    await tx`UPDATE record_holder SET engine = target, leaving = engine, target = NULL, place = NULL, moved = 0`
  })
}

export async function noteLeft(sql: SQL): Promise<void> {
  await sql`UPDATE record_holder SET leaving = NULL`
}

/** What is booked of a source whose records this product loaded. */
export interface BookedSource {
  key: string
  booked: number
  /** Records that removals under way have booked as removed, and may not have removed yet. */
  leaving: number
  /** Batches of loads that are not at their end. */
  running: number[]
}

/** Of those that are being deleted nothing has to be there. */
export async function bookedSources(sql: SQL): Promise<BookedSource[]> {
  return await sql`SELECT key, records::float8 AS booked,
      (SELECT coalesce(sum(cardinality(numbers)), 0)::float8 FROM removal_portion
        JOIN import_batch ON import_batch.id = batch_id WHERE source_id = source.id) AS leaving,
      (SELECT coalesce(json_agg(id ORDER BY id), '[]') FROM import_batch
        WHERE source_id = source.id AND state = 'running') AS running
    FROM source WHERE NOT adopted AND status <> 'deleting' ORDER BY key`
}

/** How the indices of the records are called in a cluster, «sverka-1a2b3c4d5e6f-*»; null where there are none. */
export async function indicesOf(sql: SQL): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`SELECT name FROM elastic_namespace`
  return row ? `${row.name}-*` : null
}

/**
 * Notes how many records each source has that was loaded. Those that a removal has booked before it removed them are among
 * them, so they are booked again by whoever goes on with it.
 */
export async function bookCounts(tx: SQL, counts: ReadonlyMap<string, number>): Promise<void> {
  await tx`UPDATE source SET records = coalesce((${JSON.stringify(Object.fromEntries(counts))}::text::jsonb -> key)::int8, 0)
    WHERE NOT adopted`
  await tx`DELETE FROM removal_portion`
  await tx`DELETE FROM leaving_index`
}
