import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { Columns, SourceRecord } from '#shared/identity/records/types.ts'

/**
 * Who may be answered from what. A required argument of every search: an engine that is called without one throws.
 * The engine uses it to look only where it may; the gate in `gate.ts` is the authority on what leaves.
 */
export interface SearchPolicy {
  /** Sources with a complete, current passport, with their columns. Anything else finds nothing. */
  sources: ReadonlyMap<string, SourceInPolicy>
  /**
   * True for a subject key of somebody who must not be found. Takes the subject keys of a candidate. Null while there
   * is no such person: an engine need not read subject keys then.
   */
  isSuppressed: ((subjectKeys: readonly string[]) => boolean) | null
  /** Candidates per source and in all; one more per source tells `more`. */
  perSource: number
  inAll: number
}

export interface SourceInPolicy {
  /** Number of the source in the engine. */
  id: number
  /** Labels in the order in which the source stores and shows its values. */
  labels: readonly string[]
  columns: Columns
  /** A passport may list the labels that may be shown; then others never leave. */
  fields?: readonly string[]
}

/** A candidate as it comes out of an engine, before the gate. */
export interface Candidate extends SourceRecord {
  /**
   * First eight bytes of each keyed subject hash, as text of a signed number: they are compared and nothing else. Null
   * where they were not read, because the policy suppressed nobody.
   */
  subjectKeys: string[] | null
}

export interface Found {
  candidates: Candidate[]
  /** Sources that have more than was taken. */
  more: Set<string>
  /** Sources that failed or did not answer within the deadline. */
  failed: Set<string>
  /** How long each source was at work, in whole microseconds; a source that was not reached is not in it. */
  tookUs: Map<string, number>
}

/** A record on its way into an engine, keys computed by `shared/identity`. */
export interface StoredRecord extends SourceRecord {
  /** Key strings of `recordKeys`. */
  keys: string[]
  /** Key of the surname for the ordered look-up, if there is one. */
  surname: string | null
  /** What the vocabulary learns from. */
  names: readonly PersonName[]
  subjectKeys: bigint[]
}

/** What the product asks of a search engine. No code outside this folder names one. */
export interface SearchEngine {
  readonly name: 'postgres' | 'elasticsearch'
  /**
   * Looks the plan up under the policy. An unknown or forbidden source finds nothing; a source that fails is named
   * in `failed` and does not fail the rest. Rejects with `signal.reason` when aborted. Throws without a policy.
   */
  find(plan: SearchPlan, policy: SearchPolicy, signal: AbortSignal): Promise<Found>
  /** Answers whether the engine can be asked now. Never throws. */
  health(): Promise<{ ok: boolean; records: number | null }>
}
