import type { SQL } from 'bun'
import type { PhoneRange } from './ranges.ts'

const ROWS_A_STATEMENT = 10_000

/** Number of the newest load, or null before the first. */
export async function newestEdition(sql: SQL): Promise<number | null> {
  const [row] = await sql<{ id: number | null }[]>`SELECT max(id) AS id FROM numbering_edition`
  return row?.id ?? null
}

/** Every range, in order. */
export async function allRanges(sql: SQL): Promise<PhoneRange[]> {
  return await sql`SELECT lo::float8 AS lo, hi::float8 AS hi, operator, region, country, kind FROM phone_range ORDER BY lo`
}

/**
 * Puts these ranges in the place of all that are there, in one transaction; readers see the old ones or the new ones.
 *
 * @param onlyWhenEmpty Leaves a table that holds anything alone.
 */
export async function replaceRanges(
  owner: SQL,
  ranges: readonly PhoneRange[],
  { files, onlyWhenEmpty }: { files: string[]; onlyWhenEmpty: boolean }
): Promise<void> {
  await owner.begin(async tx => {
    await tx`LOCK TABLE phone_range IN SHARE ROW EXCLUSIVE MODE`
    if (onlyWhenEmpty) {
      const [known] = await tx`SELECT 1 FROM phone_range LIMIT 1`
      if (known) return
    }
    await tx`DELETE FROM phone_range`
    for (let at = 0; at < ranges.length; at += ROWS_A_STATEMENT) {
      const rows = JSON.stringify(ranges.slice(at, at + ROWS_A_STATEMENT))
      await tx`INSERT INTO phone_range (lo, hi, operator, region, country, kind)
        SELECT lo, hi, operator, region, country, kind FROM json_to_recordset(${rows}::text::json)
          AS r(lo int8, hi int8, operator text, region text, country text, kind text)`
    }
    await tx`INSERT INTO numbering_edition (files, ranges) VALUES (${tx.array(files, 'TEXT')}, ${ranges.length})`
  })
}
