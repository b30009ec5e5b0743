import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { maskPreview, maskRejects } from '#api/features/search/service.ts'
import { declaredSources } from '#api/features/sources/service.ts'
import { extendedValue } from '#api/http/extended-value.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { HEADLESS_INTO_RECORDS, NO_KEY_COLUMN } from '#shared/admin-constants.ts'
import type { ImportOrder, ImportView, PreviewAnswer } from '#shared/contracts/admin/imports.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { passportGaps } from '#shared/rules/passport.ts'
import { rejectsName } from './file-name.ts'
import { fileOf, oldFolders, rejectsOf, removeFolder } from './folder.ts'
import { importView } from './import-view.ts'
import { forgetJobs } from './keeping-store.ts'
import { readAhead } from './read-ahead.ts'
import { deleteJob, type Job, listJobs, noteShown, type OwnedJob, queueJob, stopJob } from './store.ts'
import { unknownIds } from './upload-store.ts'

export { readRemap, startRemap } from './remaps.ts'
export { loadingSources } from './store.ts'

/** Older folders without a job are leftovers. */
const STRAY_MS = 3_600_000

/** Searches may follow right after an import ends. */
const JUST_ENDED_MS = 5_000

function viewOf({ sources }: Pick<Context, 'sources'>, { job, username }: OwnedJob): ImportView {
  if (job.finishedAt && Date.now() - job.finishedAt.getTime() < JUST_ENDED_MS) sources.forget()
  return importView(job, username)
}

async function jobOf({ sql }: Pick<Context, 'sql'>, id: string): Promise<OwnedJob> {
  const [owned] = await listJobs(sql, { id })
  if (!owned) throw new Refusal('NOT_FOUND')
  return owned
}

export async function listImports(
  context: Pick<Context, 'sql' | 'sources'>,
  source: string | undefined
): Promise<ImportView[]> {
  const jobs = await listJobs(context.sql, source === undefined ? {} : { source })
  return jobs.map(job => viewOf(context, job))
}

export const readImport = async (
  context: Pick<Context, 'sql' | 'sources'>,
  id: string
): Promise<ImportView> => viewOf(context, await jobOf(context, id))

async function gapsOf({ sql }: Pick<Context, 'sql'>, { source, passport }: ImportOrder): Promise<string[]> {
  const sources = await declaredSources(sql)
  const declared = sources.find(({ key }) => key === source)
  if (declared?.status === 'deleting') throw new Refusal('INDEX_LEAVING')
  const today = declared?.today ?? new Date().toISOString().slice(0, 10)
  return passportGaps(passport ?? declared?.passport ?? {}, today)
}

/** Complete and not running. */
async function idleJob(context: Pick<Context, 'sql'>, id: string): Promise<Job> {
  const { job } = await jobOf(context, id)
  if (job.state === 'uploading') throw new Refusal('UPLOAD_UNFINISHED')
  if (!['ready', 'stopped', 'failed'].includes(job.state)) throw new Refusal('IMPORT_UNDER_WAY')
  return job
}

/** Who is masked reads only files of their own whole. */
interface Reader {
  actor: Actor
  isMasked: boolean
}

/**
 * Previews an import; audited for another user's file.
 * @throws Refusal `NOT_FOUND`, `UPLOAD_UNFINISHED`, `IMPORT_UNDER_WAY`, `INDEX_LEAVING`, `IMPORT_REFUSED`,
 * `FILE_OVER_LIMIT`.
 */
export async function previewImport(
  context: Pick<Context, 'sql' | 'config' | 'importRuns'>,
  id: string,
  order: ImportOrder,
  { actor, isMasked }: Reader
): Promise<PreviewAnswer> {
  const job = await idleJob(context, id)
  const needsPassport = (await gapsOf(context, order)).length > 0
  const read = await readAhead(context, job, order)
  if (read.preview) await noteShown(context.sql, job, 'preview', actor)
  const hides = isMasked && job.userId !== actor.actorId
  const preview = hides && read.preview ? maskPreview(read.preview) : read.preview
  return { ok: true, ...read, preview, needs_passport: needsPassport }
}

