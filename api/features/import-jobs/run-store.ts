import type { SQL } from 'bun'
import { and, eq, not, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { importJobs } from '#api/db/schema/index.ts'
import { eraseAgain } from '#api/features/sources/service.ts'
import { isOwnJob, type Runner } from './lease-store.ts'
import { type Job, partAtLeast } from './store.ts'

/** Advisory lock. */
const TURN = 73_200_005
/** Across processes: each takes the disk and a core. */
const JOBS_AT_ONCE = 1
/** Without a sign of life. */
const LOST_AFTER = text`interval '15 seconds'`
/** Losses without progress before giving up. */
const ATTEMPTS_MAX = 3
const GIVEN_UP = {
  file: 'Загрузка обрывалась три раза подряд на одном месте. Проверьте файл и место на диске сервера и начните её снова.',
  remap:
    'Изменение колонок обрывалось три раза подряд на одном месте. Проверьте место на диске сервера и начните его снова.'
}
/** A job with a busy source yields so long. */
const HELD_FOR = text`interval '5 seconds'`

const { id, kind, state, beatAt, attempts } = importJobs
export const isHeld = text`(${beatAt} IS NOT NULL AND ${beatAt} > now() - ${HELD_FOR})`
/** Retried forever, because old keys must go; yields to all. */
const isRekey = eq(kind, 'rekey')
/** Doubles without progress, up to a minute. */
const PAUSE = text`least(interval '1 minute', interval '1 second' * 2 ^ least(${attempts}, 6))`
const isLost = text`(${state} = 'running' AND (${beatAt} IS NULL OR ${beatAt} < now() - ${LOST_AFTER}))`

/** Claims the longest waiting or a lost job; null when none is due. */
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

export interface Heartbeat {
  part: number
  rows: number
  rowsPerSecond: number | null
  secondsLeft: number | null
  note: string | null
  batchId: number | null
}

export async function beat(sql: SQL, own: Runner, { part, ...rest }: Heartbeat): Promise<boolean> {
  const beating = await orm(sql)
    .update(importJobs)
    .set({
      ...rest,
      // A resumed process first re-reads stored rows.
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

/** Audited. False when another runner has it. */
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
    // Keys that were made anew may say of further records whose they are.
    if (kind !== 'file') await eraseAgain(tx)
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
