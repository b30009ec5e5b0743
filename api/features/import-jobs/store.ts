import type { SQL } from 'bun'
import { and, desc, eq, inArray, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { importJobs, users } from '#api/db/schema/index.ts'
import { IMPORT_KEPT_HOURS, UPLOAD_IDLE_HOURS, UPLOAD_KEPT_HOURS } from '#shared/constants.ts'
import type { ImportOrder, ImportState } from '#shared/contracts/admin-imports.ts'
import { isStorable } from '#shared/rules/storable.ts'

export type Job = typeof importJobs.$inferSelect

const HOUR_MS = 3_600_000
/** How long a job is kept that nobody touches. */
const KEPT_HOURS: Partial<Record<ImportState, number>> = {
  uploading: UPLOAD_IDLE_HOURS,
  ready: UPLOAD_KEPT_HOURS,
  stopped: UPLOAD_KEPT_HOURS,
  failed: UPLOAD_KEPT_HOURS,
  done: IMPORT_KEPT_HOURS
}
const LISTED = 100

/** Null while it is under way. */
export function keptUntil({ state, touchedAt }: Pick<Job, 'state' | 'touchedAt'>): Date | null {
  const hours = KEPT_HOURS[state]
  return hours === undefined ? null : new Date(touchedAt.getTime() + hours * HOUR_MS)
}

export interface OwnedJob {
  job: Job
  username: string | null
}

/** Newest first. */
export async function listJobs(
  sql: SQL,
  { source, id }: { source?: string; id?: string }
): Promise<OwnedJob[]> {
  // No row has such a text, and the database would refuse the question.
  if (![source ?? '', id ?? ''].every(isStorable)) return []
  return await orm(sql)
    .select({ job: importJobs, username: users.username })
    .from(importJobs)
    .leftJoin(users, eq(users.id, importJobs.userId))
    .where(
      and(
        eq(importJobs.kind, 'file'),
        source === undefined ? undefined : eq(importJobs.sourceKey, source),
        id === undefined ? undefined : eq(importJobs.id, id)
      )
    )
    .orderBy(desc(importJobs.createdAt))
    .limit(LISTED)
}

export async function readJob(sql: SQL, id: string): Promise<Job | null> {
  const [job] = await orm(sql).select().from(importJobs).where(eq(importJobs.id, id))
  return job ?? null
}

const told = ({ id, fileName, size, sourceKey, state }: Job) => ({
  import: id,
  file: fileName,
  size,
  source: sourceKey,
  state
})

/** Queues a file where it is not at work yet. Null when it is, or there is none. */
export async function queueJob(sql: SQL, id: string, order: ImportOrder, actor: Actor): Promise<Job | null> {
  return await orm(sql).transaction(async tx => {
    const [job] = await tx
      .update(importJobs)
      .set({
        state: 'waiting',
        order,
        sourceKey: order.source,
        queuedAt: text`now()`,
        touchedAt: text`now()`,
        attempts: 0,
        rows: 0,
        part: 0,
        runner: null,
        beatAt: null,
        failure: null,
        note: null,
        report: null,
        finishedAt: null
      })
      .where(and(eq(importJobs.id, id), inArray(importJobs.state, ['ready', 'stopped', 'failed'])))
      .returning()
    if (!job) return null
    const detail = { before: null, after: { ...told(job), columns: order.columns, drop: order.drop } }
    await noteAdminAct(tx, { ...actor, action: 'import_start', sourceKeys: [order.source], detail })
    return job
  })
}

/** Its runner finds out and stops. Null when it is not at work. */
export async function stopJob(sql: SQL, id: string, actor: Actor): Promise<Job | null> {
  return await orm(sql).transaction(async tx => {
    const [job] = await tx
      .update(importJobs)
      .set({ state: 'stopped', runner: null, beatAt: null, touchedAt: text`now()` })
      .where(and(eq(importJobs.id, id), inArray(importJobs.state, ['waiting', 'running'])))
      .returning()
    if (!job) return null
    const detail = { before: { ...told(job), state: 'running' }, after: told(job) }
    await noteAdminAct(tx, { ...actor, action: 'import_stop', sourceKeys: [job.sourceKey ?? ''], detail })
    return job
  })
}

/** The job as it was; null when there was none. */
export async function deleteJob(sql: SQL, id: string, actor: Actor): Promise<Job | null> {
  if (!isStorable(id)) return null
  return await orm(sql).transaction(async tx => {
    const [job] = await tx
      .delete(importJobs)
      .where(and(eq(importJobs.id, id), eq(importJobs.kind, 'file')))
      .returning()
    if (!job) return null
    const detail = { before: told(job), after: null }
    await noteAdminAct(tx, { ...actor, action: 'import_delete', sourceKeys: [job.sourceKey ?? ''], detail })
    return job
  })
}

/** Forgets jobs that nobody has touched for their time, at most so many. Returns their ids. */
export async function forgetJobs(sql: SQL, most: number): Promise<string[]> {
  const hours = text.join(
    Object.entries(KEPT_HOURS).map(([state, hours]) => text`WHEN ${state} THEN ${hours}::int`),
    text` `
  )
  const { id, state, touchedAt } = importJobs
  const old = orm(sql)
    .select({ id })
    .from(importJobs)
    .where(text`${touchedAt} + make_interval(hours => CASE ${state} ${hours} END) < now()`)
    .limit(most)
    .for('update', { skipLocked: true })
  const gone = await orm(sql).delete(importJobs).where(inArray(id, old)).returning({ id })
  return gone.map(job => job.id)
}
