import type { Candidate, SearchEngine } from '#api/engines/contract.ts'
import type { SearchFindings } from '#api/engines/search.ts'
import type { CurrentSources } from '#api/features/sources/service.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'

/** The records that a search has found, and what more is asked with. */
export interface FoundRecords {
  engine: SearchEngine
  plan: SearchPlan
  current: CurrentSources
  findings: SearchFindings
  /** Those of its records that passed the gate. */
  passed: readonly Candidate[]
  signal: AbortSignal
}
