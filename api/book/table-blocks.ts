import type { SQL } from 'bun'
import { BOOK_COLUMNS, type Unversioned } from './changes.ts'

/** A block, with the file and its length at the start. Another file has other places. */
interface TablePlace {
  from: number
  to: number
  file: number
}

/** About 5,000 records. */
const STEP_BLOCKS = 256

export const writtenPlace = ({ from, to, file }: TablePlace): string => `${from}:${to}:${file}`

async function readTable(sql: SQL): Promise<Omit<TablePlace, 'from'>> {
  const [table] = await sql<
    { file: number; blocks: number }[]
  >`SELECT pg_relation_filenode('rec')::int8::float8 AS file,
    ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks`
  return { file: table?.file ?? 0, to: table?.blocks ?? 0 }
}

/** Starts over when the table was rewritten. */
export async function tablePlace(sql: SQL, text: string | null): Promise<TablePlace> {
  const table = await readTable(sql)
  const [from = 0, to = 0, file] = text?.split(':').map(Number) ?? []
  return file === table.file ? { from, to, file } : { from: 0, ...table }
}

/** Records of some blocks and the next place; null at the end. Records that move behind `to` are in the change log. */
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
    // Read last, so that a rewrite meanwhile is noticed.
    const table = await readTable(tx)
    if (table.file !== place.file) return { records: [], next: { from: 0, ...table } }
    return { records, next: { ...place, from: end } }
  })
}
