import type { SQL } from 'bun'
import { and, desc, eq, inArray, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { importJobs, users } from '#api/db/schema/index.ts'
import type { ImportOrder } from '#shared/contracts/admin/imports.ts'
import { isStorable } from '#shared/rules/storable.ts'

export type Job = typeof importJobs.$inferSelect

const LISTED = 100

/** Never falls. */
export const partAtLeast = (part: number) =>
  text`greatest(${importJobs.part}, ${Math.round(part * 1_000_000)})`

export interface OwnedJob {
  job: Job
  username: string | null
}

export async function listJobs(
  sql: SQL,
  { source, id }: { source?: string; id?: string }
): Promise<OwnedJob[]> {
  // The database would refuse such a text.
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

/** Names the owner too, because others may act. */
const auditDetails = ({ id, userId, fileName, size, sourceKey, state }: Job) => ({
  import: id,
  uploaded_by: userId,
  file: fileName,
  size,
  source: sourceKey,
  state
})

/** Null when it runs or is missing. */
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

/** Its runner stops. Null when it does not run. */
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

/** The deleted job, or null. */
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
