import * as v from 'valibot'
import {
  COLUMN_LABEL_MAX_CHARS,
  HEADER_LINE_MAX,
  IMPORT_COLUMNS_MAX,
  UPLOAD_FINGERPRINT_MAX_CHARS,
  UPLOAD_MAX_BYTES,
  UPLOAD_NAME_MAX_CHARS
} from '#shared/constants.ts'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import { DELIMITER_SIGNS, FILE_ENCODINGS } from '#shared/labels/file-formats.ts'
import { COLUMN_PARTIES } from '#shared/labels/parties.ts'
import { ADMIN_REFUSALS } from '#shared/rules/admin-refusals.ts'
import { FORM_REFUSALS } from '#shared/rules/form-refusals.ts'
import { INDEX_NAME } from '#shared/rules/index-name.ts'
import { passport } from '#shared/rules/passport.ts'
import { isStorable } from '#shared/rules/storable.ts'
import { importPreview } from './imports.ts'
import { count, moment, moscowTime, rowCounts, share } from './values.ts'

const WRONG = FORM_REFUSALS.BAD_INPUT

/** Text that the database can hold. */
const storable = (most: number) =>
  v.pipe(v.string(WRONG), v.minLength(1, WRONG), v.maxLength(most, WRONG), v.check(isStorable, WRONG))

/**
 * `uploading` takes pieces; `ready` has all of them; `waiting` for another import to end; `running`; `stopped` by an
 * administrator; `failed`. From `ready`, `stopped` and `failed` it starts, and goes on where it was.
 */
export const IMPORT_STATES = [
  'uploading',
  'ready',
  'waiting',
  'running',
  'stopped',
  'failed',
  'done'
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Of work that goes on in the background. `rows_per_second` and `seconds_left` are null until they are known. */
export const progressShape = v.strictObject({
  part: share,
  rows: count,
  rows_per_second: v.nullable(count),
  seconds_left: v.nullable(count),
  /** What it is at beside reading, or what it waits for after it had begun, in Russian. */
  note: v.nullable(v.string())
})
export type ImportProgress = v.InferOutput<typeof progressShape>

/** `POST /api/auth/admin/imports`. The same administrator's same file goes on where its upload was cut. */
export const uploadForm = v.object(
  {
    file_name: v.pipe(v.string(WRONG), v.maxLength(UPLOAD_NAME_MAX_CHARS, ADMIN_REFUSALS.BAD_FILE_NAME)),
    size: v.pipe(
      v.number(WRONG),
      v.integer(WRONG),
      v.minValue(1, ADMIN_REFUSALS.FILE_EMPTY),
      v.maxValue(UPLOAD_MAX_BYTES, ADMIN_REFUSALS.FILE_TOO_LARGE)
    ),
    /** What tells this file from another of its name and size: of the page's own choice. */
    fingerprint: storable(UPLOAD_FINGERPRINT_MAX_CHARS)
  },
  WRONG
)
export type UploadForm = v.InferOutput<typeof uploadForm>

/** `PUT /api/auth/admin/imports/{id}/piece?offset=`: its bytes as the body, at most `UPLOAD_PIECE_MAX_BYTES`. */
export const pieceQuery = v.object(
  { offset: v.pipe(v.string(WRONG), v.regex(/^\d{1,10}$/, WRONG), v.transform(Number)) },
  WRONG
)
export const pieceAnswer = v.strictObject({ ok: v.literal(true), received: count })

const label = storable(COLUMN_LABEL_MAX_CHARS)
const isWithinColumnsMax = <T>(columns: Record<string, T>) =>
  Object.keys(columns).length <= IMPORT_COLUMNS_MAX
const WRONG_KIND = `columns: вид колонки должен быть одним из: ${FIELD_KINDS.join(', ')}`
const kindsByLabel = v.pipe(
  v.record(label, v.picklist(FIELD_KINDS, WRONG_KIND), WRONG),
  v.check(columns => isWithinColumnsMax(columns), WRONG)
)
const WRONG_PARTY = `parties: чья колонка, должно быть одним из: ${COLUMN_PARTIES.join(', ')}`
const partiesByLabel = v.pipe(
  v.record(label, v.picklist(COLUMN_PARTIES, WRONG_PARTY), WRONG),
  v.check(parties => isWithinColumnsMax(parties), WRONG)
)
const namesByFound = v.pipe(
  v.record(label, label, WRONG),
  v.check(names => isWithinColumnsMax(names), WRONG)
)

/**
 * `POST …/imports/{id}/preview` and `…/start`: where to, and what the administrator has corrected. What is not sent is
 * found out by itself.
 */
export const importOrder = v.object(
  {
    /** Name of the index. */
    source: v.pipe(
      v.string(ADMIN_REFUSALS.BAD_INDEX_NAME),
      v.regex(INDEX_NAME, ADMIN_REFUSALS.BAD_INDEX_NAME)
    ),
    /** Needed where the index is new or has none in force; replaces the one that it has. */
    passport: v.optional(v.nullable(passport), null),
    /** Names of columns by those that were found; the rest of the order knows them by their names. */
    names: v.optional(namesByFound, {}),
    /** Kinds of columns by their labels. */
    columns: v.optional(kindsByLabel, {}),
    /** Whose columns are, by their labels, where their headers do not tell it. */
    parties: v.optional(partiesByLabel, {}),
    /** Labels of columns that are not stored. */
    drop: v.optional(v.pipe(v.array(label, WRONG), v.maxLength(IMPORT_COLUMNS_MAX, WRONG)), []),
    /** Label of the column that is the number of the record. */
    id: v.optional(v.nullable(label), null),
    encoding: v.optional(v.nullable(v.picklist(FILE_ENCODINGS, WRONG)), null),
    delimiter: v.optional(v.nullable(v.picklist(DELIMITER_SIGNS, WRONG)), null),
    /** Name of the sheet of a workbook. */
    sheet: v.optional(v.nullable(label), null),
    /** Line of the header, as the preview counts them; 0 says that there is none. */
    header: v.optional(
      v.nullable(
        v.pipe(v.number(WRONG), v.integer(WRONG), v.minValue(0, WRONG), v.maxValue(HEADER_LINE_MAX, WRONG))
      ),
      null
    ),
    /** That rows of a file without a header may become new records of people that the index has. */
    as_new: v.optional(v.boolean(WRONG), false)
  },
  WRONG
)
export type ImportOrder = v.InferOutput<typeof importOrder>

/** What became of the rows, and what is to be known of it. */
const importReport = v.strictObject({
  ...rowCounts,
  /** What tells the records apart, as a sentence. */
  id_column: v.string(),
  /** Sentences: values unlike their column's kind, columns that were dropped. */
  remarks: v.array(v.string()),
  /** Whether searches ask the index now. */
  answers: v.boolean()
})
export type ImportReport = v.InferOutput<typeof importReport>

const importShape = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  state: v.picklist(IMPORT_STATES),
  file_name: v.string(),
  /** Bytes, and how many of them have come: the next piece begins there. */
  size: count,
  received: count,
  /** Who loads it; null of a deleted account. */
  by: v.nullable(v.string()),
  /** As it was last started; null before. */
  order: v.nullable(importOrder),
  progress: v.nullable(progressShape),
  /** Why it failed, in Russian, with what to do. */
  failure: v.nullable(v.string()),
  batch_id: v.nullable(count),
  report: v.nullable(importReport),
  /** Whether there is a list of rejected rows to download. */
  has_rejects: v.boolean(),
  created_at: moment,
  created_at_str: moscowTime,
  finished_at: v.nullable(moment),
  /** When it is removed by itself with its file and its list of rejected rows. */
  kept_until: v.nullable(moment)
})
export type ImportView = v.InferOutput<typeof importShape>

