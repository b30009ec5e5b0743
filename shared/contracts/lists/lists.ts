import * as v from 'valibot'
import {
  LINE_MAX_CHARS,
  LIST_ROW_TRIES,
  LIST_ROWS_MAX,
  LIST_ROWS_SHOWN,
  LIST_SAMPLE_ROWS,
  SEARCH_COST_REQUESTS
} from '#shared/constants.ts'
import { MATCH_BANDS, REASON_TONES } from '#shared/contracts/match.ts'
import { PERSON_LABELS } from '#shared/contracts/person.ts'
import { count, moment, partialDate, searchId, share, statedPurpose } from '#shared/contracts/values.ts'
import { VERDICTS } from '#shared/contracts/verdict.ts'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import {
  LIST_STATES,
  type ListState,
  PAUSE_REASONS,
  type PauseReason,
  ROW_OUTCOMES,
  type RowOutcome,
  SKIP_REASONS,
  type SkipReason
} from '#shared/labels/lists.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { purposeEntries } from '#shared/rules/purpose.ts'

const WRONG = PROBLEMS.BAD_INPUT.text
const keysOf = <K extends string>(labels: Record<K, string>) => Object.keys(labels) as K[]
const CODES = Object.keys(PROBLEMS) as ProblemCode[]

export const ROW_CODES = keysOf<RowOutcome>(ROW_OUTCOMES)
/** Of a row, from 1. */
const rowNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIST_ROWS_MAX))

/** A list as its user sees it. */
export const listShape = v.strictObject({
  /** Opaque. */
  id: searchId,
  title: v.string(),
  state: v.picklist(keysOf<ListState>(LIST_STATES)),
  pause_reason: v.nullable(v.picklist(keysOf<PauseReason>(PAUSE_REASONS))),
  is_api: v.boolean(),
  rows: count,
  /** Rows that are searched, each once. */
  searchable: count,
  repeats: count,
  skipped: count,
  /** Rows with two readings that are as likely, which nobody has chosen between. */
  unsure: count,
  /** What the rows that are not answered yet cost at most. */
  price: count,
  balance: count,
  /** Null where the balance does not suffice: then only `affordable` rows can be searched. */
  balance_after: v.nullable(count),
  affordable: count,
  answered: count,
  charged: count,
  /** Rows that failed and are tried again. */
  retried: count,
  failed: count,
  left: count,
  /** Of the rows by what they come to, those alone that there are. */
  outcomes: v.record(v.picklist(ROW_CODES), count),
  verdicts: count,
  /** Those that answered at the start, in their order. */
  sources: v.array(v.strictObject({ key: v.string(), title: v.string() })),
  /** Titles, or keys, of those that are there no more. */
  sources_gone: v.array(v.string()),
  created_at: moment,
  started_at: v.nullable(moment),
  changed_at: moment,
  ended_at: v.nullable(moment),
  /** As it was stated for its searches; absent where none was. */
  purpose: v.optional(statedPurpose)
})
export type List = v.InferOutput<typeof listShape>

/** A way to read a row that is as likely as another. */
const choiceShape = v.strictObject({ kind: v.string(), label: v.string(), value: v.string() })
export type RowChoice = v.InferOutput<typeof choiceShape>

const bestShape = v.strictObject({
  label: v.picklist(PERSON_LABELS),
  band: v.picklist(MATCH_BANDS),
  score: share,
  /** Null of somebody who may not be shown now. */
  name: v.nullable(v.string()),
  birth_date: v.nullable(partialDate),
  reasons: v.array(v.strictObject({ code: v.string(), tone: v.picklist(REASON_TONES), text: v.string() })),
  source_keys: v.array(v.string()),
  record_ids: v.array(v.string())
})
export type RowBest = v.InferOutput<typeof bestShape>

export const listRowShape = v.strictObject({
  n: rowNumber,
  line: v.string(),
  label: v.nullable(v.string()),
  outcome: v.picklist(ROW_CODES),
  /** Why it is skipped, or failed. */
  reason: v.nullable(v.picklist([...keysOf<SkipReason>(SKIP_REASONS), ...CODES, 'SOURCE_SILENT'])),
  reason_text: v.nullable(v.string()),
  /** The row whose answer it shows. */
  repeat_of: v.nullable(rowNumber),
  /** Readings that are as likely, the first of which counts until another is chosen. */
  choices: v.array(choiceShape),
  /** The reading that was chosen. */
  reading: v.nullable(v.strictObject({ kind: v.string(), value: v.optional(v.string()) })),
  tries: v.pipe(count, v.maxValue(LIST_ROW_TRIES)),
  /** Cards that fit what was asked. */
  people: count,
  best: v.nullable(bestShape),
  sources: count,
  results_count: count,
  /** For `perform {search_id}`: free until `live_until`. */
  search_id: v.nullable(searchId),
  live_until: v.nullable(moment),
  charged: v.pipe(count, v.maxValue(SEARCH_COST_REQUESTS)),
  answered_at: v.nullable(moment),
  verdict: v.nullable(v.picklist(VERDICTS)),
  note: v.nullable(v.string()),
  verdict_at: v.nullable(moment)
})
export type ListRow = v.InferOutput<typeof listRowShape>

export const COLUMN_USES = ['line', 'label', 'none'] as const
/** A column of a list's file. */
const columnShape = v.strictObject({
  label: v.string(),
  kind: v.picklist(FIELD_KINDS),
  kind_title: v.string(),
  use: v.picklist(COLUMN_USES),
  examples: v.array(v.string())
})
export type ListColumn = v.InferOutput<typeof columnShape>

