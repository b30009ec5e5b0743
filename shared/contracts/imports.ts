import * as v from 'valibot'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import { FILE_ENCODINGS, FILE_FORMATS } from '#shared/labels/file-formats.ts'
import { COLUMN_PARTIES } from '#shared/labels/parties.ts'
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
  /** As it will be called in the index, and as it was found: the same until an order names it. */
  label: v.string(),
  found: v.string(),
  kind: v.picklist(FIELD_KINDS),
  evidence: v.picklist(COLUMN_EVIDENCE),
  confidence: share,
  /** Whose it is; null of one that says something of the whole row, or is not stored. */
  party: v.nullable(v.picklist(COLUMN_PARTIES)),
  /** Its values are the numbers of the records. */
  is_id: v.boolean(),
  dropped: v.nullable(v.picklist(['map', 'passport'])),
  filled: count,
  /** Of the filled ones, those that are what the kind says, or of a kind of any text; and the others. */
  valid: count,
  doubtful: count,
  distinct: count,
  examples: v.array(v.string()),
  /** Of the first doubtful values, with their lines and why. They are stored as they are. */
  doubtful_examples: v.array(v.strictObject({ line: count, value: v.string(), reason: v.string() }))
})
export type PreviewColumn = v.InferOutput<typeof previewColumn>

/** `HEADLESS` needs `as_new` in the order that starts the import; with `NO_KEY_COLUMN` none starts. */
const previewWarning = v.strictObject({ code: v.string(), text: v.string() })
export type PreviewWarning = v.InferOutput<typeof previewWarning>

/** What an import of a file would do. Nothing is stored for it. */
export const importPreview = v.strictObject({
  format: v.picklist(FILE_FORMATS),
  packed: v.nullable(v.picklist(['gzip', 'zip'])),
  encoding: v.nullable(v.picklist(FILE_ENCODINGS)),
  delimiter: v.nullable(v.string()),
  sheet: v.nullable(v.string()),
  other_sheets: v.array(v.string()),
  /** Line of the header; null when there is none. */
  header_line: v.nullable(count),
  /** Why, as a sentence; null where each record names its own columns. */
  header_reason: v.nullable(v.string()),
  columns: v.array(previewColumn),
  /** Columns that the index has already, none where it has no records. */
  source_columns: v.array(v.string()),
  /** What tells the records apart, as a sentence. */
  id_column: v.string(),
  /** Rows that were read, and those of them that would be rejected whole; `is_whole` when the file has no more. */
  rows: count,
  rejected: count,
  is_whole: v.boolean(),
  /** The first rejected rows with their lines, and why in the words of the list of rejected rows. */
  rejects: v.array(v.strictObject({ line: count, reason: v.string() })),
  samples: v.array(v.strictObject({ line: count, values: v.array(v.string()) })),
  warnings: v.array(previewWarning)
})
export type ImportPreview = v.InferOutput<typeof importPreview>
