import { subjectKeys } from '#api/book/subject-keys.ts'
import type { Context } from '#api/context.ts'
import type { Candidate, SearchPolicy } from '#api/engines/contract.ts'
import { keysOfFields, passGate } from '#api/engines/gate.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/reading/parse.ts'
import { type SubjectValue, suppressedValues } from '#shared/identity/records/subject.ts'
import type { Identifier } from './stated.ts'

const PAGE = 200
/** A person with more is nobody's: an administrator has to look. */
const RECORDS_MAX = 2_000
const TIMEOUT_MS = 4_000

export interface FoundRecords {
  /** With the labels that their passports allow. */
  records: Candidate[]
  /** Records in which somebody else stands who may not be shown, or of which nobody can tell who does, and later ones. */
  withheld: number
  failed: Set<string>
  plans: SearchPlan[]
}

type ReportContext = Pick<Context, 'engine' | 'external' | 'sources' | 'hashes'>

/**
 * Every record that would be erased if these identifiers stood on the list of suppressed people, whether they do or not: one
 * look-up of all forms, and then by the values as they are written. A looser form may be a namesake's.
 *
 * @param stated All that the person states: nothing of it hides a record from them.
 * @param lastDay What came into the book after it was seen by nobody who decided.
 * @param formsOf Of a value: as it is written, which is what an erasure removes, or all forms that a block hides.
 */
export async function recordsOf(
  context: ReportContext,
  identifiers: readonly Identifier[],
  stated: readonly Identifier[],
  lastDay: string,
  formsOf: (subject: SubjectValue) => readonly SubjectValue[] = subject => [subject]
): Promise<FoundRecords> {
  const { open, keysOf, isOthers } = await ownSight(context, stated)
  const wanted = keysOfSubjects(
    context,
    identifiers.flatMap(({ subject }) => formsOf(subject))
  )
  const plans = identifiers.map(({ line }) => planOf(line))
  const result: FoundRecords = { records: [], withheld: 0, failed: new Set(), plans }
  const seen = new Set<string>()
  for (const plan of plans) {
    for await (const candidate of candidatesOf(context, plan, open, result.failed)) {
      if (seen.has(candidate.record_id)) continue
      seen.add(candidate.record_id)
      const keys = keysOf(candidate)
      if (keys !== null && !keys.some(key => wanted.has(key))) continue
      const isLater = (candidate.firstSeen ?? '') > lastDay
      if (isOthers(candidate) || isLater) result.withheld += 1
      else result.records.push(...passGate([candidate], open))
    }
  }
  return result
}

const keysOfSubjects = ({ hashes }: Pick<Context, 'hashes'>, subjects: readonly SubjectValue[]) =>
  new Set(subjectKeys(hashes.suppress, subjects).map(String))

/** All records, whether these values are suppressed or not, and which of them somebody else stands in who is. */
export async function ownSight(context: Pick<Context, 'sources' | 'hashes'>, stated: readonly Identifier[]) {
  const { policy } = await context.sources.current()
  const own = keysOfSubjects(
    context,
    stated.flatMap(({ subject }) => suppressedValues(subject))
  )
  const keysOf = ({ source, fields }: Candidate): string[] | null => {
    const inPolicy = policy.sources.get(source)
    return inPolicy ? keysOfFields(fields, inPolicy, policy) : []
  }
  return {
    open: { ...policy, suppressedKeys: null } satisfies SearchPolicy,
    keysOf,
    isOthers(candidate: Candidate): boolean {
      const keys = keysOf(candidate)
      return keys === null || keys.some(key => !own.has(key) && policy.suppressedKeys?.has(key) === true)
    }
  }
}

export function planOf(line: string): SearchPlan {
  const query = sanitizeQuery(line)
  return planSearch(query, parseQuery(query))
}

async function* candidatesOf(
  { engine, external }: ReportContext,
  plan: SearchPlan,
  policy: SearchPolicy,
  failed: Set<string>
): AsyncGenerator<Candidate> {
  const { signal } = new AbortController()
  const part = (isAdopted: boolean): SearchPolicy => ({
    ...policy,
    sources: new Map([...policy.sources].filter(([, { adopted }]) => (adopted === true) === isAdopted))
  })
  const own = part(false)
  let after: bigint | null = null
  for (let count = 0; count < RECORDS_MAX; count += PAGE) {
    const listing = { steps: plan.steps, earlier: [], skipped: [], after, limit: PAGE }
    const page: Candidate[] | null = await engine.list(listing, own, TIMEOUT_MS, signal)
    if (page === null) {
      for (const key of own.sources.keys()) failed.add(key)
      break
    }
    yield* page
    const last = page.at(-1)
    if (page.length < PAGE || !last) break
    after = recordNumber(last.record_id)
  }
  const adopted = part(true)
  if (adopted.sources.size === 0) return
  const looked = await external.look(plan.readings, { from: 0, size: PAGE }, adopted, TIMEOUT_MS, signal)
  for (const key of looked.failed) failed.add(key)
  for (const answer of looked.answers) yield* answer.candidates
}
