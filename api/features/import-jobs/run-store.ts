import type { SQL } from 'bun'
import { and, eq, not, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { importJobs } from '#api/db/schema/index.ts'
import { isOwnJob, type Runner } from './lease-store.ts'
import { type Job, partAtLeast } from './store.ts'

/** Number of the advisory lock under which jobs are given to runners. */
const TURN = 73_200_005
/** Of all processes together: each job takes the disk and a core, so two at once would end no sooner. */
const JOBS_AT_ONCE = 1
/** A runner that gave no sign of life for so long is lost. */
const LOST_AFTER = text`interval '15 seconds'`
/** A job that loses its runner so often without getting on is given up. */
const ATTEMPTS_MAX = 3
const GIVEN_UP = {
  file: 'Загрузка обрывалась три раза подряд на одном месте. Проверьте файл и место на диске сервера и начните её снова.',
  remap:
    'Изменение колонок обрывалось три раза подряд на одном месте. Проверьте место на диске сервера и начните его снова.'
}
/** Whoever found its source held by somebody else lets the others come first for so long. */
const HELD_FOR = text`interval '5 seconds'`

const { id, kind, state, beatAt, attempts } = importJobs
export const isHeld = text`(${beatAt} IS NOT NULL AND ${beatAt} > now() - ${HELD_FOR})`
/** A rekey is tried again and again: what it leaves is of an older rule. It lets all others come first. */
const isRekey = eq(kind, 'rekey')
/** How long one pauses that lost its runner: twice as long each time that it did not get on, at most a minute. */
const PAUSE = text`least(interval '1 minute', interval '1 second' * 2 ^ least(${attempts}, 6))`
const isLost = text`(${state} = 'running' AND (${beatAt} IS NULL OR ${beatAt} < now() - ${LOST_AFTER}))`

/** Gives the job that waits longest, or that lost its runner, to a runner. Null when there is none, or others are at work. */
export async function claimJob(sql: SQL, runnerId: string): Promise<Job | null> {
  return await orm(sql).transaction(async tx => {
    await tx.execute(text`SELECT pg_advisory_xact_lock(${TURN})`)
    await tx
      .update(importJobs)
      .set({
        state: 'failed',
        failure: text`CASE ${kind} WHEN 'remap' THEN ${GIVEN_UP.remap} ELSE ${GIVEN_UP.file} END`,
        runner: null,
        finishedAt: text`now()`,
        touchedAt: text`now()`
      })
      .where(and(isLost, not(isRekey), text`${attempts} >= ${ATTEMPTS_MAX}`))
    await tx
      .update(importJobs)
      .set({ state: 'waiting', runner: null, beatAt: text`now() + ${PAUSE} - ${HELD_FOR}` })
      .where(and(isRekey, text`(${isLost} OR ${state} = 'failed')`))
    const working = await tx.$count(importJobs, text`${state} = 'running' AND NOT ${isLost}`)
    if (working >= JOBS_AT_ONCE) return null
    const next = tx
      .select({ id })
      .from(importJobs)
      .where(text`(${state} = 'waiting' AND NOT ${isHeld})
        OR (${isLost} AND ${attempts} < ${ATTEMPTS_MAX})`)
      .orderBy(isRekey, importJobs.queuedAt)
      .limit(1)
    const [job] = await tx
      .update(importJobs)
      .set({
        state: 'running',
        runner: runnerId,
        beatAt: text`now()`,
        touchedAt: text`now()`,
        // However it ends, the rekeys of other sources come before its next turn.
        queuedAt: text`CASE WHEN ${isRekey} THEN now() ELSE ${importJobs.queuedAt} END`,
        attempts: text`${attempts} + 1`,
        rowsPerSecond: null,
        secondsLeft: null,
        note: null
      })
      .where(eq(id, next))
      .returning()
    return job ?? null
  })
}

export interface Beat {
  /** 0–1. */
  part: number
  rows: number
  rowsPerSecond: number | null
  secondsLeft: number | null
  note: string | null
  batchId: number | null
}

/** A sign of life with how far it is. False when the job is not this runner's any more. */
export async function beat(sql: SQL, own: Runner, { part, ...rest }: Beat): Promise<boolean> {
  const beating = await orm(sql)
    .update(importJobs)
    .set({
      ...rest,
      // A process that goes on begins by reading what another has stored: that is no step ahead.
      rows: text`greatest(${importJobs.rows}, ${rest.rows})`,
      part: partAtLeast(part),
      beatAt: text`now()`,
      attempts: text`CASE WHEN ${importJobs.rows} < ${rest.rows} THEN 1 ELSE ${attempts} END`
    })
    .where(isOwnJob(own))
    .returning({ id })
  return beating.length > 0
}

type Ending = Partial<Pick<Job, 'failure' | 'report' | 'hasRejects' | 'batchId' | 'rows'>>

/** Ends a job, with a row in the audit. False when it is not this runner's any more: it was stopped, or another has it. */
export async function endJob(sql: SQL, own: Runner, ending: Ending): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const isDone = ending.failure === undefined
    const [ended] = await tx
      .update(importJobs)
      .set({
        ...ending,
        ...(isDone && { part: 1_000_000 }),
        state: isDone ? 'done' : 'failed',
        runner: null,
        note: null,
        touchedAt: text`now()`,
        finishedAt: text`now()`
      })
      .where(isOwnJob(own))
      .returning()
    if (!ended) return false
    const { kind, batchId, report } = ended
    await noteAct(tx, {
      actorKind: 'system',
      via: 'job',
      action: kind === 'file' ? 'import_end' : `${kind}_end`,
      sourceKeys: [ended.sourceKey ?? ''],
      detail: { job: own.job, state: ended.state, batch: batchId, stored: report?.stored ?? null }
    })
    return true
  })
}
