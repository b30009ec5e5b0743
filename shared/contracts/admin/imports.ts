import * as v from 'valibot'
import {
  COLUMN_LABEL_MAX_CHARS,
  HEADER_LINE_MAX,
  IMPORT_COLUMNS_MAX,
  UPLOAD_FINGERPRINT_MAX_CHARS,
  UPLOAD_MAX_BYTES,
  UPLOAD_NAME_MAX_CHARS
} from '#shared/constants.ts'
import { importPreview } from '#shared/contracts/imports.ts'
import { count, moment, moscowTime, rowCounts, share } from '#shared/contracts/values.ts'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import { DELIMITER_SIGNS, FILE_ENCODINGS } from '#shared/labels/file-formats.ts'
import { COLUMN_PARTIES } from '#shared/labels/parties.ts'
import { ADMIN_REFUSALS } from '#shared/rules/admin-refusals.ts'
import { FORM_REFUSALS } from '#shared/rules/form-refusals.ts'
import { INDEX_NAME } from '#shared/rules/index-name.ts'
import { passport } from '#shared/rules/passport.ts'
import { isStorable } from '#shared/rules/storable.ts'

const WRONG = FORM_REFUSALS.BAD_INPUT

const storable = (most: number) =>
  v.pipe(v.string(WRONG), v.minLength(1, WRONG), v.maxLength(most, WRONG), v.check(isStorable, WRONG))

/**
 * `uploading` takes pieces; `ready` has all; `waiting` for another import; `stopped` by an administrator. From `ready`,
 * `stopped` and `failed` it starts or resumes.
 */
const IMPORT_STATES = ['uploading', 'ready', 'waiting', 'running', 'stopped', 'failed', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** `rows_per_second` and `seconds_left` are null until known. */
const progressShape = v.strictObject({
  part: share,
  rows: count,
  rows_per_second: v.nullable(count),
  seconds_left: v.nullable(count),
  /** What it does beside reading, or waits for, in Russian. */
  note: v.nullable(v.string())
})
export type ImportProgress = v.InferOutput<typeof progressShape>

/** `POST /api/auth/admin/imports`. Resumes the upload of the same file by the same administrator. */
export const uploadForm = v.object(
  {
    file_name: v.pipe(v.string(WRONG), v.maxLength(UPLOAD_NAME_MAX_CHARS, ADMIN_REFUSALS.BAD_FILE_NAME)),
    size: v.pipe(
      v.number(WRONG),
      v.integer(WRONG),
      v.minValue(1, ADMIN_REFUSALS.FILE_EMPTY),
      v.maxValue(UPLOAD_MAX_BYTES, ADMIN_REFUSALS.FILE_TOO_LARGE)
    ),
    /** Distinguishes files of one name and size; chosen by the page. */
    fingerprint: storable(UPLOAD_FINGERPRINT_MAX_CHARS)
  },
  WRONG
)
export type UploadForm = v.InferOutput<typeof uploadForm>

/** `PUT /api/auth/admin/imports/{id}/piece?offset=`: bytes as the body, at most `UPLOAD_PIECE_MAX_BYTES`. */
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

/** `POST …/imports/{id}/preview` and `…/start`: target and corrections; the rest is detected. */
export const importOrder = v.object(
  {
    /** Key of the index. */
    source: v.pipe(
      v.string(ADMIN_REFUSALS.BAD_INDEX_NAME),
      v.regex(INDEX_NAME, ADMIN_REFUSALS.BAD_INDEX_NAME)
    ),
    /** Required for an index without one in force; replaces the present one. */
    passport: v.optional(v.nullable(passport), null),
    /** New names by found names; the other keys use the new names. */
    names: v.optional(namesByFound, {}),
    columns: v.optional(kindsByLabel, {}),
    /** Owners by label, where headers do not tell. */
    parties: v.optional(partiesByLabel, {}),
    drop: v.optional(v.pipe(v.array(label, WRONG), v.maxLength(IMPORT_COLUMNS_MAX, WRONG)), []),
    id: v.optional(v.nullable(label), null),
    encoding: v.optional(v.nullable(v.picklist(FILE_ENCODINGS, WRONG)), null),
    delimiter: v.optional(v.nullable(v.picklist(DELIMITER_SIGNS, WRONG)), null),
    /** Sheet of a workbook. */
    sheet: v.optional(v.nullable(label), null),
    /** Header line as counted by the preview; 0 for none. */
    header: v.optional(
      v.nullable(
        v.pipe(v.number(WRONG), v.integer(WRONG), v.minValue(0, WRONG), v.maxValue(HEADER_LINE_MAX, WRONG))
      ),
      null
    ),
    /** Rows without a header may become new records of known people. */
    as_new: v.optional(v.boolean(WRONG), false)
  },
  WRONG
)
export type ImportOrder = v.InferOutput<typeof importOrder>

/** Result of the rows. */
const importReport = v.strictObject({
  ...rowCounts,
  /** Sentence on what distinguishes records. */
  id_column: v.string(),
  /** Sentences on mismatched values and dropped columns. */
  remarks: v.array(v.string()),
  /** Searches ask the index now. */
  answers: v.boolean()
})
export type ImportReport = v.InferOutput<typeof importReport>

const importShape = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  state: v.picklist(IMPORT_STATES),
  file_name: v.string(),
  /** Size and received bytes; the next piece begins there. */
  size: count,
  received: count,
  /** Null of a deleted account. */
  by: v.nullable(v.string()),
  /** Order of the last start; null before. */
  order: v.nullable(importOrder),
  progress: v.nullable(progressShape),
  /** Reason in Russian, with what to do. */
  failure: v.nullable(v.string()),
  batch_id: v.nullable(count),
  report: v.nullable(importReport),
  has_rejects: v.boolean(),
  created_at: moment,
  created_at_str: moscowTime,
  finished_at: v.nullable(moment),
  /** The file and the rejected rows are deleted then. */
  kept_until: v.nullable(moment)
})
export type ImportView = v.InferOutput<typeof importShape>

/** `POST /api/auth/admin/imports`, `GET …/imports/{id}`, `POST …/start`, `POST …/stop`. */
export const importAnswer = v.strictObject({ ok: v.literal(true), import: importShape })
export type ImportAnswer = v.InferOutput<typeof importAnswer>

/** `GET /api/auth/admin/imports?source=`: newest first. */
export const importsQuery = v.object(
  { source: v.optional(v.pipe(v.string(WRONG), v.regex(INDEX_NAME, ADMIN_REFUSALS.BAD_INDEX_NAME))) },
  WRONG
)
export const importsAnswer = v.strictObject({ ok: v.literal(true), imports: v.array(importShape) })
export type ImportsAnswer = v.InferOutput<typeof importsAnswer>

/**
 * `POST /api/auth/admin/imports/{id}/preview`. A null `preview` takes longer than a call: ask again with the same
 * order. `turn` is its place in the queue, null when not queued. `needs_passport`: the start will require one.
 */
export const previewAnswer = v.strictObject({
  ok: v.literal(true),
  preview: v.nullable(importPreview),
  turn: v.nullable(count),
  needs_passport: v.boolean()
})
export type PreviewAnswer = v.InferOutput<typeof previewAnswer>

/** `POST /api/auth/admin/es_indices/{name}/remap`: new kinds and owners of columns. */
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
