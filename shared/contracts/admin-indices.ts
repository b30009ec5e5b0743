import * as v from 'valibot'
import { COLUMN_EXAMPLES } from '#shared/constants.ts'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import { COLUMN_PARTIES } from '#shared/labels/parties.ts'
import { SOURCE_BASES, SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { purposeCode } from '#shared/rules/purpose.ts'
import { remapShape } from './admin-imports.ts'
import { count, isoDate, moment, moscowTime, rowCounts, share } from './values.ts'

const oneOf = <Key extends string>(choices: Record<Key, string>) =>
  v.nullable(v.picklist(Object.keys(choices) as Key[]))

/** As it was declared; null where nobody declared a field. */
const passportShape = v.strictObject({
  title: v.string(),
  kind: oneOf(SOURCE_KINDS),
  origin: oneOf(SOURCE_ORIGINS),
  basis: oneOf(SOURCE_BASES),
  controller: v.nullable(v.string()),
  evidence_url: v.nullable(v.string()),
  retention_days: v.nullable(count),
  obtained_at: v.nullable(isoDate),
  review_due: v.nullable(isoDate),
  /** Labels that may be kept and shown; null means all. */
  fields: v.nullable(v.array(v.string())),
  /** Purposes that a search of it may have; absent means all. */
  purposes_allowed: v.optional(v.array(purposeCode)),
  /** What keeps it from being complete and in force today, in Russian; none when it answers. */
  gaps: v.array(v.string()),
  /** The last day on which the records may be kept. */
  keep_until: v.nullable(isoDate)
})

const indexEntries = {
  /** Its key: first part of the ids of its records. */
  name: v.string(),
  title: v.string(),
  status: v.picklist(['active', 'disabled']),
  /** Whether searches ask it: active, with a passport in force. */
  answers: v.boolean(),
  records: count,
  /** Only of an index that this product did not make: it is searched, and never changed. */
  adopted: v.optional(v.literal(true)),
  /** Only while a file is being loaded into it, or waits for that. A new index is disabled until its first records are there. */
  loading: v.optional(v.literal(true)),
  /** Only while a search may miss some of its records, in Russian: they are made anew, or are on their way into the index. */
  prepare_note: v.optional(v.string()),
  /** Only where somebody took away its index in a cluster, in Russian: searches name it as failed. */
  lost_note: v.optional(v.string()),
  passport: passportShape
}
const indexShape = v.strictObject(indexEntries)
export type IndexView = v.InferOutput<typeof indexShape>

/** `GET /api/auth/admin/es_indices`: names in both lists, and all of them in `details`, by title. */
export const indicesAnswer = v.strictObject({
  ok: v.literal(true),
  indices: v.array(v.string()),
  disabled_indices: v.array(v.string()),
  details: v.array(indexShape),
  /** Only while the index that answers lacks changes for more than a moment, in Russian, with what it waits for. */
  index_note: v.optional(v.string())
})
export type IndicesAnswer = v.InferOutput<typeof indicesAnswer>

const batchShape = v.strictObject({
  id: count,
  file_name: v.string(),
  state: v.picklist(['running', 'done', 'undoing', 'undone']),
  ...rowCounts,
  started_at: moment,
  started_at_str: moscowTime,
  finished_at: v.nullable(moment),
  /** How far its removal is, where this process removes it. */
  undo_progress: v.nullable(share),
  /** What its removal waits for there, in Russian. */
  undo_note: v.nullable(v.string())
})
export type BatchView = v.InferOutput<typeof batchShape>

/** `GET /api/auth/admin/es_indices/{name}`. */
export const indexAnswer = v.strictObject({
  ok: v.literal(true),
  index: v.strictObject({
    ...indexEntries,
    columns: v.array(
      v.strictObject({
        label: v.string(),
        kind: v.picklist(FIELD_KINDS),
        kind_title: v.string(),
        /** Whose it is; null where it says something of the whole row. */
        party: v.nullable(v.picklist(COLUMN_PARTIES)),
        party_title: v.nullable(v.string()),
        /** Whether the passport allows to show it. */
        is_shown: v.boolean()
      })
    ),
    /** Newest first. */
    batches: v.array(batchShape),
    /** Of columns, the last one; null when there was none. */
    remap: v.nullable(remapShape)
  })
})
export type IndexAnswer = v.InferOutput<typeof indexAnswer>

/** `GET /api/auth/admin/es_indices/{name}/examples`: of a source that answers; none of anybody suppressed. */
export const examplesAnswer = v.strictObject({
  ok: v.literal(true),
  columns: v.array(
    v.strictObject({
      label: v.string(),
      examples: v.pipe(v.array(v.string()), v.maxLength(COLUMN_EXAMPLES))
    })
  )
})
export type ColumnExamples = v.InferOutput<typeof examplesAnswer>

const removal = v.strictObject({
  /** Records that only this batch brought. */
  removed: count,
  /** Records that get their earlier version back. */
  restored: count,
  /** Records that another batch brought as well. */
  kept: count
})
export type PlannedRemoval = v.InferOutput<typeof removal>

/** `GET /api/auth/admin/es_indices/{name}/batches/{id}/undo`: what undoing would do now. */
export const undoPlanAnswer = v.strictObject({ ok: v.literal(true), removal })

/** `POST /api/auth/admin/es_indices/{name}/batches/{id}/undo`: it goes on by itself where `removal` is null. */
export const undoAnswer = v.strictObject({ ok: v.literal(true), removal: v.nullable(removal) })
export type UndoAnswer = v.InferOutput<typeof undoAnswer>
