import * as v from 'valibot'
import {
  MORE_PEOPLE_MAX,
  SEARCH_COST_REQUESTS,
  TOTAL_EXACT_MAX,
  VERDICTS_PER_SEARCH
} from '#shared/constants.ts'
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
import { count, isoDate, moment, searchId, statedPurpose } from './values.ts'
import { verdictShape } from './verdict.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

/** Narrows to one reading of the line: its kind, or its kind and value. */
const chosenReading = v.union(
  [v.string(WRONG), v.object({ kind: v.string(WRONG), value: v.optional(v.string(WRONG)) }, WRONG)],
  WRONG
)

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

/** Whether a source that was asked has, or may have, records of what was asked, has none, or did not answer. */
export const SOURCE_STATES = ['records', 'empty', 'failed'] as const

export const completenessEntries = {
  /** Records of the answer, before duplicates are merged. */
  shown: count,
  /** Records that the search and «ещё» show together: at least so many, exactly where `total_is_exact`. */
  total: v.pipe(count, v.maxValue(TOTAL_EXACT_MAX)),
  total_is_exact: v.boolean(),
  /** There are, or may be, records that are not shown. */
  more: v.boolean()
}
/** How much of what there is an answer shows. */
const completenessShape = v.strictObject(completenessEntries)
export type Completeness = v.InferOutput<typeof completenessShape>

/** Where the records of a source come from, beside every answer. */
export const sourceMetaEntries = {
  title: v.string(),
  kind: v.picklist(keysOf<SourceKind>(SOURCE_KINDS)),
  origin: v.picklist(keysOf<SourceOrigin>(SOURCE_ORIGINS)),
  basis: v.picklist(keysOf<SourceBasis>(SOURCE_BASES)),
  /** How fresh the source is. */
  as_of: isoDate,
  /** Its place in the answer, from 1: sources with records first. */
  number: v.pipe(count, v.minValue(1)),
  state: v.picklist(SOURCE_STATES),
  ...completenessEntries
}
const sourceMeta = v.strictObject(sourceMetaEntries)
export type SourceMeta = v.InferOutput<typeof sourceMeta>

/** What an answer comes to; `partial` while a source has not answered, or may have more than can be found, whatever is there. */
const HEADLINE_CODES = ['one', 'several', 'probable', 'namesakes', 'related', 'none', 'partial'] as const
const headlineShape = v.strictObject({
  code: v.picklist(HEADLINE_CODES),
  /** Cards that it speaks of. */
  people: count
})
export type Headline = v.InferOutput<typeof headlineShape>

/** `POST /api/search/perform`. */
export const searchAnswer = v.strictObject({
  success: v.literal(true),
  /** Names the search for its user alone. */
  search_id: searchId,
  searched_at: moment,
  headline: headlineShape,
  query: v.string(),
  readings: v.array(readingShape),
  /** By the key of the source. */
  results_by_source: v.record(v.string(), v.array(recordShape)),
  /** By the id of the record. */
  matches: v.record(v.string(), matchShape),
  /** Every source that was asked. */
  sources_meta: v.record(v.string(), sourceMeta),
  completeness: completenessShape,
  /** What the search may have missed, in Russian; absent while it cannot have missed anything that is stored. */
  completeness_note: v.optional(v.string()),
  persons: v.array(answerPerson),
  /** Records before duplicates are merged. */
  results_count: count,
  /** Lines that were probably meant, at most three; absent unless the name was found by a typing error only. */
  suggestions: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3))),
  operator_info: v.nullable(operatorShape),
  query_time_ms: v.pipe(v.number(), v.minValue(0)),
  charged: v.pipe(count, v.maxValue(SEARCH_COST_REQUESTS)),
  requests_left: count,
  /** Keys of the sources that failed or timed out; then nothing was charged. */
  failed_sources: v.array(v.string()),
  /** As it was stated; absent where none was. */
  purpose: v.optional(statedPurpose),
  /** Sources that may not be searched for this purpose and were not asked; absent where there are none. */
  withheld_sources: v.optional(v.array(v.strictObject({ key: v.string(), title: v.string() })))
})
export type SearchAnswer = v.InferOutput<typeof searchAnswer>

