import { type ProcessUsage, readUsage } from '#api/processes/process-info.ts'

/** Limits of a process that reads a file. */
export const TASK_LIMITS = {
  lookMs: 500,
  /** The maximal book takes 1.7 GB: 0.4 kB a text. */
  memoryBytes: 2 * 1024 ** 3,
  /** 2 GB take hours at low priority. */
  jobMs: 12 * 3_600_000,
  /** Missed signs of life, with processor time used: a starving process is not stuck. */
  silentLooks: 20,
  silentCpuSeconds: 8,
  /** Limit without processor time. */
  silentLooksMost: 600
}
export type TaskLimits = typeof TASK_LIMITS

const RENEW_MS = 1_000
/** It ends by itself within a moment. */
const LOST_TICKS_MAX = 3
/** Ends before the job counts as lost (`run-store.ts`). */
const FAILURES_MAX = 5

const OVER_MEMORY = `Для этой работы нужно больше ${TASK_LIMITS.memoryBytes / 1024 ** 3} ГБ памяти. Разделите файл на части, а книгу Excel сохраните как «CSV UTF-8».`
const OVER_TIME = `Работа идёт дольше ${TASK_LIMITS.jobMs / 3_600_000} часов и остановлена. Сделанное осталось: начните её снова, и она продолжится, или разделите файл на части.`

/** A sentence for the user; null when it hangs. */
type EndTask = (overrun: string | null) => void

interface TaskWatch {
  beat(): void
  stop(): void
}

/**
 * Supervises from outside, counting ticks, because either process may stand still.
 * @param isBeating A job that sends signs of life.
 */
export function watchTask(
  pid: number,
  isBeating: boolean,
  end: EndTask,
  limits: TaskLimits = TASK_LIMITS
): TaskWatch {
  const startedAt = performance.now()
  let silentLooks = 0
  /** Processor time at the last sign of life. */
  let cpuSecondsBefore = 0
  /** It wanted a processor since then. */
  let wasRunnable = false

  function isStuck(cpuSeconds: number): boolean {
    if (silentLooks < limits.silentLooks) return false
    const isBusy = cpuSeconds - cpuSecondsBefore >= limits.silentCpuSeconds
    return isBusy || !wasRunnable || silentLooks >= limits.silentLooksMost
  }

  /** Reason to end it; undefined to continue. */
  function whyEnded(usage: ProcessUsage | null): string | null | undefined {
    if (usage && usage.residentBytes > limits.memoryBytes) return OVER_MEMORY
    if (!isBeating) return undefined
    if (performance.now() - startedAt > limits.jobMs) return OVER_TIME
    if (silentLooks === 0) {
      cpuSecondsBefore = usage?.cpuSeconds ?? 0
      wasRunnable = usage === null
    }
    silentLooks += 1
    wasRunnable ||= usage?.state === 'R'
    return isStuck(usage?.cpuSeconds ?? 0) ? null : undefined
  }

  function look(): void {
    const reason = whyEnded(readUsage(pid))
    if (reason !== undefined) end(reason)
  }

  const timer = setInterval(look, limits.lookMs)
  timer.unref()
  return {
    beat() {
      silentLooks = 0
    },
    stop: () => clearInterval(timer)
  }
}

/**
 * Renews a job's lease, and ends the process when it is lost, so that no job runs twice.
 * @param renew False when the job is not ours.
 * @returns Ends it and waits for a renewal under way.
 */
export function holdLease(renew: () => Promise<boolean>, end: () => void): () => Promise<void> {
  let failures = 0
  let lostLooks = 0
  let renewing: Promise<void> | null = null
  async function look(): Promise<void> {
    try {
      lostLooks += (await renew()) ? 0 : 1
      failures = 0
      if (lostLooks >= LOST_TICKS_MAX) end()
    } catch {
      failures += 1
      if (failures >= FAILURES_MAX) end()
    }
    renewing = null
  }
  const timer = setInterval(() => {
    renewing ??= look()
  }, RENEW_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await renewing
  }
}
