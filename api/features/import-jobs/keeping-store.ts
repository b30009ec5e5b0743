import type { SQL } from 'bun'
import { inArray, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { importJobs } from '#api/db/schema/index.ts'
import { IMPORT_KEPT_HOURS, UPLOAD_IDLE_HOURS, UPLOAD_KEPT_HOURS } from '#shared/constants.ts'
import type { ImportState } from '#shared/contracts/admin/imports.ts'
import type { Job } from './store.ts'

const HOUR_MS = 3_600_000
const KEPT_HOURS: Partial<Record<ImportState, number>> = {
  uploading: UPLOAD_IDLE_HOURS,
  ready: UPLOAD_KEPT_HOURS,
  stopped: UPLOAD_KEPT_HOURS,
  failed: UPLOAD_KEPT_HOURS,
  done: IMPORT_KEPT_HOURS
}

/** Null while running. */
export function uploadKeptUntil({ state, touchedAt }: Pick<Job, 'state' | 'touchedAt'>): Date | null {
  const hours = KEPT_HOURS[state]
  return hours === undefined ? null : new Date(touchedAt.getTime() + hours * HOUR_MS)
}

/** Deletes old jobs and returns their ids. An unfinished rekey stays. */
export async function forgetJobs(sql: SQL, most: number): Promise<string[]> {
  const hours = text.join(
    Object.entries(KEPT_HOURS).map(([state, hours]) => text`WHEN ${state} THEN ${hours}::int`),
    text` `
  )
  const { id, kind, state, touchedAt } = importJobs
  const old = orm(sql)
    .select({ id })
    .from(importJobs)
    .where(text`${touchedAt} + make_interval(hours => CASE ${state} ${hours} END) < now()
      AND (${kind} <> 'rekey' OR ${state} = 'done')`)
    .limit(most)
    .for('update', { skipLocked: true })
  const gone = await orm(sql).delete(importJobs).where(inArray(id, old)).returning({ id })
  return gone.map(job => job.id)
}
