import type { SQL } from 'bun'
import type { AskedErrors } from '#api/engines/fuzzy.ts'
import type { ChosenReading } from '#api/features/search/answer/parse-query.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
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

/**
 * What the answer that is gone on from showed: all that «ещё» may leave out.
 * @param mark `answerMark` of an answer. Null: what every answer of this door showed, since repeats may show others.
 */
export async function recordsShown(
  sql: SQL,
  { userId, isApi }: Pick<SearchCaller, 'userId' | 'isApi'>,
  { historyId, searchedAt }: PastSearch,
  mark: Uint8Array | null
): Promise<string[]> {
  const via = isApi ? 'api' : 'ui'
  const rows = await sql<{ number: string }[]>`WITH answer AS (
      SELECT record_ids, via FROM audit_event
      WHERE actor_id = ${userId} AND at >= ${searchedAt}::timestamptz - interval '1 second'
        AND action IN ('search', 'search_repeat') AND detail->>'history_id' = ${historyId} AND NOT detail ? 'people'
        AND (${mark}::bytea IS NULL OR substr(sha256(convert_to(record_ids::text, 'UTF8')), 1, length(${mark}::bytea)) = ${mark}::bytea)
    ), own AS (
      SELECT record_ids FROM answer WHERE via = ${via} OR NOT EXISTS (SELECT FROM answer WHERE via = ${via})
    )
    SELECT number::text FROM own CROSS JOIN unnest(record_ids) WITH ORDINALITY AS shown(number, place)
    GROUP BY number HAVING count(*) = (SELECT count(*) FROM own) ORDER BY min(place)`
  return rows.map(({ number }) => number)
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
