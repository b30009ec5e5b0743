import type { SQL } from 'bun'
import type { RowChoice } from '#shared/contracts/lists/lists.ts'
import type { MatchBand } from '#shared/contracts/match.ts'
import type { PersonLabel } from '#shared/contracts/person.ts'
import type { VerdictValue } from '#shared/contracts/verdict.ts'
import { OUTCOMES_IN_ORDER, type RowOutcome } from '#shared/labels/lists.ts'

/** A row with the answer that it shows: of a repeat that of the row it repeats. */
export interface StoredRow {
  n: number
  line: string
  label: string | null
  outcome: RowOutcome
  /** Of the row whose answer it shows. */
  answerOutcome: RowOutcome
  /** State of the row whose answer it shows. */
  answerState: string
  /** What the row is searched as. */
  asked: string
  reason: string | null
  repeatOf: number | null
  choices: RowChoice[] | null
  reading: { kind: string; value?: string } | null
  tries: number
  headlineText: string | null
  people: number | null
  bestLabel: PersonLabel | null
  bestBand: MatchBand | null
  bestScore: number | null
  /** As an array is written. */
  bestRecords: string | null
  sources: number | null
  results: number | null
  searchId: Uint8Array | null
  charged: number
  answeredAt: Date | null
  verdict: VerdictValue | null
  note: string | null
  verdictAt: Date | null
  /** As was told last. */
  isWithdrawn: boolean
}

export interface RowFilter {
  outcomes: readonly RowOutcome[] | null
  verdict: VerdictValue | 'none' | null
  /** Those alone of which a reading is to be chosen. */
  isUnsure: boolean
  /** In a line or a label, whatever its case; '' of all. */
  find: string
  /** Of a number that is looked for, however a line writes it; '' where words are. */
  findDigits: string
  sort: keyof typeof SORT_SIGNS
}

/** The sign that places have: none, so that numbers alone decide, or the best first, or last. */
const SORT_SIGNS = { none: 0, outcome: 1, outcome_desc: -1 } as const
/** What stands between the digits of a number. */
const NUMBER_SIGNS = ' \u00a0()+-./№'
const RANKS = `{${OUTCOMES_IN_ORDER.join(',')}}`

export const EVERY_ROW: RowFilter = {
  outcomes: null,
  verdict: null,
  isUnsure: false,
  find: '',
  findDigits: '',
  sort: 'none'
}

/** Rows of a list from this place on, with how many the filter leaves. */
export async function rowsOfList(
  sql: SQL,
  listId: number,
  { outcomes, verdict, isUnsure, find, findDigits, sort }: RowFilter,
  from: number,
  most: number
): Promise<{ rows: StoredRow[]; total: number }> {
  const wanted = outcomes && `{${outcomes.join(',')}}`
  const rows = await sql<(StoredRow & { total: number })[]>`WITH named AS (
      SELECT r.*, coalesce(CASE WHEN r.state = 'done' THEN CASE WHEN r.withdrawn THEN 'withdrawn' ELSE r.headline END END, r.state)
        AS outcome FROM list_row r
      WHERE r.list_id = ${listId}
    ), filtered AS (
      SELECT r.*, CASE WHEN ${sort} <> 'none'
        THEN ${SORT_SIGNS[sort]}::int * (array_position(${RANKS}::text[], outcome) - CASE WHEN withdrawn THEN 0 ELSE coalesce(best_score, 0) END) END AS place
      FROM named r
      WHERE (${wanted}::text[] IS NULL OR outcome = ANY (${wanted}::text[]))
        AND (${verdict}::text IS NULL OR EXISTS (SELECT FROM list_row f
          WHERE f.list_id = r.list_id AND f.n = coalesce(r.repeat_of, r.n) AND f.state = 'done' AND NOT f.withdrawn
            AND coalesce(f.verdict, 'none') = ${verdict}))
        AND (NOT ${isUnsure} OR r.choices IS NOT NULL AND r.state = 'waiting')
        AND (${find} = '' OR strpos(translate(lower(r.line || chr(10) || coalesce(r.label, '')), 'ё', 'е'), ${find}) > 0
          OR ${findDigits} <> '' AND strpos(translate(r.line, ${NUMBER_SIGNS}, ''), ${findDigits}) > 0)
    ), counted AS (SELECT count(*)::int AS total FROM filtered), page AS (
      SELECT * FROM filtered ORDER BY place, n OFFSET ${from} LIMIT ${most}
    )
    SELECT counted.total, p.n, p.line, p.label, p.outcome, a.line AS asked, a.reason, a.state AS "answerState",
      coalesce(CASE WHEN a.state = 'done' THEN a.headline END, a.state) AS "answerOutcome",
      a.headline_text AS "headlineText", p.repeat_of AS "repeatOf", p.choices,
      a.reading, a.tries, a.people, a.best_label AS "bestLabel", a.best_band AS "bestBand", a.best_score::float8 AS "bestScore",
      a.best_records::text AS "bestRecords", a.sources, a.results, a.search_id AS "searchId", p.charged,
      a.answered_at AS "answeredAt", a.verdict, a.note, a.verdict_at AS "verdictAt",
      a.withdrawn AS "isWithdrawn"
    FROM counted LEFT JOIN page p ON true
    LEFT JOIN list_row a ON a.list_id = p.list_id AND a.n = coalesce(p.repeat_of, p.n)
    ORDER BY p.place, p.n`
  return { rows: rows.filter(({ n }) => n !== null), total: rows[0]?.total ?? 0 }
}

/** The row of this number; null where there is none. */
export async function rowOfList(sql: SQL, listId: number, n: number): Promise<StoredRow | null> {
  const { rows } = await rowsOfList(sql, listId, EVERY_ROW, n - 1, 1)
  return rows[0] ?? null
}
