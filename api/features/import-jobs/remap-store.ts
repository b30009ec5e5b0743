import type { SQL } from 'bun'
import { and, desc, eq, ne, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { importJobs, sources } from '#api/db/schema/index.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { RemapForm } from '#shared/contracts/admin/imports.ts'
import type { Runner } from './lease-store.ts'
import { isHeld } from './run-store.ts'
import { type Job, partAtLeast } from './store.ts'

interface NewRemap {
  id: string
  sourceKey: string
  form: RemapForm
  /** Earlier kinds and owners. */
  before: Record<keyof RemapForm, Record<string, string | null>>
}

/** Null while another remap of the source runs. @throws Refusal `NOT_FOUND` during a deletion. */
export async function addRemap(
  sql: SQL,
  { id, sourceKey, form, before }: NewRemap,
  actor: Actor
): Promise<Job | null> {
  return await orm(sql).transaction(async tx => {
    const [source] = await tx
      .select({ id: sources.id })
      .from(sources)
      .where(and(eq(sources.key, sourceKey), ne(sources.status, 'deleting')))
      .for('share')
    if (!source) throw new Refusal('NOT_FOUND')
    const [job] = await tx
      .insert(importJobs)
      .values({
        id,
        kind: 'remap',
        state: 'waiting',
        sourceKey,
        ...form,
        userId: actor.actorId,
        queuedAt: text`now()`
      })
      .onConflictDoNothing()
      .returning()
    if (!job) return null
    const detail = { job: id, before, after: form }
    await noteAdminAct(tx, { ...actor, action: 'remap_start', sourceKeys: [sourceKey], detail })
    return job
  })
}

export async function lastRemapOf(sql: SQL, sourceKey: string): Promise<Job | null> {
  const [job] = await orm(sql)
    .select()
    .from(importJobs)
    .where(and(eq(importJobs.kind, 'remap'), eq(importJobs.sourceKey, sourceKey)))
    .orderBy(desc(importJobs.createdAt))
    .limit(1)
  return job ?? null
}

/** False when another runner has it. */
export async function noteCursor(
  sql: SQL,
  { job, runnerId }: Runner,
  { part, ...place }: { cursor: string; rows: number; part: number }
): Promise<boolean> {
  const { id, runner } = importJobs
  const noted = await orm(sql)
    .update(importJobs)
    .set({ ...place, part: partAtLeast(part), attempts: 1 })
    .where(and(eq(id, job), eq(runner, runnerId)))
    .returning({ id })
  return noted.length > 0
}

/** A rekey yields to others. */
export async function isAnotherWaiting(sql: SQL): Promise<boolean> {
  const { state, kind } = importJobs
  const waiting = text`${state} = 'waiting' AND NOT ${isHeld} AND ${kind} <> 'rekey'`
  return (await orm(sql).$count(importJobs, waiting)) > 0
}