/** An answer with `detail: full`. */
export type DetailedAnswer = Omit<SearchAnswer, 'persons'> & { persons: Person[] }

/** Records of a person that the line does not find. */
const furtherOfPerson = v.strictObject({
  person_id: v.string(),
  /** Before duplicates are merged: at least so many, exactly where `is_exact`. */
  records: count,
  is_exact: v.boolean(),
  /** What joins them, the most frequent first; a record counts once. */
  rules: v.array(v.strictObject({ ...joiningRule.entries, records: count })),
  /** Keys of the sources that did not tell. */
  failed_sources: v.array(v.string())
})
export type FurtherOfPerson = v.InferOutput<typeof furtherOfPerson>

/** `POST /api/search/more`: further records of a search, those that fit best first. */
export const moreAnswer = v.strictObject({
  success: v.literal(true),
  search_id: searchId,
  results_by_source: searchAnswer.entries.results_by_source,
  matches: searchAnswer.entries.matches,
  results_count: count,
  /** Those whom these records belong to, together with what the search itself showed of them. */
  persons: v.array(personShape),
  /** For the records after these; null when there are none. */
  cursor: v.nullable(v.string()),
  /** Where `further` was asked for. */
  further: v.optional(furtherOfPerson),
  query_time_ms: v.pipe(v.number(), v.minValue(0)),
  charged: v.literal(0),
  requests_left: count
})
export type MoreAnswer = v.InferOutput<typeof moreAnswer>

/** What a search showed and may not be shown any more. */
const withdrawnShape = v.strictObject({
  records: count,
  /** Titles of the sources that answer no more; of a deleted one its key. */
  sources: v.array(v.string()),
  /** Sources that show fewer columns than when the search was made, and since when. */
  narrowed: v.optional(v.array(v.strictObject({ title: v.string(), since: moment })))
})
export type Withdrawn = v.InferOutput<typeof withdrawnShape>

/** `GET /api/search/{search_id}`. */
export const pastSearchAnswer = v.strictObject({
  success: v.literal(true),
  query: v.string(),
  /** As it was sent. */
  reading: v.nullable(chosenReading),
  searched_at: moment,
  /** Until then it answers again, and goes on, free of charge. */
  live_until: moment,
  /** In the order in which they were made; of those alone who may be shown still. */
  verdicts: v.pipe(v.array(verdictShape), v.maxLength(VERDICTS_PER_SEARCH)),
  /** By the ids of these verdicts who each is on, as the records say now: where `?names=true` asks for it. */
  names: v.optional(v.record(v.string(), v.string())),
  /** Null while everything may be shown that it showed; unknown while not every source tells it. */
  withdrawn: v.nullable(v.union([withdrawnShape, v.literal('unknown')])),
  /** As it was stated; absent where none was. */
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

/** The length is checked after cleaning, so that its refusal has its own code. */
export const parseBody = v.object({ query: v.string(WRONG) }, WRONG)

/** How much of each person an answer has: `full` all of everybody, else see `PEOPLE_DETAILED`. */
export const detail = v.nullish(v.literal('full', WRONG))
export type Detail = v.InferOutput<typeof detail>

/** A line, or the search that was made of it: then it is answered again for nothing. */
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
        /** Answers for nothing, under its id, while an equal search of the user still goes on. */
        live: v.nullish(v.boolean(WRONG)),
        ...purposeEntries,
        search_id: v.nullish(v.never(WRONG))
      },
      WRONG
    )
  ],
  WRONG
)

/** `POST /api/search/reveal`: a value that is masked for its caller. */
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
    /** Of this source alone. */
    source: v.nullish(v.string(WRONG)),
    /** That of the answer before; none for the records after those of the search itself. */
    cursor: v.nullish(v.string(WRONG)),
    /** In place of both: whom «ещё» has brought before. */
    people: v.nullish(
      v.pipe(v.array(idInSearch, WRONG), v.minLength(1, WRONG), v.maxLength(MORE_PEOPLE_MAX, WRONG))
    ),
    /** In place of all: a person whose further records are found by what the shown ones state. */
    further: v.nullish(idInSearch),
    /** Tells how many these are, and shows none. */
    count_only: v.nullish(v.boolean(WRONG))
  },
  WRONG
)