/** `POST /api/auth/admin/imports`, `GET …/imports/{id}`, `POST …/start`, `POST …/stop`. */
export const importAnswer = v.strictObject({ ok: v.literal(true), import: importShape })
export type ImportAnswer = v.InferOutput<typeof importAnswer>

/** `GET /api/auth/admin/imports?source=`: all of them or those of an index, newest first. */
export const importsQuery = v.object(
  { source: v.optional(v.pipe(v.string(WRONG), v.regex(INDEX_NAME, ADMIN_REFUSALS.BAD_INDEX_NAME))) },
  WRONG
)
export const importsAnswer = v.strictObject({ ok: v.literal(true), imports: v.array(importShape) })
export type ImportsAnswer = v.InferOutput<typeof importsAnswer>

/**
 * `POST /api/auth/admin/imports/{id}/preview`. `preview` is null where a large file takes longer than a call may: ask
 * again with the same order; `turn` says then which of the files that wait to be looked through it is, and is null
 * where it waits for none. `needs_passport` says that the start will not do without one.
 */
export const previewAnswer = v.strictObject({
  ok: v.literal(true),
  preview: v.nullable(importPreview),
  turn: v.nullable(count),
  needs_passport: v.boolean()
})
export type PreviewAnswer = v.InferOutput<typeof previewAnswer>

/**
 * `POST /api/auth/admin/es_indices/{name}/remap`: other kinds for columns of an index, and whose they are, as an order
 * says it of those of a file; its records are found by them.
 */
export const remapForm = v.pipe(
  v.object({ columns: v.optional(kindsByLabel, {}), parties: v.optional(partiesByLabel, {}) }, WRONG),
  v.check(({ columns, parties }) => Object.keys({ ...columns, ...parties }).length > 0, WRONG)
)
export type RemapForm = v.InferOutput<typeof remapForm>

/** The last one of an index. */
export const remapShape = v.strictObject({
  state: v.picklist(['waiting', 'running', 'failed', 'done']),
  columns: kindsByLabel,
  parties: partiesByLabel,
  progress: progressShape,
  failure: v.nullable(v.string()),
  created_at: moment,
  finished_at: v.nullable(moment)
})
export type RemapView = v.InferOutput<typeof remapShape>

export const remapAnswer = v.strictObject({ ok: v.literal(true), remap: remapShape })