/**
 * Queues or resumes an import. A reason that takes long to find fails the import later.
 * @throws Refusal as `previewImport`, and `PASSPORT_INCOMPLETE`, `IMPORT_AS_NEW`.
 */
export async function startImport(
  context: Pick<Context, 'sql' | 'sources' | 'config' | 'importRuns'>,
  id: string,
  order: ImportOrder,
  actor: Actor
): Promise<ImportView> {
  const job = await idleJob(context, id)
  const gaps = await gapsOf(context, order)
  if (gaps.length > 0)
    throw new Refusal('PASSPORT_INCOMPLETE', {
      text: `${PROBLEMS.PASSPORT_INCOMPLETE.text}. ${gaps.join('. ')}`
    })
  const read = await readAhead(context, job, order).catch(error => {
    // A failed preview says nothing about the order.
    if (error instanceof Refusal) throw error
    return null
  })
  const warned = (code: string) => read?.preview?.warnings.find(warning => warning.code === code)
  const missingKeyWarning = warned(NO_KEY_COLUMN)
  if (missingKeyWarning) throw new Refusal('IMPORT_REFUSED', { text: missingKeyWarning.text })
  if (warned(HEADLESS_INTO_RECORDS) && !order.as_new) throw new Refusal('IMPORT_AS_NEW')
  if ((await queueJob(context.sql, id, order, actor)) === null) throw new Refusal('IMPORT_UNDER_WAY')
  await context.importRuns.next()
  return await readImport(context, id)
}

/** Stored rows stay. @throws Refusal `NOT_FOUND`, `IMPORT_UNDER_WAY` when it is not running. */
export async function stopImport(
  context: Pick<Context, 'sql' | 'sources' | 'importRuns'>,
  id: string,
  actor: Actor
): Promise<ImportView> {
  await jobOf(context, id)
  if ((await stopJob(context.sql, id, actor)) === null) throw new Refusal('IMPORT_UNDER_WAY')
  await context.importRuns.next()
  return await readImport(context, id)
}

/** Deletes job, file and rejects, stopping it first. @throws Refusal `NOT_FOUND`. */
export async function deleteImport(
  { sql, config, importRuns }: Pick<Context, 'sql' | 'config' | 'importRuns'>,
  id: string,
  actor: Actor
): Promise<void> {
  const job = await deleteJob(sql, id, actor)
  if (!job) throw new Refusal('NOT_FOUND')
  importRuns.previews.forget(fileOf(config.dataDir, job))
  await removeFolder(config.dataDir, id)
  await importRuns.next()
}

/** @throws Refusal `NOT_FOUND` without rejects. */
export async function rejectedRows(
  context: Pick<Context, 'sql' | 'config'>,
  id: string,
  { actor, isMasked }: Reader
): Promise<Response> {
  const { job } = await jobOf(context, id)
  const file = Bun.file(rejectsOf(fileOf(context.config.dataDir, job)))
  if (!(await file.exists())) throw new Refusal('NOT_FOUND')
  await noteShown(context.sql, job, 'rejects', actor)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="rejects.csv"; filename*=${extendedValue(rejectsName(job.fileName))}`
  }
  const hides = isMasked && job.userId !== actor.actorId
  return new Response(hides ? maskRejects(file.stream()) : file, { headers })
}

/** Deletes old jobs and returns how many. */
export async function forgetImports(
  { sql, config }: Pick<Context, 'sql' | 'config'>,
  most: number
): Promise<number> {
  const gone = await forgetJobs(sql, most)
  const strays = await unknownIds(sql, await oldFolders(config.dataDir, STRAY_MS))
  for (const id of new Set([...gone, ...strays])) await removeFolder(config.dataDir, id)
  return gone.length
}
