import type { LookupAnswer, SearchEngine, SourceKey } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { recordsOf } from '#api/features/search/answer/answer-records.ts'
import type { FindCompeting } from '#api/features/search/answer/competing-matches.ts'
import { matchCandidate } from '#api/features/search/answer/match.ts'
import type { CurrentSources } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { FURTHER_RECORDS_MAX } from '#shared/constants.ts'
import type { FurtherOfPerson, MoreAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { CompetingMatches } from '#shared/identity/people/competing-matches/competing-matches.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { groupCards } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import {
  joinedAmong,
  recordsOfPerson,
  wholePersonSteps
} from '#shared/identity/people/whole-person/further.ts'
import { refuseTimedOut } from './next-page-answer.ts'
import { type ShownRecords, withLinkRules } from './regroup.ts'

const ROOM = 2 * FURTHER_RECORDS_MAX
/** Found records lead to more: INN, then name and date, then phone. */
const ROUNDS_MAX = 3

interface FurtherQuestion {
  engine: SearchEngine
  plan: SearchPlan
  current: CurrentSources
  shown: ShownRecords
  findCompeting: FindCompeting
  personId: string
  addedBefore: readonly string[]
  /** Deadline by `performance.now()`. */
  until: number
  signal: AbortSignal
}

interface FurtherFound
  extends Pick<MoreAnswer, 'results_by_source' | 'matches' | 'results_count' | 'persons'> {
  further: FurtherOfPerson
  added: readonly MatchedRecord[]
  steps: readonly PlanStep[]
}

/**
 * Records of a person beyond the line: looked up by what the person's records state, and kept when linkage joins them.
 * Others act as competing matches and are not shown. External sources have no keys.
 * @throws Refusal `UNKNOWN_PERSON`, also for an organisation; `SEARCH_DOWN` when no source answers.
 */
export async function furtherOfPerson(question: FurtherQuestion): Promise<FurtherFound> {
  const { plan, current, shown, personId } = question
  const own = recordsOfPerson(shown.records, plan, shown.competing, personId)
  if (own.length === 0) throw new Refusal('UNKNOWN_PERSON')
  const { records, joined, competing, steps, failed, isWhole } = await lookInRounds(question, own)
  const added = withinBounds(joined, question.addedBefore)
  const addedIds = new Set(added.map(({ record_id }) => record_id))
  const others = records.filter(({ record_id }) => !addedIds.has(record_id))
  const ownIds = new Set(own.map(({ record_id }) => record_id))
  const isOwn = (card: Pick<MoreAnswer['persons'][number], 'record_ids' | 'parties'>) =>
    recordIdsOf(card).some(id => ownIds.has(id))
  const persons = groupCards([...shown.records, ...added], plan, isOwn, {
    answering: [...current.sources.keys()],
    competing: { ...competing, records: [...competing.records, ...others] }
  })
    .filter(isDetailed)
    .filter(isOwn)
  // Drops records that were linked only through others.
  const theirs = new Set(persons.flatMap(recordIdsOf))
  const ownAdded = added.filter(({ record_id }) => theirs.has(record_id))
  const rows = recordsOf(ownAdded, mergeDuplicates(ownAdded))
  const matches = withLinkRules(rows.matches, persons, true)
  return {
    ...rows,
    matches,
    persons,
    further: {
      person_id: personId,
      records: ownAdded.length,
      is_exact: isWhole && failed.size === 0 && added.length === joined.length,
      rules: rulesOf(matches),
      failed_sources: [...failed]
    },
    added: ownAdded,
    steps
  }
}

/** Earlier ones, then new ones up to the limit. */
function withinBounds(joined: readonly MatchedRecord[], before: readonly string[]): MatchedRecord[] {
  const isOfBefore = ({ record_id }: MatchedRecord) => before.includes(String(recordNumber(record_id)))
  const fresh = joined.filter(record => !isOfBefore(record))
  return [...joined.filter(isOfBefore), ...fresh.slice(0, Math.max(0, FURTHER_RECORDS_MAX - before.length))]
}

interface Rounds {
  records: readonly MatchedRecord[]
  joined: readonly MatchedRecord[]
  competing: CompetingMatches
  steps: readonly PlanStep[]
  failed: ReadonlySet<SourceKey>
  /** No look-up had more. */
  isWhole: boolean
}

/** Repeats with what the found records state. */
async function lookInRounds(
  { engine, plan, current: { policy, sources }, shown, findCompeting, until, signal }: FurtherQuestion,
  own: readonly MatchedRecord[]
): Promise<Rounds> {
  const limits = { perSource: ROOM + shown.records.length, total: ROOM + shown.records.length }
  const knownIds = new Set(shown.records.map(({ record_id }) => record_id))
  const stepsByKeys = new Map<string, PlanStep>()
  const records: MatchedRecord[] = []
  const failed = new Set<SourceKey>()
  const answers: LookupAnswer[] = []
  let joined: readonly MatchedRecord[] = []
  let competing = shown.competing
  for (let round = 0; round < ROUNDS_MAX && joined.length <= FURTHER_RECORDS_MAX; round += 1) {
    const steps = wholePersonSteps([...own, ...joined]).filter(
      ({ keys }) => !stepsByKeys.has(keys.join('\n'))
    )
    if (steps.length === 0) break
    for (const step of steps) stepsByKeys.set(step.keys.join('\n'), step)
    const timeoutMs = until - performance.now()
    if (timeoutMs <= 0) refuseTimedOut()
    const looked = await engine.look([{ steps, limits }], policy, timeoutMs, signal)
    for (const source of looked.failed) failed.add(source)
    if (failed.size > 0 && failed.size === policy.sources.size) refuseTimedOut()
    answers.push(...looked.answers)
    const fresh = passGate(
      looked.answers.flatMap(({ candidates }) => candidates),
      policy
    ).filter(({ record_id }) => !knownIds.has(record_id))
    if (fresh.length === 0) break
    for (const candidate of fresh) {
      knownIds.add(candidate.record_id)
      records.push(matchCandidate(candidate, plan, sources))
    }
    competing = await findCompeting([...shown.records, ...records])
    joined = joinedAmong(records, shown.records, plan, competing, own)
  }
  const isWhole = answers.every(({ more }) => more.size === 0)
  return { records, joined, competing, steps: [...stepsByKeys.values()], failed, isWhole }
}

function rulesOf(matches: MoreAnswer['matches']): FurtherOfPerson['rules'] {
  const joining = Object.values(matches).flatMap(({ further }) => further ?? [])
  const byText = Map.groupBy(joining, ({ text }) => text)
  return [...byText.values()]
    .flatMap(([first, ...others]) => (first ? { ...first, records: 1 + others.length } : []))
    .sort((one, other) => other.records - one.records)
}
