import type { SQL } from 'bun'

/** Who types a surname of more records than this needs another word of the name and not a longer list. */
const FREQUENT_RECORDS = 1_000
const FRESH_MS = 60_000

/**
 * Tells surnames, as `storedKey` writes them, that very many records share. What Postgres itself counted (ANALYZE) is
 * read in the background now and then; until it is, and where nothing was counted, no surname is frequent.
 */
export function createFrequentSurnames(sql: SQL): (surname: string) => boolean {
  let known = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    const rows = await sql<{ surname: string }[]>`SELECT surname::text AS surname
      FROM pg_stats s CROSS JOIN LATERAL
        unnest(s.most_common_vals::text::int8[], s.most_common_freqs) AS common(surname, part)
      WHERE s.schemaname = current_schema() AND s.tablename = 'rec' AND s.attname = 'sur'
        AND part * (SELECT reltuples FROM pg_class WHERE oid = 'rec'::regclass) > ${FREQUENT_RECORDS}`
    known = new Set(rows.map(row => row.surname))
  }

  return surname => {
    const now = performance.now()
    if (now - readAt > FRESH_MS) {
      readAt = now
      // A database that is away says so in the search itself.
      read().catch(() => {})
    }
    return known.has(surname)
  }
}
