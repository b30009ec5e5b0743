import { WAITING_TOLD_MS } from '#api/features/imports/service.ts'
import type { ImportProgress, ImportView, RemapView } from '#shared/contracts/admin/imports.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { uploadKeptUntil } from './keeping-store.ts'
import type { Job } from './store.ts'

const MILLION = 1_000_000

const progressOf = (job: Job): ImportProgress => ({
  part: Math.min(1, job.part / MILLION),
  rows: job.rows,
  rows_per_second: job.state === 'running' ? job.rowsPerSecond : null,
  seconds_left: job.state === 'running' ? job.secondsLeft : null,
  note: job.state === 'running' || hasJustTried(job) ? job.note : null
})

/** Its file or source was busy a moment ago. */
const hasJustTried = ({ state, beatAt }: Job) =>
  state === 'waiting' && beatAt !== null && Date.now() - beatAt.getTime() < WAITING_TOLD_MS

const hasBegun = ({ state, rows }: Job) => state === 'waiting' || state === 'running' || rows > 0

export function importView(job: Job, username: string | null): ImportView {
  return {
    id: job.id,
    state: job.state,
    file_name: job.fileName,
    size: job.size,
    received: job.received,
    by: username,
    order: job.order,
    progress: hasBegun(job) ? progressOf(job) : null,
    failure: job.failure,
    batch_id: job.batchId,
    report: job.report,
    has_rejects: job.hasRejects,
    created_at: job.createdAt.toISOString(),
    created_at_str: moscowTime(job.createdAt),
    finished_at: job.finishedAt?.toISOString() ?? null,
    kept_until: uploadKeptUntil(job)?.toISOString() ?? null
  }
}

export function remapView(job: Job): RemapView {
  const { state, columns, parties, failure, createdAt, finishedAt } = job
  return {
    state: state === 'waiting' || state === 'running' || state === 'done' ? state : 'failed',
    columns: columns ?? {},
    parties: parties ?? {},
    progress: progressOf(job),
    failure,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null
  }
}
