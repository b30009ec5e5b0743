import * as v from 'valibot'
import {
  LINE_MAX_CHARS,
  LIST_ROW_TRIES,
  LIST_ROWS_MAX,
  LIST_ROWS_SHOWN,
  LIST_SAMPLE_ROWS
} from '#shared/constants.ts'
import { MATCH_BANDS, REASON_TONES } from '#shared/contracts/match.ts'
import { PERSON_LABELS } from '#shared/contracts/person.ts'
import { cost, count, moment, partialDate, searchId, share, statedPurpose } from '#shared/contracts/values.ts'
import { VERDICTS } from '#shared/contracts/verdict.ts'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import {
  LATE_REASONS,
  LIST_STATES,
  type ListState,
  PAUSE_REASONS,
  type PauseReason,
  ROW_OUTCOMES,
  type RowOutcome,
  SKIP_REASONS,
  type SkipReason,
  WITHHELD,
  type Withheld
} from '#shared/labels/lists.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { purposeEntries } from '#shared/rules/purpose.ts'

const WRONG = PROBLEMS.BAD_INPUT.text
const keysOf = <K extends string>(labels: Record<K, string>) => Object.keys(labels) as K[]
const token = v.nullish(v.string(WRONG))
const CODES = Object.keys(PROBLEMS) as ProblemCode[]

export const ROW_CODES = keysOf<RowOutcome>(ROW_OUTCOMES)
const rowNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIST_ROWS_MAX))

export const listShape = v.strictObject({
  id: searchId,
  title: v.string(),
  state: v.picklist(keysOf<ListState>(LIST_STATES)),
  pause_reason: v.nullable(v.picklist(keysOf<PauseReason>(PAUSE_REASONS))),
  is_api: v.boolean(),
  rows: count,
  searchable: count,
  repeats: count,
  skipped: count,
  /** Rows with two equally likely readings. */
  unsure: count,
  /** Maximal cost of the remaining rows. */
  price: count,
  balance: count,
  /** Null when the balance suffices for `affordable` rows only. */
  balance_after: v.nullable(count),
  affordable: count,
  answered: count,
  charged: count,
  /** Rows to be tried again later. */
  retried: count,
  failed: count,
  left: count,
  outcomes: v.record(v.picklist(ROW_CODES), count),
  /** Skipped rows by reason. Those left out (`LEFT_OUT`) of a list that is done may be started again. */
  skips: v.record(v.string(), count),
  verdicts: count,
  sources: v.array(v.strictObject({ key: v.string(), title: v.string() })),
  sources_gone: v.array(v.string()),
  created_at: moment,
  started_at: v.nullable(moment),
  changed_at: moment,
  ended_at: v.nullable(moment),
  /** Ended, or paused by itself, and not looked at since. */
  is_new: v.optional(v.literal(true)),
  purpose: v.optional(statedPurpose)
})
export type List = v.InferOutput<typeof listShape>

/** An equally likely reading. */
const choiceShape = v.strictObject({ kind: v.string(), label: v.string(), value: v.string() })
export type RowChoice = v.InferOutput<typeof choiceShape>

const bestShape = v.strictObject({
  label: v.picklist(PERSON_LABELS),
  band: v.picklist(MATCH_BANDS),
  /** As found then; null where less is shown now. */
  score: v.nullable(share),
  /** Why less of the person is shown than was found; null when all is. */
  withheld: v.nullable(v.picklist(keysOf<Withheld>(WITHHELD))),
  /** Null when the person may not be shown. */
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
  /** Why it was skipped or failed; of a repeat, why the row that it repeats was. */
  reason: v.nullable(v.picklist([...keysOf<SkipReason>(SKIP_REASONS), ...CODES, ...LATE_REASONS])),
  reason_text: v.nullable(v.string()),
  repeat_of: v.nullable(rowNumber),
  repeated_outcome: v.optional(v.picklist(ROW_CODES)),
  /** Equally likely readings; the first counts until another is chosen. */
  choices: v.array(choiceShape),
  reading: v.nullable(v.strictObject({ kind: v.string(), value: v.optional(v.string()) })),
  tries: v.pipe(count, v.maxValue(LIST_ROW_TRIES)),
  /** Headline of the answer where a number, an address or several people were asked; else null. */
  headline_text: v.nullable(v.string()),
  people: count,
  best: v.nullable(bestShape),
  /** In which anybody was found; those of the best person are `best.source_keys`. */
  sources: count,
  results_count: count,
  /** For `perform {search_id}`: free until `live_until`. */
  search_id: v.nullable(searchId),
  live_until: v.nullable(moment),
  charged: cost,
  answered_at: v.nullable(moment),
  /** Of a repeat that of the row it repeats. */
  verdict: v.nullable(v.picklist(VERDICTS)),
  note: v.nullable(v.string()),
  verdict_at: v.nullable(moment)
})
export type ListRow = v.InferOutput<typeof listRowShape>

export const COLUMN_USES = ['line', 'label', 'none'] as const
const columnShape = v.strictObject({
  label: v.string(),
  kind: v.picklist(FIELD_KINDS),
  kind_title: v.string(),
  use: v.picklist(COLUMN_USES),
  examples: v.array(v.string())
})
export type ListColumn = v.InferOutput<typeof columnShape>

const fileShape = v.strictObject({
  name: v.string(),
  format: v.string(),
  encoding: v.nullable(v.string()),
  sheet: v.nullable(v.string()),
  other_sheets: v.array(v.string()),
  columns: v.array(columnShape),
  /** Other columns need the file sent again. */
  is_kept: v.literal(false)
})
export type ListFile = v.InferOutput<typeof fileShape>

