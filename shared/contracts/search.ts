import * as v from 'valibot'
import { MORE_PEOPLE_MAX, TOTAL_EXACT_MAX, VERDICTS_PER_SEARCH } from '#shared/constants.ts'
import {
  SOURCE_BASES,
  SOURCE_KINDS,
  SOURCE_ORIGINS,
  type SourceBasis,
  type SourceKind,
  type SourceOrigin
} from '#shared/labels/sources.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { purposeEntries } from '#shared/rules/purpose.ts'
import { idInSearch } from './compare.ts'
import { joiningRule, matchShape } from './match.ts'
import { operatorShape } from './operator.ts'
import { answerPerson, type Person, personShape } from './person.ts'
import { readingShape } from './reading.ts'
import { cost, count, isoDate, moment, searchId, statedPurpose } from './values.ts'
import { verdictShape } from './verdict.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

/** A kind of reading, or kind and value. */
const chosenReading = v.union(
  [v.string(WRONG), v.object({ kind: v.string(WRONG), value: v.optional(v.string(WRONG)) }, WRONG)],
  WRONG
)

const keysOf = <K extends string>(labels: Record<K, string>) => Object.keys(labels) as K[]

/** Field values are texts; the type allows for the counts beside them. */
const ownField = v.string() as unknown as v.GenericSchema<string | number | string[] | undefined>

/** Fields by Russian label; counts only where rows were merged. */
export const recordShape = v.objectWithRest(
  {
    record_id: v.string(),
    duplicates: v.optional(count),
    duplicate_ids: v.optional(v.array(v.string()))
  },
  ownField
)
export type AnswerRecord = v.InferOutput<typeof recordShape>

/** `records` also when it may have some. */
export const SOURCE_STATES = ['records', 'empty', 'failed'] as const

export const completenessEntries = {
  shown: count,
  /** Records of the search and «ещё», a lower bound unless `total_is_exact`. */
  total: v.pipe(count, v.maxValue(TOTAL_EXACT_MAX)),
  total_is_exact: v.boolean(),
  /** More records exist or may exist. */
  more: v.boolean()
}
const completenessShape = v.strictObject(completenessEntries)
export type Completeness = v.InferOutput<typeof completenessShape>

export const sourceMetaEntries = {
  title: v.string(),
  kind: v.picklist(keysOf<SourceKind>(SOURCE_KINDS)),
  origin: v.picklist(keysOf<SourceOrigin>(SOURCE_ORIGINS)),
  basis: v.picklist(keysOf<SourceBasis>(SOURCE_BASES)),
  /** Freshness of the source. */
  as_of: isoDate,
  /** From 1; sources with records first. */
  number: v.pipe(count, v.minValue(1)),
  state: v.picklist(SOURCE_STATES),
  ...completenessEntries
}
const sourceMeta = v.strictObject(sourceMetaEntries)
export type SourceMeta = v.InferOutput<typeof sourceMeta>

/** `partial` when a source did not answer or may have more than can be found. */
const HEADLINE_CODES = ['one', 'several', 'probable', 'namesakes', 'related', 'none', 'partial'] as const
const headlineShape = v.strictObject({
  code: v.picklist(HEADLINE_CODES),
  /** Cards it refers to. */
  people: count
})
export type Headline = v.InferOutput<typeof headlineShape>

/** `POST /api/search/perform`. */
export const searchAnswer = v.strictObject({
  success: v.literal(true),
  /** For its user only. */
  search_id: searchId,
  searched_at: moment,
  headline: headlineShape,
  query: v.string(),
  readings: v.array(readingShape),
  results_by_source: v.record(v.string(), v.array(recordShape)),
  matches: v.record(v.string(), matchShape),
  sources_meta: v.record(v.string(), sourceMeta),
  completeness: completenessShape,
  /** What may have been missed, in Russian; absent when nothing. */
  completeness_note: v.optional(v.string()),
  persons: v.array(answerPerson),
  results_count: count,
  /** Probable corrections; only when a typing error was needed to find the name. */
  suggestions: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3))),
  operator_info: v.nullable(operatorShape),
  query_time_ms: v.pipe(v.number(), v.minValue(0)),
  charged: cost,
  requests_left: count,
  failed_sources: v.array(v.string()),
  /** Absent when none was stated. */
  purpose: v.optional(statedPurpose),
  /** Sources withheld because of the purpose; absent when none. */
  withheld_sources: v.optional(v.array(v.strictObject({ key: v.string(), title: v.string() })))
})
export type SearchAnswer = v.InferOutput<typeof searchAnswer>

/** Answer with `detail: full`. */
export type DetailedAnswer = Omit<SearchAnswer, 'persons'> & { persons: Person[] }

/** Records of a person beyond the line. */
const furtherOfPerson = v.strictObject({
  person_id: v.string(),
  /** Before merging duplicates; a lower bound unless `is_exact`. */
  records: count,
  is_exact: v.boolean(),
  /** Linking rules, most frequent first; a record counts once. */
  rules: v.array(v.strictObject({ ...joiningRule.entries, records: count })),
  failed_sources: v.array(v.string())
})
export type FurtherOfPerson = v.InferOutput<typeof furtherOfPerson>

