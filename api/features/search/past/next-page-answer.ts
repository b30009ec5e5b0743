import { bigintArray } from '#api/db/array-literal.ts'
import { passGate } from '#api/engines/gate.ts'
import { listNextPages } from '#api/engines/next-page.ts'
import { stepsAsked } from '#api/engines/search.ts'
import { withOperators } from '#api/features/numbering/service.ts'
import { auditHashes } from '#api/features/search/answer/audit-hashes.ts'
import { createCompetingFinder } from '#api/features/search/answer/competing-matches.ts'
import { maskBody } from '#api/features/search/answer/masking/mask-body.ts'
import { fittingRecords } from '#api/features/search/answer/match.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import type {
  AnswererParts,
  NextPageRequest,
  PreparedAnswer,
  SearchRequest
} from '#api/features/search/answer/prepared-answer.ts'
import { sourcesFor } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { MORE_RECORDS_MAX, SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import type { MoreAnswer } from '#shared/contracts/search.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { regroupWith } from './regroup.ts'

const utf8 = new TextEncoder()

/** A page may need several look-ups, because unfit records are skipped. */
const LOOKUPS_MAX = 12

type Uncharged = Omit<
  MoreAnswer,
  'success' | 'search_id' | 'cursor' | 'query_time_ms' | 'charged' | 'requests_left'
>

/** Next records. @throws Refusal for a source that may not be asked, or without time. */
export async function nextPageAnswer(
  { book, engine, external, sources, numbering, auditHash }: AnswererParts,
  { query, chosen, limit, purpose = null, isMasked }: SearchRequest,
  { askedTiers, askedErrors, shownNumbers, addedNumbers, source, place }: NextPageRequest,
  signal: AbortSignal
): Promise<PreparedAnswer> {
  const until = performance.now() + SEARCH_DEADLINE_MS
  const msLeft = () => until - performance.now()
  const plan = parseLine(query, chosen)
  const { policy, sources: byKey, dataVersion } = sourcesFor(await sources.current(), purpose).current
  const stages = stepsAsked(plan, policy, askedTiers, askedErrors)
  const narrowedPolicy = {
    ...policy,
    sources: new Map([...policy.sources].filter(([key]) => key === (source ?? key)))
  }
  if (source !== null && narrowedPolicy.sources.size === 0) throw new Refusal('BAD_INPUT')
  const skipped = shownNumbers.map(BigInt)
  const startPlace = place && { stage: place.stage, after: place.after === null ? null : BigInt(place.after) }
  const adoptedQuestion = { external, readings: plan.readings }
  const pages = listNextPages(engine, stages, skipped, startPlace, narrowedPolicy, signal, adoptedQuestion)
  const fitting: MatchedRecord[] = []
  let isLast = false
  for (let lookup = 0; lookup < LOOKUPS_MAX && !isLast && fitting.length < MORE_RECORDS_MAX; lookup += 1) {
    const page = requireInTime(await pages.next(MORE_RECORDS_MAX - fitting.length, msLeft()))
    fitting.push(...fittingRecords(plan, passGate(page.candidates, policy), byKey))
    isLast = page.isLast
  }
  isLast = isLast || requireInTime(await pages.isAtEnd(msLeft))
  const before = [...skipped, ...addedNumbers.map(BigInt)]
  const shownBefore = requireInTime(await book.read(before, policy, msLeft(), signal))
  const findCompeting = createCompetingFinder(
    { engine, plan, policy, sources: byKey, signal, until },
    refuseTimedOut
  )
  const shown = passGate(shownBefore, policy)
  const regrouped = await regroupWith(plan, fitting, shown, byKey, findCompeting)
  const { persons } = await withOperators(regrouped.persons, plan.readings, numbering)
  const uncharged: Uncharged = { ...regrouped, persons }
  const head = limit ? { status: 'ok' } : { success: true }
  const open = JSON.stringify({ ...head, ...uncharged }).slice(0, -1)
  const masked = { sources: byKey, records: [...fitting, ...shown] }
  const next = pages.place()
  return {
    query,
    body: utf8.encode(isMasked ? maskBody(open, masked) : open),
    resultsCount: uncharged.results_count,
    isComplete: true,
    askedTiers,
    askedErrors,
    next: isLast ? null : { stage: next.stage, after: next.after?.toString() ?? null },
    dataVersion,
    sourceKeys: Object.keys(uncharged.results_by_source),
    tokens: bigintArray(auditHashes(plan, auditHash)),
    recordNumbers: bigintArray(fitting.map(({ record_id }) => recordNumber(record_id)))
  }
}

/** A page is complete or refused. */
export function requireInTime<T>(answer: T | null): T {
  return answer ?? refuseTimedOut()
}

export function refuseTimedOut(): never {
  throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
}
