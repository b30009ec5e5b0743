import type { Candidate, SearchEngine } from '#api/engines/contract.ts'
import type { Findings } from '#api/engines/search.ts'
import type { CurrentSources } from '#api/features/sources/service.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'

export interface FoundRecords {
  engine: SearchEngine
  plan: SearchPlan
  current: CurrentSources
  findings: Findings
  passed: readonly Candidate[]
  signal: AbortSignal
}