/** `POST /api/lists`. */
export const newListAnswer = v.strictObject({
  ok: v.literal(true),
  list: listShape,
  sample: v.pipe(v.array(listRowShape), v.maxLength(LIST_SAMPLE_ROWS)),
  /** Null for typed lines. */
  file: v.nullable(fileShape)
})
export type NewListAnswer = v.InferOutput<typeof newListAnswer>

/** The calls that change a list. */
export const listAnswer = v.strictObject({ ok: v.literal(true), list: listShape })
/** `GET /api/lists/{id}`. */
export const oneListAnswer = v.strictObject({
  ...listAnswer.entries,
  /** As when it was read; null of typed lines, and once the list is started. */
  file: v.nullable(fileShape)
})
export const listsAnswer = v.strictObject({ ok: v.literal(true), lists: v.array(listShape) })
export const listDeletedAnswer = v.strictObject({ ok: v.literal(true) })

/** `GET /api/lists/{id}/rows`. */
export const listRowsAnswer = v.strictObject({
  ok: v.literal(true),
  rows: v.pipe(v.array(listRowShape), v.maxLength(LIST_ROWS_SHOWN)),
  total: count,
  /** Next page; null at the end. */
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

const title = v.nullish(v.string(WRONG))
/** JSON when sent by a form. */
const names = v.pipe(
  v.union([
    v.array(v.string(WRONG), WRONG),
    v.pipe(v.string(WRONG), v.parseJson(undefined, WRONG), v.array(v.string(WRONG), WRONG))
  ]),
  v.maxLength(1_000, WRONG)
)

/** `POST /api/lists`: lines, or a file as form data. */
export const newListBody = v.object(
  {
    token,
    title,
    lines: v.optional(v.union([v.array(v.string(WRONG), WRONG), v.string(WRONG)], WRONG)),
    file: v.optional(v.file(WRONG)),
    /** Columns that form the line, and the label column; '' for none. */
    columns: v.optional(names),
    label: v.optional(v.string(WRONG)),
    sheet: v.optional(v.string(WRONG)),
    ...purposeEntries
  },
  WRONG
)
export type NewListBody = v.InferOutput<typeof newListBody>

export const listCallBody = v.object({ token }, WRONG)

/** `POST /api/lists/{id}/start`. */
export const startListBody = v.object(
  {
    token,
    /** Limit of rows; the others are skipped. */
    most: v.nullish(v.pipe(v.number(WRONG), v.integer(WRONG), v.minValue(1, WRONG))),
    /** Of a list that is done these alone; else those that failed and those that were left out. */
    only: v.nullish(v.picklist(['failed', 'left_out'], WRONG))
  },
  WRONG
)

/** `PUT /api/lists/{id}`. */
export const renameListBody = v.object({ token, title: v.string(WRONG) }, WRONG)

/** Separated by commas in a query. */
const outcomes = v.optional(v.union([v.string(WRONG), v.array(v.string(WRONG))], WRONG))

/** By what rows come to, the best first or last, those of one outcome by score; else in their own order. */
export const ROW_SORTS = ['outcome', 'outcome_desc'] as const
/** A part of lines and labels, which stands in no address. */
const find = v.optional(v.pipe(v.string(WRONG), v.maxLength(LINE_MAX_CHARS, WRONG)))

const rowsFilter = {
  headline: outcomes,
  verdict: v.optional(v.picklist([...VERDICTS, 'none'], WRONG)),
  /** Rows of a draft with two equally likely readings. */
  unsure: v.optional(v.picklist(['true'], WRONG)),
  sort: v.optional(v.picklist(ROW_SORTS, WRONG)),
  cursor: v.optional(v.pipe(v.string(WRONG), v.regex(/^\d{1,5}$/, WRONG)))
}

/** `GET /api/lists/{id}/rows`. */
export const listRowsQuery = v.object(rowsFilter, WRONG)

/** `POST /api/lists/{id}/rows`: as above, but what is looked for stays out of the URL. */
export const listRowsBody = v.object({ token, ...rowsFilter, find }, WRONG)
export type ListRowsQuery = Omit<v.InferOutput<typeof listRowsBody>, 'token'>

export const LIST_EXPORTS = ['csv', 'xlsx', 'json', 'ftm'] as const
const exported = {
  format: v.picklist(LIST_EXPORTS, WRONG),
  headline: outcomes,
  verdict: rowsFilter.verdict,
  sort: rowsFilter.sort
}

/** `GET /api/lists/{id}/export`: the rows that the filters leave. */
export const listExportQuery = v.object(exported, WRONG)

/** `POST /api/lists/{id}/export`: the same file. */
export const listExportBody = v.object({ token, ...exported, find }, WRONG)

/** `PUT /api/lists/{id}/rows/{n}/verdict`: null removes it. */
export const rowVerdictBody = v.object(
  {
    token,
    verdict: v.nullable(v.picklist(VERDICTS, WRONG)),
    note: v.nullish(v.string(WRONG)),
    /** `verdict_at` as last seen, null for none; a mismatch is `VERDICT_CHANGED`. */
    replaces: v.nullish(v.pipe(v.string(WRONG), v.isoTimestamp(WRONG)))
  },
  WRONG
)
export type RowVerdictBody = v.InferOutput<typeof rowVerdictBody>

/** `PUT /api/lists/{id}/rows/{n}/use` of a draft: false leaves the row out, with those that repeat it. */
export const rowUseBody = v.object({ token, use: v.boolean(WRONG) }, WRONG)

/** `PUT /api/lists/{id}/rows/{n}/reading` of a draft; null for the likeliest. */
export const rowReadingBody = v.object(
  {
    token,
    reading: v.nullable(v.object({ kind: v.string(WRONG), value: v.optional(v.string(WRONG)) }, WRONG))
  },
  WRONG
)