/** `POST /api/search/more`: best first. */
export const moreAnswer = v.strictObject({
  success: v.literal(true),
  search_id: searchId,
  results_by_source: searchAnswer.entries.results_by_source,
  matches: searchAnswer.entries.matches,
  results_count: count,
  /** People of these records, including what was shown before. */
  persons: v.array(personShape),
  /** Next page; null at the end. */
  cursor: v.nullable(v.string()),
  /** When `further` was asked for. */
  further: v.optional(furtherOfPerson),
  query_time_ms: v.pipe(v.number(), v.minValue(0)),
  charged: v.literal(0),
  requests_left: count
})
export type MoreAnswer = v.InferOutput<typeof moreAnswer>

const withdrawnShape = v.strictObject({
  /** Opaque: another one when other records are no longer shown, '' while all are. It tells neither how many nor why. */
  state: v.string(),
  /** Titles of sources that no longer answer; the key of a deleted one. */
  sources: v.array(v.string()),
  /** Sources that show fewer columns since. */
  narrowed: v.optional(v.array(v.strictObject({ title: v.string(), since: moment })))
})
export type Withdrawn = v.InferOutput<typeof withdrawnShape>

/** `GET /api/search/{search_id}`. */
export const pastSearchAnswer = v.strictObject({
  success: v.literal(true),
  query: v.string(),
  reading: v.nullable(chosenReading),
  searched_at: moment,
  live_until: moment,
  /** Oldest first; only on people who may be shown. */
  verdicts: v.pipe(v.array(verdictShape), v.maxLength(VERDICTS_PER_SEARCH)),
  /** Names by verdict id, with `?names=true`. */
  names: v.optional(v.record(v.string(), v.string())),
  /** Null when all may be shown, `unknown` while a source does not answer. */
  withdrawn: v.nullable(v.union([withdrawnShape, v.literal('unknown')])),
  /** Absent when none was stated. */
  purpose: v.optional(statedPurpose)
})
export type PastSearchAnswer = v.InferOutput<typeof pastSearchAnswer>

export const pastSearchQuery = v.object({ names: v.optional(v.literal('true', WRONG)) }, WRONG)

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

/** `GET /api/search/examples`: empty unless all people are synthetic. */
export const examplesAnswer = v.strictObject({
  success: v.literal(true),
  examples: v.array(v.strictObject({ label: v.string(), query: v.string() })),
  all_synthetic: v.boolean()
})
export type ExamplesAnswer = v.InferOutput<typeof examplesAnswer>

/** `GET /api/search/field_labels` */
export const fieldLabelsAnswer = v.strictObject({
  success: v.literal(true),
  labels: v.record(v.string(), v.string())
})
export type FieldLabelsAnswer = v.InferOutput<typeof fieldLabelsAnswer>

/** Length is checked after cleaning, so that its refusal has a code. */
export const parseBody = v.object({ query: v.string(WRONG) }, WRONG)

/** `full` for details of everybody, else see `PEOPLE_DETAILED`. */
export const detail = v.nullish(v.literal('full', WRONG))
export type Detail = v.InferOutput<typeof detail>

/** A line, or a search that is answered again for free. */
export const performBody = v.variant(
  'search_id',
  [
    v.object(
      {
        search_id: v.string(WRONG),
        detail,
        query: v.optional(v.never(WRONG)),
        reading: v.nullish(v.never(WRONG))
      },
      WRONG
    ),
    v.object(
      {
        query: v.string(WRONG),
        reading: v.nullish(chosenReading),
        detail,
        /** Free while an equal search of the user is live. */
        live: v.nullish(v.boolean(WRONG)),
        ...purposeEntries,
        search_id: v.nullish(v.never(WRONG))
      },
      WRONG
    )
  ],
  WRONG
)

/** `POST /api/search/reveal`: shows a masked value. */
export const revealBody = v.object(
  {
    search_id: v.string(WRONG),
    record_id: idInSearch,
    field: v.pipe(v.string(WRONG), v.minLength(1, WRONG))
  },
  WRONG
)
export const revealAnswer = v.strictObject({ success: v.literal(true), value: v.string() })
export type RevealAnswer = v.InferOutput<typeof revealAnswer>

export const moreBody = v.object(
  {
    search_id: v.string(WRONG),
    source: v.nullish(v.string(WRONG)),
    /** Of the previous answer; absent for the first page. */
    cursor: v.nullish(v.string(WRONG)),
    people: v.nullish(
      v.pipe(v.array(idInSearch, WRONG), v.minLength(1, WRONG), v.maxLength(MORE_PEOPLE_MAX, WRONG))
    ),
    /** Instead: a person whose further records are looked for. */
    further: v.nullish(idInSearch),
    count_only: v.nullish(v.boolean(WRONG))
  },
  WRONG
)
