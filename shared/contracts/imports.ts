import * as v from 'valibot'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import { FILE_ENCODINGS } from '#shared/labels/file-formats.ts'
import { count, share } from './values.ts'

/** By what the kind of a column was told. */
export const COLUMN_EVIDENCE = [
  'map',
  'source',
  'both',
  'header',
  'values',
  'values_against_header',
  'none'
] as const
export type ColumnEvidence = (typeof COLUMN_EVIDENCE)[number]

/** A column of a file before it is imported, with what its first rows hold. */
const previewColumn = v.strictObject({
  label: v.string(),
  kind: v.picklist(FIELD_KINDS),
  evidence: v.picklist(COLUMN_EVIDENCE),
  confidence: share,
  /** Its values are the numbers of the records. */
  is_id: v.boolean(),
  dropped: v.nullable(v.picklist(['map', 'passport'])),
  filled: count,
  /** Of the filled ones, those that are of its kind. */
  valid: count,
  distinct: count,
  examples: v.array(v.string())
})
export type PreviewColumn = v.InferOutput<typeof previewColumn>

const previewWarning = v.strictObject({ code: v.string(), text: v.string() })
export type PreviewWarning = v.InferOutput<typeof previewWarning>

/** What an import of a file would do. Nothing is stored for it. */
export const importPreview = v.strictObject({
  format: v.picklist(['csv', 'ndjson', 'xlsx']),
  packed: v.nullable(v.picklist(['gzip', 'zip'])),
  encoding: v.nullable(v.picklist(FILE_ENCODINGS)),
  delimiter: v.nullable(v.string()),
  sheet: v.nullable(v.string()),
  other_sheets: v.array(v.string()),
  /** Line of the header; null when there is none. */
  header_line: v.nullable(count),
  /** Why, as a sentence; null for NDJSON, which has no header. */
  header_reason: v.nullable(v.string()),
  columns: v.array(previewColumn),
  /** What tells the records apart, as a sentence. */
  record_number: v.string(),
  /** Rows that the figures are of; `is_whole` when the file has no more. */
  rows: count,
  rejected: count,
  is_whole: v.boolean(),
  /** Of the first rows that cannot be read, with their lines. */
  rejects: v.array(v.strictObject({ line: count, reason: v.string() })),
  samples: v.array(v.strictObject({ line: count, values: v.array(v.string()) })),
  warnings: v.array(previewWarning)
})
export type ImportPreview = v.InferOutput<typeof importPreview>
