import * as v from 'valibot'
import { SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import {
  SOURCE_BASES,
  SOURCE_KINDS,
  SOURCE_ORIGINS,
  type SourceBasis,
  type SourceKind,
  type SourceOrigin
} from '#shared/labels/sources.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { matchShape } from './match.ts'
import { operatorShape } from './operator.ts'
import { personShape } from './person.ts'
import { readingShape } from './reading.ts'
import { count, isoDate } from './values.ts'

const keysOf = <K extends string>(labels: Record<K, string>) => Object.keys(labels) as K[]

/** The values of a record's own fields are texts; the type is wider for the sake of the counts beside them. */
const ownField = v.string() as unknown as v.GenericSchema<string | number | string[] | undefined>

/** A record in an answer: its own Russian-labelled fields and its id; both counts only where rows were merged. */
export const recordShape = v.objectWithRest(
  {
    record_id: v.string(),
    duplicates: v.optional(count),
    duplicate_ids: v.optional(v.array(v.string()))
  },
  ownField
)
export type AnswerRecord = v.InferOutput<typeof recordShape>

/** Where the records of a source come from, beside every answer. */
const sourceMeta = v.strictObject({
  title: v.string(),
  kind: v.picklist(keysOf<SourceKind>(SOURCE_KINDS)),
  origin: v.picklist(keysOf<SourceOrigin>(SOURCE_ORIGINS)),
  basis: v.picklist(keysOf<SourceBasis>(SOURCE_BASES)),
  /** How fresh the source is. */
  as_of: isoDate,
  /** More was found than is shown. */
  more: v.boolean()
})
export type SourceMeta = v.InferOutput<typeof sourceMeta>

/** `POST /api/search/perform`. */
export const searchAnswer = v.strictObject({
  success: v.literal(true),
  query: v.string(),
  readings: v.array(readingShape),
  /** By the key of the source. */
  results_by_source: v.record(v.string(), v.array(recordShape)),
  /** By the id of the record. */
  matches: v.record(v.string(), matchShape),
  sources_meta: v.record(v.string(), sourceMeta),
  persons: v.array(personShape),
  /** Records before duplicates are merged. */
  results_count: count,
  /** Lines that were probably meant, at most three; absent unless the name was found by a typing error only. */
  suggestions: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3))),
  operator_info: v.nullable(operatorShape),
  query_time_ms: v.pipe(v.number(), v.minValue(0)),
  charged: v.pipe(count, v.maxValue(SEARCH_COST_REQUESTS)),
  requests_left: count,
  /** Keys of the sources that failed or timed out; then nothing was charged. */
  failed_sources: v.array(v.string())
})
export type SearchAnswer = v.InferOutput<typeof searchAnswer>

/** `POST /api/search/parse_query`. */
export const parseAnswer = v.strictObject({ success: v.literal(true), readings: v.array(readingShape) })
export type ParseAnswer = v.InferOutput<typeof parseAnswer>

/** `GET /api/search/stats`. */
export const statsAnswer = v.strictObject({
  success: v.literal(true),
  total_records: count,
  sources_count: count,
  indices: v.array(v.strictObject({ name: v.string(), title: v.string(), records: count }))
})
export type StatsAnswer = v.InferOutput<typeof statsAnswer>

/** `GET /api/search/examples`: lines that find somebody; none unless everybody who can be found is invented. */
export const examplesAnswer = v.strictObject({
  success: v.literal(true),
  examples: v.array(v.strictObject({ label: v.string(), query: v.string() })),
  all_synthetic: v.boolean()
})
export type ExamplesAnswer = v.InferOutput<typeof examplesAnswer>

/** `GET /api/search/field_labels`: the Russian name of each kind of field. */
export const fieldLabelsAnswer = v.strictObject({
  success: v.literal(true),
  labels: v.record(v.string(), v.string())
})
export type FieldLabelsAnswer = v.InferOutput<typeof fieldLabelsAnswer>

/** `GET /api/search/health`: 200, or 503 when nothing can be searched. */
export const healthAnswer = v.strictObject({
  status: v.picklist(['ok', 'down']),
  engine: v.string(),
  records: v.nullable(count)
})
export type HealthAnswer = v.InferOutput<typeof healthAnswer>

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
