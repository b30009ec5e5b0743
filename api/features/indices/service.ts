import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { loadingSources, readRemap, startRemap } from '#api/features/import-jobs/service.ts'
import {
  BusyError,
  ImportError,
  type ListedBatch,
  listBatches,
  planUndo
} from '#api/features/imports/service.ts'
import { type DeclaredSource, declaredSources } from '#api/features/sources/service.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { RemapForm, RemapView } from '#shared/contracts/admin/imports.ts'
import type { IndexAnswer, IndicesAnswer, PlannedRemoval } from '#shared/contracts/admin/indices.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { isIndexName } from '#shared/rules/index-name.ts'
import type { Passport } from '#shared/rules/passport.ts'
import { passportGaps } from '#shared/rules/passport.ts'
import { continueDeletions } from './deletion.ts'
import { lostNow, noteOfIndex } from './index-condition.ts'
import { batchView, columnsView, indexView } from './index-view.ts'
import { beginDeletion, storePassport, switchOff, switchOn } from './store.ts'
import { untilFree } from './until-free.ts'

export { addIndex } from './adoption.ts'
export { finishDeletions } from './deletion.ts'
export { columnExamples } from './examples.ts'
export { resumeRemovals } from './removals.ts'

/** A removal that ends in time is part of the answer. */
const WAIT_MS = 3_000

async function indicesNow({ sql }: Pick<Context, 'sql'>): Promise<DeclaredSource[]> {
  const sources = await declaredSources(sql)
  return sources
    .filter(({ status }) => status !== 'deleting')
    .toSorted((a, b) => a.passport.title.localeCompare(b.passport.title, 'ru'))
}

export async function listIndices(
  context: Pick<Context, 'sql' | 'engine' | 'external'>
): Promise<IndicesAnswer> {
  const sources = await indicesNow(context)
  const [loading, lost, indexNote] = await Promise.all([
    loadingSources(context.sql),
    lostNow(context, sources),
    noteOfIndex(context, sources)
  ])
  const details = sources.map(source => indexView(source, loading, lost))
  const named = (wanted: string) => details.filter(({ status }) => status === wanted).map(({ name }) => name)
  return {
    ok: true,
    indices: named('active'),
    disabled_indices: named('disabled'),
    details,
    ...(indexNote && { index_note: indexNote })
  }
}

/** @throws Refusal `BAD_INDEX_NAME`, also for wildcards and lists. */
function readName(text: string): string {
  if (!isIndexName(text)) throw new Refusal('BAD_INDEX_NAME')
  return text
}

async function indexNamed(context: Pick<Context, 'sql'>, name: string): Promise<DeclaredSource> {
  const key = readName(name)
  const index = (await indicesNow(context)).find(source => source.key === key)
  if (!index) throw new Refusal('NOT_FOUND')
  return index
}

export async function readIndex(
  context: Pick<Context, 'sql' | 'external' | 'removals'>,
  name: string
): Promise<IndexAnswer> {
  const source = await indexNamed(context, name)
  const batches = await listBatches(context.sql, { sourceKey: source.key })
  const shown = batches.map(batch => batchView(batch, context.removals.stateOf(batch.id)))
  return {
    ok: true,
    index: {
      ...indexView(source, await loadingSources(context.sql), await lostNow(context, [source])),
      columns: columnsView(source),
      batches: shown,
      remap: await readRemap(context, source.key)
    }
  }
}

type Changing = Pick<Context, 'sql' | 'sources'>

/** @throws Refusal `NOT_FOUND`, `BATCH_BUSY`. */
async function changed({ sources }: Changing, change: () => Promise<boolean>): Promise<void> {
  // After a failure the outcome is unknown.
  if (!(await untilFree(change).finally(sources.forget))) throw new Refusal('NOT_FOUND')
}

/** @throws Refusal `BAD_INDEX_NAME`, `NOT_FOUND`, `BATCH_BUSY`; `PASSPORT_INCOMPLETE` under `SOURCE_GATE=strict`. */
export async function setIndexActive(
  context: Changing & Pick<Context, 'config'>,
  name: string,
  isActive: boolean,
  actor: Actor
): Promise<void> {
  const change = isActive ? switchOn : switchOff
  const key = readName(name)
  const own = isActive && context.config.sourceGate === 'strict' ? await indexNamed(context, name) : null
  if (own) refuseGaps(passportGaps(own.passport, own.today))
  await changed(context, () => change(context.sql, key, actor))
}

/** Hides a source and starts to remove its records. @throws Refusal `BAD_INDEX_NAME`, `NOT_FOUND`, `BATCH_BUSY`. */
export async function deleteIndex(
  context: Changing & Pick<Context, 'book'>,
  name: string,
  actor: Actor
): Promise<void> {
  const key = readName(name)
  await changed(context, () => beginDeletion(context.sql, key, actor))
  await Promise.race([continueDeletions(context, WAIT_MS), Bun.sleep(WAIT_MS)])
}

export async function savePassport(
  context: Changing,
  name: string,
  passport: Passport,
  actor: Actor
): Promise<void> {
  const source = await indexNamed(context, name)
  refuseGaps(passportGaps(passport, source.today))
  await changed(context, () => storePassport(context.sql, source.key, passport, actor))
}

function refuseGaps(gaps: readonly string[]): void {
  if (gaps.length > 0)
    throw new Refusal('PASSPORT_INCOMPLETE', {
      text: `${PROBLEMS.PASSPORT_INCOMPLETE.text}. ${gaps.join('. ')}`
    })
}

export async function remapIndex(
  context: Pick<Context, 'sql' | 'importRuns'>,
  name: string,
  form: RemapForm,
  actor: Actor
): Promise<RemapView> {
  return await startRemap(context, await indexNamed(context, name), form, actor)
}

async function batchOf(context: Pick<Context, 'sql'>, name: string, id: string): Promise<ListedBatch> {
  const source = await indexNamed(context, name)
  const [batch] = await listBatches(context.sql, { sourceKey: source.key, id: pathNumber(id) })
  if (!batch) throw new Refusal('NOT_FOUND')
  if (batch.state === 'undone' && batch.finishedAt !== null) throw new Refusal('BATCH_UNDONE')
  return batch
}

export async function plannedUndo(
  context: Pick<Context, 'sql' | 'book'>,
  name: string,
  id: string
): Promise<PlannedRemoval> {
  const batch = await batchOf(context, name, id)
  return (await planUndo(context.sql, context.book, batch.id)).removal
}

/**
 * Null when the removal continues after the answer.
 * @throws Refusal `BAD_INDEX_NAME`, `NOT_FOUND`, `BATCH_UNDONE`, `BATCH_BUSY`.
 */
export async function undo(
  context: Changing & Pick<Context, 'book' | 'removals'>,
  name: string,
  id: string,
  actor: Actor
): Promise<PlannedRemoval | null> {
  const removal = context.removals.start(context, await batchOf(context, name, id), actor)
  try {
    return await Promise.race([removal, Bun.sleep(WAIT_MS).then(() => null)])
  } catch (error) {
    // A job continues it.
    if (error instanceof BusyError) return null
    throw error instanceof ImportError ? new Refusal('BATCH_BUSY') : error
  }
}
