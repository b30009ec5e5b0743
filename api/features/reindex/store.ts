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

/** From now on every process asks the target. */
export async function switchHolder(sql: SQL): Promise<void> {
  await sql`UPDATE record_holder SET engine = target, leaving = engine, target = NULL, place = NULL, moved = 0`
}

export async function noteLeft(sql: SQL): Promise<void> {
  await sql`UPDATE record_holder SET leaving = NULL`
}
