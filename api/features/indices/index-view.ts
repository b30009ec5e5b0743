import { columnParties, type ListedBatch, rowCountsOf } from '#api/features/imports/service.ts'
import { type DeclaredSource, retentionOf } from '#api/features/sources/service.ts'
import type { BatchView, IndexAnswer, IndexView } from '#shared/contracts/admin/indices.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { COLUMN_PARTY_LABELS } from '#shared/labels/parties.ts'
import { beingPrepared, INDEX_LOST, INDEX_UPDATING } from '#shared/labels/sources.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { passportGaps } from '#shared/rules/passport.ts'
import { isUndoing, type RemovalState } from './removals.ts'

/** `loading` and `lost` are source keys. */
export function indexView(
  source: DeclaredSource,
  loading: ReadonlySet<string>,
  lost: ReadonlySet<string>
): IndexView {
  const gaps = passportGaps(source.passport, source.today)
  const isInForce = source.status === 'active' && gaps.length === 0
  const { key, status, records, passport } = source
  return {
    name: key,
    title: passport.title,
    status: status === 'disabled' ? 'disabled' : 'active',
    answers: isInForce && !lost.has(key),
    records,
    ...(source.adopted && { adopted: true }),
    ...(loading.has(key) && { loading: true }),
    ...(source.isBehind && { prepare_note: INDEX_UPDATING }),
    ...(source.rekeyed !== null && { prepare_note: beingPrepared(source.rekeyed) }),
    ...(lost.has(key) && { lost_note: INDEX_LOST }),
    passport: {
      ...passport,
      gaps,
      keep_until: retentionOf(source)?.until ?? null
    }
  }
}

export function columnsView({
  columns,
  passport: { fields }
}: DeclaredSource): IndexAnswer['index']['columns'] {
  const parties = columnParties(columns)
  return columns.map(({ label, kind }) => {
    const party = parties.get(label) ?? null
    return {
      label,
      kind,
      kind_title: FIELD_LABELS[kind],
      party,
      party_title: party && COLUMN_PARTY_LABELS[party],
      is_shown: fields === null || fields.includes(label)
    }
  })
}

export function batchView(batch: ListedBatch, undo: RemovalState): BatchView {
  const { id, fileName, state, startedAt, finishedAt } = batch
  return {
    id,
    file_name: fileName,
    state: isUndoing(batch) ? 'undoing' : state,
    ...rowCountsOf(batch),
    started_at: startedAt.toISOString(),
    started_at_str: moscowTime(startedAt),
    finished_at: finishedAt?.toISOString() ?? null,
    undo_progress: undo.part,
    // Another process may have finished it.
    undo_note: isUndoing(batch) ? undo.note : null
  }
}
