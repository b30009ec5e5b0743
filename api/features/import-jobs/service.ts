import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { SourceColumn } from '#api/engines/index-record.ts'
import { declaredSources } from '#api/features/sources/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type {
  ImportOrder,
  PreviewAnswer,
  RemapForm,
  ShownImport,
  ShownRemap
} from '#shared/contracts/admin-imports.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { passportGaps } from '#shared/rules/passport.ts'
import { fileOf, oldFolders, rejectsOf, removeFolder } from './folder.ts'
import { readAhead } from './read-ahead.ts'
import { addRemap, lastRemapOf } from './remap-store.ts'
import { shownImport, shownRemap } from './shown-import.ts'
import { deleteJob, forgetJobs, type Job, listJobs, type OwnedJob, queueJob, stopJob } from './store.ts'
import { newJobId, unknownIds } from './upload-store.ts'

/** A folder that is older and no job's was left by a process that died. */
const STRAY_MS = 3_600_000

const shown = ({ job, username }: OwnedJob) => shownImport(job, username)

async function jobOf({ sql }: Pick<Context, 'sql'>, id: string): Promise<OwnedJob> {
  const [found] = await listJobs(sql, { id })
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** Newest first; those of one index, or all. */
export async function listImports(
  { sql }: Pick<Context, 'sql'>,
  source: string | undefined
): Promise<ShownImport[]> {
  return (await listJobs(sql, source === undefined ? {} : { source })).map(shown)
}

/** @throws Refusal `NOT_FOUND`. */
export const readImport = async (context: Pick<Context, 'sql'>, id: string): Promise<ShownImport> =>
  shown(await jobOf(context, id))

/** What keeps the source of an order from taking a file: gaps of the passport that it would have. */
async function gapsOf({ sql }: Pick<Context, 'sql'>, { source, passport }: ImportOrder): Promise<string[]> {
  const sources = await declaredSources(sql)
  const known = sources.find(({ key }) => key === source)
  if (known?.status === 'deleting') throw new Refusal('INDEX_LEAVING')
  const today = known?.today ?? new Date().toISOString().slice(0, 10)
  return passportGaps(passport ?? known ?? {}, today)
}

/** A file that is whole, and that nobody imports now. */
async function idleJob(context: Pick<Context, 'sql'>, id: string): Promise<Job> {
  const { job } = await jobOf(context, id)
  if (job.state === 'uploading') throw new Refusal('UPLOAD_UNFINISHED')
  if (!['ready', 'stopped', 'failed'].includes(job.state)) throw new Refusal('IMPORT_UNDER_WAY')
  return job
}

/**
 * What an import would do. Stores nothing.
 *
 * @throws Refusal `NOT_FOUND`, `UPLOAD_UNFINISHED`, `IMPORT_UNDER_WAY`, `INDEX_LEAVING`, `IMPORT_REFUSED` with the reason.
 */
export async function previewImport(
  context: Pick<Context, 'sql' | 'config' | 'importRuns'>,
  id: string,
  order: ImportOrder
): Promise<PreviewAnswer> {
  const job = await idleJob(context, id)
  const needsPassport = (await gapsOf(context, order)).length > 0
  return { ok: true, preview: await readAhead(context, job, order), needs_passport: needsPassport }
}

/**
 * Queues the import of a file. One that was stopped or has failed goes on where it was, when its order is the same.
 *
 * @throws Refusal `NOT_FOUND`, `UPLOAD_UNFINISHED`, `IMPORT_UNDER_WAY`, `INDEX_LEAVING`, `PASSPORT_INCOMPLETE`,
 * `IMPORT_REFUSED` as the preview does; where that takes long, the import fails with the same reason.
 */
export async function startImport(
  context: Pick<Context, 'sql' | 'config' | 'importRuns'>,
  id: string,
  order: ImportOrder,
  actor: Actor
): Promise<ShownImport> {
  const job = await idleJob(context, id)
  const gaps = await gapsOf(context, order)
  if (gaps.length > 0)
    throw new Refusal('PASSPORT_INCOMPLETE', {
      text: `${PROBLEMS.PASSPORT_INCOMPLETE.text}. ${gaps.join('. ')}`
    })
  await readAhead(context, job, order).catch(error => {
    // A reading that broke tells nothing of the order.
    if (error instanceof Refusal) throw error
  })
  if ((await queueJob(context.sql, id, order, actor)) === null) throw new Refusal('IMPORT_UNDER_WAY')
  await context.importRuns.next()
  return await readImport(context, id)
}

/**
 * Stops an import; what it has stored stays.
 *
 * @throws Refusal `NOT_FOUND`, `IMPORT_UNDER_WAY` for one that is not at work.
 */
export async function stopImport(
  context: Pick<Context, 'sql'>,
  id: string,
  actor: Actor
): Promise<ShownImport> {
  await jobOf(context, id)
  if ((await stopJob(context.sql, id, actor)) === null) throw new Refusal('IMPORT_UNDER_WAY')
  return await readImport(context, id)
}

/**
 * Forgets an upload or an import, with its file and its list of rejected rows; one that is at work stops.
 *
 * @throws Refusal `NOT_FOUND`.
 */
export async function deleteImport(
  { sql, config, importRuns }: Pick<Context, 'sql' | 'config' | 'importRuns'>,
  id: string,
  actor: Actor
): Promise<void> {
  const job = await deleteJob(sql, id, actor)
  if (!job) throw new Refusal('NOT_FOUND')
  importRuns.forget(fileOf(config.dataDir, job))
  await removeFolder(config.dataDir, id)
}

/**
 * The list of rejected rows, as a file to keep.
 *
 * @throws Refusal `NOT_FOUND` where there is none.
 */
export async function rejectedRows(context: Pick<Context, 'sql' | 'config'>, id: string): Promise<Response> {
  const { job } = await jobOf(context, id)
  const file = Bun.file(rejectsOf(fileOf(context.config.dataDir, job)))
  if (!(await file.exists())) throw new Refusal('NOT_FOUND')
  const name = encodeURIComponent(rejectsOf(job.fileName))
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="rejects.csv"; filename*=UTF-8''${name}`
  }
  return new Response(file, { headers })
}

/**
 * Gives columns of a source other kinds, and has its records made anew by them in the background.
 *
 * @throws Refusal `UNKNOWN_COLUMN`, `BATCH_BUSY` while another remap of it goes on.
 */
export async function startRemap(
  { sql, importRuns }: Pick<Context, 'sql' | 'importRuns'>,
  source: { key: string; columns: readonly SourceColumn[] },
  { columns }: RemapForm,
  actor: Actor
): Promise<ShownRemap> {
  const kinds = Object.fromEntries(source.columns.map(({ label, kind }) => [label, kind]))
  const unknown = Object.keys(columns).find(label => !Object.hasOwn(kinds, label))
  if (unknown !== undefined) throw new Refusal('UNKNOWN_COLUMN')
  const before = Object.fromEntries(Object.keys(columns).map(label => [label, kinds[label] ?? 'other']))
  const job = await addRemap(sql, { id: newJobId(), sourceKey: source.key, columns, before }, actor)
  if (job === null) throw new Refusal('BATCH_BUSY')
  await importRuns.next()
  return shownRemap(job)
}

/** The last one of a source; null when there was none lately. */
export async function readRemap({ sql }: Pick<Context, 'sql'>, source: string): Promise<ShownRemap | null> {
  const job = await lastRemapOf(sql, source)
  return job && shownRemap(job)
}

/** Removes what nobody has touched for its time, at most so many; says how many. */
export async function forgetImports(
  { sql, config }: Pick<Context, 'sql' | 'config'>,
  most: number
): Promise<number> {
  const gone = await forgetJobs(sql, most)
  const strays = await unknownIds(sql, await oldFolders(config.dataDir, STRAY_MS))
  for (const id of new Set([...gone, ...strays])) await removeFolder(config.dataDir, id)
  return gone.length
}
