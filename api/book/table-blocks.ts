import type { SQL } from 'bun'
import { BOOK_COLUMNS, type Unversioned } from './changes.ts'

/** A block of the table's file, which was so long at the beginning. In another file records lie elsewhere. */
interface TablePlace {
  from: number
  to: number
  file: number
}

/** Blocks of the table, about 5,000 records. */
const STEP_BLOCKS = 256

export const writtenPlace = ({ from, to, file }: TablePlace): string => `${from}:${to}:${file}`

async function readTable(sql: SQL): Promise<Omit<TablePlace, 'from'>> {
  const [table] = await sql<
    { file: number; blocks: number }[]
  >`SELECT pg_relation_filenode('rec')::int8::float8 AS file,
    ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks`
  return { file: table?.file ?? 0, to: table?.blocks ?? 0 }
}

/** Where to go on; at the beginning when the table has been written anew. */
export async function tablePlace(sql: SQL, text: string | null): Promise<TablePlace> {
  const table = await readTable(sql)
  const [from = 0, to = 0, file] = text?.split(':').map(Number) ?? []
  return file === table.file ? { from, to, file } : { from: 0, ...table }
}

/**
 * The records in some blocks from a place on, and the next place; null after the last one. Those that come or move behind
 * `to` meanwhile stand in the log of changes.
 */
export async function readBlocks(
  owner: SQL,
  place: TablePlace
): Promise<{ records: Unversioned[]; next: TablePlace } | null> {
  if (place.from >= place.to) return null
  const end = Math.min(place.to, place.from + STEP_BLOCKS)
  return await owner.begin(async tx => {
    const records = await tx.unsafe<Unversioned[]>(
      `SELECT ${BOOK_COLUMNS} FROM rec WHERE ctid >= $1::tid AND ctid < $2::tid`,
      [`(${place.from},0)`, `(${end},0)`]
    )
    // After the records: while they are read nobody writes the table anew.
    const table = await readTable(tx)
    if (table.file !== place.file) return { records: [], next: { from: 0, ...table } }
    return { records, next: { ...place, from: end } }
  })
}
