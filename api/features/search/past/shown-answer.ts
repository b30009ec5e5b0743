import { bigintArray } from '#api/db/array-literal.ts'
import type { Candidate } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { withOperators } from '#api/features/numbering/service.ts'
import { auditHashes, auditHashesOfSteps } from '#api/features/search/answer/audit-hashes.ts'
import { createCompetingFinder } from '#api/features/search/answer/competing-matches.ts'
import type { ReadRecord } from '#api/features/search/answer/masking/hidden-values.ts'
import { maskAnswer } from '#api/features/search/answer/masking/mask-body.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import type {
  AnswererParts,
  PreparedAnswer,
  SearchRequest,
  ShownRequest
} from '#api/features/search/answer/prepared-answer.ts'
import { sourcesFor } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { idsOfRecord } from '#shared/identity/people/person-id.ts'
import { ownValue } from '#shared/own-value.ts'
import { shownFields } from '#shared/rules/column-name.ts'
import { refuseTimedOut, requireInTime } from './next-page-answer.ts'
import { furtherOfPerson } from './person-further.ts'
import { matchShown, regroupNamed } from './regroup.ts'
import { peopleOfRows } from './row-people.ts'
import { shownCards } from './shown-cards.ts'
import { visibleRecords } from './visible-records.ts'

const utf8 = new TextEncoder()

const NOTHING = { results_by_source: {}, matches: {}, results_count: 0, persons: [] }

/**
 * Answers about shown records, which are read again through the gate.
 * @throws Refusal `UNKNOWN_PERSON`, `ONE_PERSON`, `SEARCH_DOWN` without time.
 */
export async function shownAnswer(
  { book, engine, external, sources, numbering, auditHash }: AnswererParts,
  { query, chosen, purpose = null, isMasked }: SearchRequest,
  shownRequest: ShownRequest,
  signal: AbortSignal
): Promise<PreparedAnswer> {
  const until = performance.now() + SEARCH_DEADLINE_MS
  const { current } = sourcesFor(await sources.current(), purpose)
  const { policy, sources: byKey, dataVersion } = current
  const seen: ReadRecord[] = []
  const masked = { sources: byKey, records: seen }
  const read = async (numbers: readonly string[]) => {
    const records = requireInTime(
      await book.read(numbers.map(BigInt), policy, until - performance.now(), signal)
    )
    const passed = passGate(records, policy)
    seen.push(...passed)
    return passed
  }
  /** Records up to the named ones, or all. */
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
        for (const id of idsOfRecord(query, record.record_id))
          if (wanted.has(id)) named.getOrInsert(id, record)
    }
    return { candidates, named: ids.flatMap(id => named.get(id) ?? []) }
  }
  const readAllNamed: typeof readNamed = async (pages, ids, ofPeople) => {
    const { candidates, named } = await readNamed(pages, ids, ofPeople)
    if (named.length < ids.length) throw new Refusal('UNKNOWN_PERSON')
    return { candidates, named }
  }
  const answerOf = (
    records: readonly Pick<Candidate, 'record_id' | 'source'>[],
    answer: object,
    tokens: bigint[] = []
  ): PreparedAnswer => ({
    query,
    body: utf8.encode(JSON.stringify(isMasked ? maskAnswer(answer, masked) : answer).slice(0, -1)),
    resultsCount: records.length,
    isComplete: true,
    askedTiers: 0,
    askedErrors: null,
    dataVersion,
    sourceKeys: [...new Set(records.map(({ source }) => source))],
    tokens: bigintArray(tokens),
    recordNumbers: bigintArray(records.map(({ record_id }) => recordNumber(record_id)))
  })

  const competingFinder = (plan: SearchPlan) =>
    createCompetingFinder({ engine, plan, policy, sources: byKey, signal, until }, refuseTimedOut)

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
    case 'rows': {
      const records = await read([...new Set(shownRequest.rows.flatMap(({ numbers }) => numbers))])
      return answerOf(records, { people: peopleOfRows(shownRequest.rows, records, byKey) })
    }
    case 'reveal': {
      const { pages, recordId, field } = shownRequest
      const [record] = (await readAllNamed(pages, [recordId], false)).named
      const value =
        record && record.record_id === recordId ? ownValue(shownFields(record.fields), field) : undefined
      if (!record || value === undefined) throw new Refusal('UNKNOWN_PERSON')
      return answerOf([record], { value }, auditHashes(parseLine(query, chosen), auditHash))
    }
    case 'named':
      return answerOf((await readAllNamed(shownRequest.pages, shownRequest.ids, false)).named, {})
    case 'people': {
      const plan = parseLine(query, chosen)
      const { candidates, named } = await readNamed(shownRequest.pages, shownRequest.ids)
      const matched = await matchShown(plan, candidates, byKey, competingFinder(plan))
      const regrouped = regroupNamed(plan, matched, named, shownRequest.ids, byKey)
      const { persons } = await withOperators(regrouped.persons, plan.readings, numbering)
      const shown = candidates.filter(({ record_id }) => regrouped.matches[record_id] !== undefined)
      return answerOf(shown, { success: true, ...regrouped, persons }, auditHashes(plan, auditHash))
    }
    case 'compare': {
      const plan = parseLine(query, chosen)
      const { candidates } = await readAllNamed(shownRequest.pages, [shownRequest.a, shownRequest.b])
      const { records, competing } = await matchShown(plan, candidates, byKey, competingFinder(plan))
      const compared = comparePeople(records, plan, shownRequest.a, shownRequest.b, competing)
      if (compared === 'unknown') throw new Refusal('UNKNOWN_PERSON')
      if (compared === 'one') throw new Refusal('ONE_PERSON')
      const ids = new Set(compared.records.map(({ record_id }) => record_id))
      const shown = candidates.filter(({ record_id }) => ids.has(record_id))
      return answerOf(shown, compared.comparison, auditHashes(plan, auditHash))
    }
    case 'cards': {
      const plan = parseLine(query, chosen)
      const { candidates } = await readNamed(shownRequest.pages, [])
      const matched = await matchShown(plan, candidates, byKey, competingFinder(plan))
      return answerOf([], { people: shownCards(plan, matched, auditHash) })
    }
    case 'further': {
      const plan = parseLine(query, chosen)
      const { candidates } = await readNamed(shownRequest.pages, [])
      const findCompeting = competingFinder(plan)
      const matched = await matchShown(plan, candidates, byKey, findCompeting)
      const { added, steps, ...found } = await furtherOfPerson({
        engine,
        plan,
        current,
        shown: matched,
        findCompeting,
        personId: shownRequest.personId,
        addedBefore: shownRequest.addedBefore,
        until,
        signal
      })
      const tokens = auditHashesOfSteps(steps, auditHash)
      if (shownRequest.isCountOnly)
        return answerOf([], { success: true, ...NOTHING, further: found.further }, tokens)
      const { persons } = await withOperators(found.persons, plan.readings, numbering)
      seen.push(...added)
      return answerOf(added, { success: true, ...found, persons }, tokens)
    }
  }
}
