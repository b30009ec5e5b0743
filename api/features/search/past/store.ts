import type { SQL } from 'bun'
import type { AskedErrors } from '#api/engines/fuzzy.ts'
import type { ChosenReading } from '#api/features/search/answer/parse-query.ts'
import { readSearchId } from '#api/features/search/search-id.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SEARCH_LIVE_MINUTES } from '#shared/constants.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import { NO_SUCH_SEARCH } from '#shared/texts/past-search.ts'

export const numbersIn = (array: string): string[] => array.match(/-?\d+/g) ?? []

export interface PastSearch {
  historyId: string
  query: string
  reading: ChosenReading
  searchedAt: Date
  isComplete: boolean
  askedTiers: number
  askedErrors: AskedErrors | null
  purpose: PurposeCode | null
  caseRef: string | null
  /** Free to continue and repeat. */
  isLive: boolean
}

/** A partial search is never live. */
export function liveUntil({ searchedAt, isComplete }: Pick<PastSearch, 'searchedAt' | 'isComplete'>): Date {
  return new Date(searchedAt.getTime() + (isComplete ? SEARCH_LIVE_MINUTES * 60_000 : 0))
}

/** @throws Refusal `NOT_FOUND`, also for another user's. */
export async function ownSearch(sql: SQL, userId: number, searchId: string): Promise<PastSearch> {
  const id = readSearchId(searchId)
  const past = id && (await findPastSearch(sql, userId, id))
  if (!past) throw new Refusal('NOT_FOUND', { text: NO_SUCH_SEARCH })
  return past
}

async function findPastSearch(sql: SQL, userId: number, searchId: Uint8Array): Promise<PastSearch | null> {
  const [row] = await sql<
    PastSearch[]
  >`SELECT id::text AS "historyId", query, reading, created_at AS "searchedAt", is_complete AS "isComplete",
      asked_tiers AS "askedTiers", asked_errors AS "askedErrors", purpose, case_ref AS "caseRef",
      is_complete AND created_at > now() - make_interval(mins => ${SEARCH_LIVE_MINUTES}) AS "isLive"
    FROM search_history WHERE search_id = ${searchId} AND user_id = ${userId}`
  return row ?? null
}

/** From the audit row of the search. */
export async function recordsShown(sql: SQL, userId: number, historyId: string): Promise<string[]> {
  const [row] = await sql<{ records: string }[]>`SELECT e.record_ids::text AS records
    FROM search_history h JOIN audit_event e ON e.actor_id = h.user_id AND e.at = h.created_at
    WHERE h.id = ${historyId}::int8 AND h.user_id = ${userId}
      AND e.action = 'search' AND e.detail->>'history_id' = ${historyId} LIMIT 1`
  return numbersIn(row?.records ?? '')
}

/** By page; empty once the audit is removed. @param ofLine Without records added to people. */
export async function pagesShown(
  sql: SQL,
  userId: number,
  { historyId, searchedAt }: PastSearch,
  ofLine = false
): Promise<string[][]> {
  const rows = await sql<{ records: string }[]>`SELECT record_ids::text AS records FROM audit_event
    WHERE actor_id = ${userId} AND at >= ${searchedAt}::timestamptz - interval '1 second'
      AND at <= ${searchedAt}::timestamptz + make_interval(mins => ${SEARCH_LIVE_MINUTES + 1})
      AND action IN ('search', 'search_repeat', 'search_more') AND detail->>'history_id' = ${historyId}
      AND NOT (${ofLine} AND detail ? 'further') ORDER BY id`
  const earlierNumbers = new Set<string>()
  return rows.map(({ records }) => {
    const numbers = numbersIn(records).filter(number => !earlierNumbers.has(number))
    for (const number of numbers) earlierNumbers.add(number)
    return numbers
  })
}

export interface ShownSource {
  key: string
  title: string
  /** When its passport removed a column. */
  narrowedAt: Date | null
}

/** Duration of a search plus the age of its policy. */
const BEGUN_BEFORE = '10 seconds'

export async function sourcesShown(
  sql: SQL,
  userId: number,
  { historyId, searchedAt }: PastSearch
): Promise<ShownSource[]> {
  return await sql`SELECT DISTINCT shown.key, coalesce(s.title, shown.key) AS title,
      (SELECT max(value::timestamptz) FROM jsonb_each_text(s.narrowed)
        WHERE value::timestamptz > ${searchedAt}::timestamptz - ${BEGUN_BEFORE}::interval) AS "narrowedAt"
    FROM audit_event e CROSS JOIN unnest(e.source_keys) AS shown(key) LEFT JOIN source s ON s.key = shown.key
    WHERE e.actor_id = ${userId} AND e.at >= ${searchedAt}::timestamptz - interval '1 second'
      AND e.at <= ${searchedAt}::timestamptz + make_interval(mins => ${SEARCH_LIVE_MINUTES + 1})
      AND e.action IN ('search', 'search_repeat', 'search_more') AND e.detail->>'history_id' = ${historyId}
    ORDER BY 2`
}
