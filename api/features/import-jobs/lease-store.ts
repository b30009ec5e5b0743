import type { SQL } from 'bun'
import { and, eq, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { importJobs } from '#api/db/schema/index.ts'

/** A process with an id of its own. */
export interface Runner {
  job: string
  runnerId: string
}

export const isOwnJob = ({ job, runnerId }: Runner) =>
  and(eq(importJobs.id, job), eq(importJobs.runner, runnerId), eq(importJobs.state, 'running'))

export async function renewJob(sql: SQL, runner: Runner): Promise<boolean> {
  const renewed = await orm(sql)
    .update(importJobs)
    .set({ beatAt: text`now()` })
    .where(isOwnJob(runner))
    .returning({ id: importJobs.id })
  return renewed.length > 0
}

/** Rekeys resume after a growing pause. */
export async function releaseJob(sql: SQL, runner: Runner): Promise<void> {
  await orm(sql).update(importJobs).set({ beatAt: null }).where(isOwnJob(runner))
}

/** Its file or source is busy: retried after other jobs. */
export async function putBack(sql: SQL, runner: Runner): Promise<void> {
  await orm(sql)
    .update(importJobs)
    .set({ state: 'waiting', runner: null, beatAt: text`now()`, attempts: 0 })
    .where(isOwnJob(runner))
}
