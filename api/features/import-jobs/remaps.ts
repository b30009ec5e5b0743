import type { SourceColumn } from '#api/book/index-record.ts'
import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { columnParties } from '#api/features/imports/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { RemapForm, RemapView } from '#shared/contracts/admin/imports.ts'
import { remapView } from './import-view.ts'
import { addRemap, lastRemapOf } from './remap-store.ts'
import { newJobId } from './upload-store.ts'

/** Starts a remap in the background. @throws Refusal `UNKNOWN_COLUMN`, `BATCH_BUSY`. */
export async function startRemap(
  { sql, importRuns }: Pick<Context, 'sql' | 'importRuns'>,
  source: { key: string; columns: readonly SourceColumn[] },
  form: RemapForm,
  actor: Actor
): Promise<RemapView> {
  const kinds = new Map(source.columns.map(({ label, kind }) => [label, kind]))
  if (!Object.keys({ ...form.columns, ...form.parties }).every(label => kinds.has(label)))
    throw new Refusal('UNKNOWN_COLUMN')
  const valuesOf = <T>(values: ReadonlyMap<string, T>, labels: object) =>
    Object.fromEntries(Object.keys(labels).map(label => [label, values.get(label) ?? null]))
  const before = {
    columns: valuesOf(kinds, form.columns),
    parties: valuesOf(columnParties(source.columns), form.parties)
  }
  const job = await addRemap(sql, { id: newJobId(), sourceKey: source.key, form, before }, actor)
  if (job === null) throw new Refusal('BATCH_BUSY')
  await importRuns.next()
  return remapView(job)
}

/** Null without a recent one. */
export async function readRemap({ sql }: Pick<Context, 'sql'>, source: string): Promise<RemapView | null> {
  const job = await lastRemapOf(sql, source)
  return job && remapView(job)
}
