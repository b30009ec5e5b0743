import type { MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import type { Shape } from '#site/lib/ask.ts'

const PEOPLE_SHAPE = [
  { id: '', kind: '', label: '', record_ids: [], query_reasons: [], related: [] }
] as const

/** What the page relies on in an answer. */
export const ANSWER_SHAPE = {
  search_id: '',
  searched_at: '',
  query: '',
  readings: [{ kind: '', value: '' }],
  results_by_source: {},
  matches: {},
  sources_meta: {},
  completeness: { shown: 0 },
  persons: PEOPLE_SHAPE,
  results_count: 0,
  requests_left: 0,
  failed_sources: []
} as const satisfies Shape<SearchAnswer>

/** The same in further records. */
export const MORE_SHAPE = {
  results_by_source: {},
  matches: {},
  persons: PEOPLE_SHAPE
} as const satisfies Shape<MoreAnswer>
