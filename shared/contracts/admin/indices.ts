import * as v from 'valibot'
import { COLUMN_EXAMPLES } from '#shared/constants.ts'
import { declaredPassport } from '#shared/contracts/passport.ts'
import { count, isoDate, moment, moscowTime, rowCounts, share } from '#shared/contracts/values.ts'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import { COLUMN_PARTIES } from '#shared/labels/parties.ts'
import { remapShape } from './imports.ts'

const passportShape = v.strictObject({
  ...declaredPassport.entries,
  /** Reasons in Russian why it is not in force; empty when it is. */
  gaps: v.array(v.string()),
  /** Last day of retention. */
  keep_until: v.nullable(isoDate)
})

const indexEntries = {
  /** Key and prefix of its record ids. */
  name: v.string(),
  title: v.string(),
  status: v.picklist(['active', 'disabled']),
  /** Active, with a passport in force. */
  answers: v.boolean(),
  records: count,
  /** An external index: searched, never changed. */
  adopted: v.optional(v.literal(true)),
  /** A file is being loaded or waits. A new index is disabled until its first records are there. */
  loading: v.optional(v.literal(true)),
  /** Searches may miss some records for now, in Russian. */
  prepare_note: v.optional(v.string()),
  /** The index is gone from the cluster, in Russian: searches name it as failed. */
  lost_note: v.optional(v.string()),
  passport: passportShape
}
const indexShape = v.strictObject(indexEntries)
export type IndexView = v.InferOutput<typeof indexShape>

/** `GET /api/auth/admin/es_indices`: all in `details`, by title. */
export const indicesAnswer = v.strictObject({
  ok: v.literal(true),
  indices: v.array(v.string()),
  disabled_indices: v.array(v.string()),
  details: v.array(indexShape),
  /** The answering index lacks changes, in Russian, with the reason. */
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
  /** Progress of a removal in this process. */
  undo_progress: v.nullable(share),
  /** What the removal waits for, in Russian. */
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
        /** Null when it describes the whole row. */
        party: v.nullable(v.picklist(COLUMN_PARTIES)),
        party_title: v.nullable(v.string()),
        /** The passport allows to show it. */
        is_shown: v.boolean()
      })
    ),
    batches: v.array(batchShape),
    /** The last one; null before the first. */
    remap: v.nullable(remapShape)
  })
})
export type IndexAnswer = v.InferOutput<typeof indexAnswer>

/** `GET /api/auth/admin/es_indices/{name}/examples`, without suppressed people. */
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
  /** Records of this batch only. */
  removed: count,
  /** Records that return to an earlier version. */
  restored: count,
  /** Records that another batch has too. */
  kept: count
})
export type PlannedRemoval = v.InferOutput<typeof removal>

/** `GET /api/auth/admin/es_indices/{name}/batches/{id}/undo`: a forecast. */
export const undoPlanAnswer = v.strictObject({ ok: v.literal(true), removal })

/** `POST …/batches/{id}/undo`: continues in the background when `removal` is null. */
export const undoAnswer = v.strictObject({ ok: v.literal(true), removal: v.nullable(removal) })
export type UndoAnswer = v.InferOutput<typeof undoAnswer>
