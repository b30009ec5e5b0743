import * as v from 'valibot'
import type { Match } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { SourceBasis, SourceKind, SourceOrigin } from '#shared/labels/sources.ts'
import { PROBLEMS } from '#shared/problems.ts'

/** A record in an answer: its own Russian-labelled fields and its id; both counts only where rows were merged. */
export interface AnswerRecord {
  record_id: string
  duplicates?: number
  duplicate_ids?: string[]
  [label: string]: string | number | string[] | undefined
}

/** Where the records of a source come from, beside every answer. */
export interface SourceMeta {
  title: string
  kind: SourceKind
  origin: SourceOrigin
  basis: SourceBasis
  /** ISO date: how fresh the source is. */
  as_of: string
  /** More was found than is shown. */
  more: boolean
}

/** By the numbering plan; numbers are portable, so it is a hint and never a fact. */
export interface OperatorInfo {
  phone: string
  operator: string
  region: string
  country: string
  /** Says that the answer follows the numbering plan. */
  note?: string
}

/** `POST /api/search/perform`. */
export interface SearchAnswer {
  success: true
  query: string
  readings: Reading[]
  results_by_source: Record<string, AnswerRecord[]>
  matches: Record<string, Match>
  sources_meta: Record<string, SourceMeta>
  persons: Person[]
  /** Records before duplicates are merged. */
  results_count: number
  /** Lines that were probably meant, at most three; absent unless the name was found by a typing error only. */
  suggestions?: string[]
  operator_info: OperatorInfo | null
  query_time_ms: number
  /** 0 or 1. */
  charged: number
  requests_left: number
  /** Keys of the sources that failed or timed out; then nothing was charged. */
  failed_sources: string[]
}

/** `POST /api/search/parse_query`. */
export interface ParseAnswer {
  success: true
  readings: Reading[]
}

/** `GET /api/search/stats`. */
export interface StatsAnswer {
  success: true
  total_records: number
  sources_count: number
  indices: { name: string; title: string; records: number }[]
}

/** `GET /api/search/examples`. Synthetic values only. */
export interface ExamplesAnswer {
  success: true
  examples: readonly { label: string; query: string }[]
}

/** `GET /api/search/field_labels`. */
export interface FieldLabelsAnswer {
  success: true
  labels: Record<string, string>
}

const WRONG = PROBLEMS.BAD_INPUT.text

/** The length is checked after cleaning, so that its refusal has its own code. */
export const parseBody = v.object({ query: v.string(WRONG) }, WRONG)

/** `reading` narrows to one reading of the line: its kind, or its kind and value. */
export const performBody = v.object(
  {
    query: v.string(WRONG),
    reading: v.nullish(
      v.union(
        [v.string(WRONG), v.object({ kind: v.string(WRONG), value: v.optional(v.string(WRONG)) }, WRONG)],
        WRONG
      )
    )
  },
  WRONG
)
