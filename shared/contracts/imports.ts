import * as v from 'valibot'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import { FILE_ENCODINGS, FILE_FORMATS } from '#shared/labels/file-formats.ts'
import { COLUMN_PARTIES } from '#shared/labels/parties.ts'
import { count, share } from './values.ts'

/** How the kind of a column was detected. */
const COLUMN_EVIDENCE = [
  'map',
  'source',
  'both',
  'header',
  'values',
  'values_against_header',
  'none'
] as const
export type ColumnEvidence = (typeof COLUMN_EVIDENCE)[number]

const previewColumn = v.strictObject({
  /** Name in the index and name in the file. */
  label: v.string(),
  found: v.string(),
  kind: v.picklist(FIELD_KINDS),
  evidence: v.picklist(COLUMN_EVIDENCE),
  confidence: share,
  /** Null when it describes the row or is not stored. */
  party: v.nullable(v.picklist(COLUMN_PARTIES)),
  /** Its values number the records. */
  is_id: v.boolean(),
  dropped: v.nullable(v.picklist(['map', 'passport'])),
  filled: count,
  /** Filled values that fit the kind, and others. */
  valid: count,
  doubtful: count,
  distinct: count,
  examples: v.array(v.string()),
  doubtful_examples: v.array(v.strictObject({ line: count, value: v.string(), reason: v.string() }))
})
export type PreviewColumn = v.InferOutput<typeof previewColumn>

/** `HEADLESS_INTO_RECORDS` needs `as_new` in the order; `NO_KEY_COLUMN` prevents a start. */
const previewWarning = v.strictObject({ code: v.string(), text: v.string() })
export type PreviewWarning = v.InferOutput<typeof previewWarning>

/** Forecast of an import; stores nothing. */
export const importPreview = v.strictObject({
  format: v.picklist(FILE_FORMATS),
  packed: v.nullable(v.picklist(['gzip', 'zip'])),
  encoding: v.nullable(v.picklist(FILE_ENCODINGS)),
  delimiter: v.nullable(v.string()),
  sheet: v.nullable(v.string()),
  other_sheets: v.array(v.string()),
  /** Null without a header. */
  header_line: v.nullable(count),
  /** Sentence; null when each record names its own columns. */
  header_reason: v.nullable(v.string()),
  columns: v.array(previewColumn),
  source_columns: v.array(v.string()),
  /** Sentence on what distinguishes records. */
  id_column: v.string(),
  /** Rows read and rejected; `is_whole` when that was the whole file. */
  rows: count,
  rejected: count,
  is_whole: v.boolean(),
  rejects: v.array(v.strictObject({ line: count, reason: v.string() })),
  samples: v.array(v.strictObject({ line: count, values: v.array(v.string()) })),
  warnings: v.array(previewWarning)
})
export type ImportPreview = v.InferOutput<typeof importPreview>