/** What a file was read as. */
const fileShape = v.strictObject({
  name: v.string(),
  format: v.string(),
  encoding: v.nullable(v.string()),
  sheet: v.nullable(v.string()),
  other_sheets: v.array(v.string()),
  columns: v.array(columnShape)
})
export type ListFile = v.InferOutput<typeof fileShape>

/** `POST /api/lists`. */
export const newListAnswer = v.strictObject({
  ok: v.literal(true),
  list: listShape,
  sample: v.pipe(v.array(listRowShape), v.maxLength(LIST_SAMPLE_ROWS)),
  /** Null of lines. */
  file: v.nullable(fileShape)
})
export type NewListAnswer = v.InferOutput<typeof newListAnswer>

/** `GET /api/lists/{id}`, and the calls that change one. */
export const listAnswer = v.strictObject({ ok: v.literal(true), list: listShape })
export const listsAnswer = v.strictObject({ ok: v.literal(true), lists: v.array(listShape) })
export const listDeletedAnswer = v.strictObject({ ok: v.literal(true) })

/** `GET /api/lists/{id}/rows`. */
export const listRowsAnswer = v.strictObject({
  ok: v.literal(true),
  rows: v.pipe(v.array(listRowShape), v.maxLength(LIST_ROWS_SHOWN)),
  /** Rows that the filters leave. */
  total: count,
  /** For the rows after these; null at the end. */
  cursor: v.nullable(v.string())
})
export type ListRowsAnswer = v.InferOutput<typeof listRowsAnswer>

/** `GET /api/lists/{id}/export?format=json`. */
export const listExportAnswer = v.strictObject({
  ok: v.literal(true),
  list: listShape,
  rows: v.pipe(v.array(listRowShape), v.maxLength(LIST_ROWS_MAX))
})

export const listRowAnswer = v.strictObject({ ok: v.literal(true), row: listRowShape })

const token = v.nullish(v.string(WRONG))
const title = v.nullish(v.string(WRONG))
/** In a form, names of columns as JSON. */
const names = v.pipe(
  v.union([
    v.array(v.string(WRONG), WRONG),
    v.pipe(v.string(WRONG), v.parseJson(undefined, WRONG), v.array(v.string(WRONG), WRONG))
  ]),
  v.maxLength(1_000, WRONG)
)

/** `POST /api/lists`: lines, or a file in a form. */
export const newListBody = v.object(
  {
    token,
    title,
    /** One text of many lines is taken too. */
    lines: v.optional(v.union([v.array(v.string(WRONG), WRONG), v.string(WRONG)], WRONG)),
    file: v.optional(v.file(WRONG)),
    /** The columns that make the line, and the one that is the row's own label; empty for none. */
    columns: v.optional(names),
    label: v.optional(v.string(WRONG)),
    sheet: v.optional(v.string(WRONG)),
    ...purposeEntries
  },
  WRONG
)
export type NewListBody = v.InferOutput<typeof newListBody>

/** Calls that need nothing but, from a program, its token. */
export const listCallBody = v.object({ token }, WRONG)

/** `POST /api/lists/{id}/start`. */
export const startListBody = v.object(
  {
    token,
    /** Searches no more rows than this; the others are left out. */
    most: v.nullish(v.pipe(v.number(WRONG), v.integer(WRONG), v.minValue(1, WRONG)))
  },
  WRONG
)

/** `PUT /api/lists/{id}`. */
export const renameListBody = v.object({ token, title: v.string(WRONG) }, WRONG)

/** Codes with commas between, which the query may come parted by. */
const outcomes = v.optional(v.union([v.string(WRONG), v.array(v.string(WRONG))], WRONG))

const rowsFilter = {
  headline: outcomes,
  verdict: v.optional(v.picklist([...VERDICTS, 'none'], WRONG)),
  /** Rows of a draft with two readings as likely. */
  unsure: v.optional(v.picklist(['true'], WRONG)),
  cursor: v.optional(v.pipe(v.string(WRONG), v.regex(/^\d{1,5}$/, WRONG)))
}

/** `GET /api/lists/{id}/rows`. */
export const listRowsQuery = v.object(rowsFilter, WRONG)

/** `POST /api/lists/{id}/rows`: the same rows; what is looked for in lines and labels stands in no address. */
export const listRowsBody = v.object(
  { token, ...rowsFilter, find: v.optional(v.pipe(v.string(WRONG), v.maxLength(LINE_MAX_CHARS, WRONG))) },
  WRONG
)
export type ListRowsQuery = Omit<v.InferOutput<typeof listRowsBody>, 'token'>

export const LIST_EXPORTS = ['csv', 'xlsx', 'json', 'ftm'] as const
export const listExportQuery = v.object(
  {
    format: v.picklist(LIST_EXPORTS, WRONG),
    headline: outcomes,
    verdict: rowsFilter.verdict
  },
  WRONG
)

/** `PUT /api/lists/{id}/rows/{n}/verdict`: null takes it back. */
export const rowVerdictBody = v.object(
  {
    token,
    verdict: v.nullable(v.picklist(VERDICTS, WRONG)),
    note: v.nullish(v.string(WRONG)),
    /** `verdict_at` of the verdict that its user saw, null of none: another one there is `VERDICT_CHANGED`. */
    replaces: v.nullish(v.pipe(v.string(WRONG), v.isoTimestamp(WRONG)))
  },
  WRONG
)
export type RowVerdictBody = v.InferOutput<typeof rowVerdictBody>

/** `PUT /api/lists/{id}/rows/{n}/reading`: of a draft; null for the likeliest. */
export const rowReadingBody = v.object(
  {
    token,
    reading: v.nullable(v.object({ kind: v.string(WRONG), value: v.optional(v.string(WRONG)) }, WRONG))
  },
  WRONG
)
