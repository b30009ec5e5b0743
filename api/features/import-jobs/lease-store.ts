import type { SQL } from 'bun'
import { and, eq, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { importJobs } from '#api/db/schema/index.ts'

/** Whoever does a job: a process, told from those before it by an id of its own. */
export interface Runner {
  job: string
  runnerId: string
}

/** While it is this runner's. */
export const isOwnJob = ({ job, runnerId }: Runner) =>
  and(eq(importJobs.id, job), eq(importJobs.runner, runnerId), eq(importJobs.state, 'running'))

/** A sign of life of a job's process, by whoever started it. False when the job is not this runner's any more. */
export async function renewJob(sql: SQL, runner: Runner): Promise<boolean> {
  const renewed = await orm(sql)
    .update(importJobs)
    .set({ beatAt: text`now()` })
    .where(isOwnJob(runner))
    .returning({ id: importJobs.id })
  return renewed.length > 0
}

/** Lets another runner go on with a job at once; with a rekey after a pause, which grows as long as it does not get on. */
export async function releaseJob(sql: SQL, runner: Runner): Promise<void> {
  await orm(sql).update(importJobs).set({ beatAt: null }).where(isOwnJob(runner))
}

/** Puts a job back whose file, or source, somebody else still holds. It is tried again after those that wait for nobody. */
export async function putBack(sql: SQL, runner: Runner): Promise<void> {
  await orm(sql)
    .update(importJobs)
    .set({ state: 'waiting', runner: null, beatAt: text`now()`, attempts: 0 })
    .where(isOwnJob(runner))
}
