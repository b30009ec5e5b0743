import { bigintArray } from '#api/db/array-literal.ts'
import type { Candidate } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { withOperators } from '#api/features/numbering/service.ts'
import { auditTokens } from '#api/features/search/answer/audit-tokens.ts'
import { fittingOf } from '#api/features/search/answer/match.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import type {
  AnswererParts,
  PreparedAnswer,
  SearchRequest,
  ShownRequest
} from '#api/features/search/answer/prepared-answer.ts'
import { createRivalFinder } from '#api/features/search/answer/rivals.ts'
import { openBody } from '#api/http/open-body.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { idsNaming } from '#shared/identity/people/person-id.ts'
import { inTime, refuseLate } from './further-answer.ts'
import { regroupNamed } from './regroup.ts'
import { visibleRecords } from './visible-records.ts'

/**
 * Answers about records that a search showed, which are read again: nobody who may not be shown any more is among them.
 *
 * @throws Refusal `UNKNOWN_PERSON`, `ONE_PERSON`, `SEARCH_DOWN` when there was no time.
 */
export async function shownAnswer(
  { book, engine, external, sources, numbering, auditHash }: AnswererParts,
  { query, chosen, encoding }: SearchRequest,
  shownRequest: ShownRequest,
  signal: AbortSignal
): Promise<PreparedAnswer> {
  const until = performance.now() + SEARCH_DEADLINE_MS
  const { policy, sources: byKey, dataVersion } = await sources.current()
  const read = async (numbers: readonly string[]) =>
    passGate(inTime(await book.read(numbers.map(BigInt), policy, until - performance.now(), signal)), policy)
  /** The shown records up to those that the ids name, or all where all of the named people are wanted. */
  const readNamed = async (
    pages: readonly (readonly string[])[],
    ids: readonly string[],
    ofPeople = true
  ) => {
    const candidates: Candidate[] = []
    const named = new Map<string, Candidate>()
    const wanted = new Set(ids)
    for (const page of pages) {
      if (!ofPeople && named.size === wanted.size) break
      if (page.length === 0) continue
      const records = await read(page)
      candidates.push(...records)
      for (const record of records)
        for (const id of idsNaming(query, record.record_id)) if (wanted.has(id)) named.getOrInsert(id, record)
    }
    return { candidates, named: ids.flatMap(id => named.get(id) ?? []) }
  }
  const readAllNamed: typeof readNamed = async (pages, ids, ofPeople) => {
    const { candidates, named } = await readNamed(pages, ids, ofPeople)
    if (named.length < ids.length) throw new Refusal('UNKNOWN_PERSON')
    return { candidates, named }
  }
  const answerOf = (
    records: readonly Candidate[],
    answer: object,
    tokens: bigint[] = []
  ): PreparedAnswer => ({
    query,
    body: openBody(JSON.stringify(answer).slice(0, -1), encoding),
    resultsCount: records.length,
    isComplete: true,
    askedTiers: 0,
    askedErrors: null,
    dataVersion,
    sourceKeys: [...new Set(records.map(({ source }) => source))],
    tokens: bigintArray(tokens),
    recordNumbers: bigintArray(records.map(({ record_id }) => recordNumber(record_id)))
  })

  const rivalFinder = (plan: SearchPlan) =>
    createRivalFinder({ engine, plan, policy, sources: byKey, signal, until }, refuseLate)

  switch (shownRequest.ask) {
    case 'visible': {
      const { numbers, isComplete } = await visibleRecords(
        { book, engine, external },
        policy,
        { query, chosen },
        shownRequest,
        signal,
        until
      )
      return { ...answerOf([], {}), isComplete, recordNumbers: bigintArray(numbers) }
    }
    case 'named':
      return answerOf((await readAllNamed(shownRequest.pages, shownRequest.ids, false)).named, {})
    case 'people': {
      const plan = parseLine(query, chosen)
      const { candidates, named } = await readNamed(shownRequest.pages, shownRequest.ids)
      const regrouped = await regroupNamed(
        plan,
        candidates,
        named,
        shownRequest.ids,
        byKey,
        rivalFinder(plan)
      )
      const { persons } = await withOperators(regrouped.persons, plan.readings, numbering)
      const shown = candidates.filter(({ record_id }) => regrouped.matches[record_id] !== undefined)
      return answerOf(shown, { success: true, ...regrouped, persons }, auditTokens(plan, auditHash))
    }
    case 'compare': {
      const plan = parseLine(query, chosen)
      const { candidates } = await readAllNamed(shownRequest.pages, [shownRequest.a, shownRequest.b])
      const fitting = fittingOf(plan, candidates, byKey)
      const rivals = await rivalFinder(plan)(fitting)
      const compared = comparePeople(fitting, plan, shownRequest.a, shownRequest.b, rivals)
      if (compared === 'unknown') throw new Refusal('UNKNOWN_PERSON')
      if (compared === 'one') throw new Refusal('ONE_PERSON')
      const ids = new Set(compared.records.map(({ record_id }) => record_id))
      const shown = candidates.filter(({ record_id }) => ids.has(record_id))
      return answerOf(shown, compared.comparison, auditTokens(plan, auditHash))
    }
  }
}
