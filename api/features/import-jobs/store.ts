import type { SQL } from 'bun'
import { and, desc, eq, inArray, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { importJobs, users } from '#api/db/schema/index.ts'
import type { ImportOrder } from '#shared/contracts/admin-imports.ts'
import { isStorable } from '#shared/rules/storable.ts'

export type Job = typeof importJobs.$inferSelect

const LISTED = 100

/** How far a job is, 0–1, as its row has it: it never falls back. */
export const partAtLeast = (part: number) =>
  text`greatest(${importJobs.part}, ${Math.round(part * 1_000_000)})`

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

/** Keys of the sources that files are being loaded into, or wait for it. */
export async function loadingSources(sql: SQL): Promise<ReadonlySet<string>> {
  const { kind, state, sourceKey } = importJobs
  const rows = await orm(sql)
    .selectDistinct({ key: sourceKey })
    .from(importJobs)
    .where(and(eq(kind, 'file'), inArray(state, ['waiting', 'running'])))
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

export async function readJob(sql: SQL, id: string): Promise<Job | null> {
  const [job] = await orm(sql).select().from(importJobs).where(eq(importJobs.id, id))
  return job ?? null
}

/** Also whose file it is: others may import or delete it too. */
const auditDetails = ({ id, userId, fileName, size, sourceKey, state }: Job) => ({
  import: id,
  uploaded_by: userId,
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
    const { columns, parties, drop, names } = order
    const detail = { before: null, after: { ...auditDetails(job), columns, parties, drop, names } }
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
    const detail = { before: { ...auditDetails(job), state: 'running' }, after: auditDetails(job) }
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
    const detail = { before: auditDetails(job), after: null }
    await noteAdminAct(tx, { ...actor, action: 'import_delete', sourceKeys: [job.sourceKey ?? ''], detail })
    return job
  })
}

/** Notes that rows of a file were shown to somebody who has not brought it. */
export async function noteShown(
  sql: SQL,
  job: Job,
  what: 'preview' | 'rejects',
  actor: Actor
): Promise<void> {
  if (job.userId === actor.actorId) return
  const detail = { ...auditDetails(job), what }
  await noteAdminAct(orm(sql), {
    ...actor,
    action: 'import_shown',
    sourceKeys: [job.sourceKey ?? ''],
    detail
  })
}
