import { type ProcessUsage, readUsage } from '#api/processes/process-info.ts'

/** What a process may take that does what a file asks of it. */
export const TASK_LIMITS = {
  lookMs: 500,
  /** A book with as many texts as are read takes 1.7 GB: 0.4 kB for each (measured with short ones). */
  memoryBytes: 2 * 1024 ** 3,
  /** A file of 2 GB is stored within a few hours, also at the lowest priority beside searches. */
  jobMs: 12 * 3_600_000,
  /**
   * Looks without the sign of life that comes each second, and seconds of the processor's time in them: a process that
   * only waits for a processor is not stuck.
   */
  silentLooks: 20,
  silentCpuSeconds: 8,
  /** However little it could do meanwhile. */
  silentLooksMost: 600
}
export type TaskLimits = typeof TASK_LIMITS

const RENEW_MS = 1_000
/** One that has just ended its job, or learns that it is another's, ends by itself within a moment. */
const LOST_LOOKS_MAX = 3
/** Each takes a second or two: so it is given up before others count the job as lost (`run-store.ts`). */
const FAILURES_MAX = 5

export const OVER_MEMORY = `Для этой работы нужно больше ${TASK_LIMITS.memoryBytes / 1024 ** 3} ГБ памяти. Разделите файл на части, а книгу Excel сохраните как «CSV UTF-8».`
export const OVER_TIME = `Работа идёт дольше ${TASK_LIMITS.jobMs / 3_600_000} часов и остановлена. Сделанное осталось: начните её снова, и она продолжится, или разделите файл на части.`

/** Why a process is ended: a sentence for what would come again, null where it does not answer. */
export type EndTask = (overrun: string | null) => void

export interface TaskWatch {
  /** A sign of life. */
  beat(): void
  stop(): void
}

/**
 * Looks after a process from outside, since one that is stuck runs no timer of its own. Silence is counted in looks: a
 * server that stood still itself must not blame the process.
 *
 * @param isBeating The process gives signs of life, and is a job.
 */
export function watchTask(
  pid: number,
  isBeating: boolean,
  end: EndTask,
  limits: TaskLimits = TASK_LIMITS
): TaskWatch {
  const startedAt = performance.now()
  let silentLooks = 0
  /** When it last gave a sign of life. */
  let cpuSecondsBefore = 0
  /** Whether it was seen to want a processor since then. */
  let wasRunnable = false

  function isStuck(cpuSeconds: number): boolean {
    if (silentLooks < limits.silentLooks) return false
    const isBusy = cpuSeconds - cpuSecondsBefore >= limits.silentCpuSeconds
    return isBusy || !wasRunnable || silentLooks >= limits.silentLooksMost
  }

  /** Whether it is to be ended, and why; undefined where it may go on. */
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
 * Gives the sign of life of a job for as long as its process lives, and ends the process once the job is not its own any
 * more: stopped, deleted, or given to another. So no job is done by two at once, and none goes on that nobody wants.
 *
 * @param renew False when the job is somebody else's, or nobody's.
 * @returns what ends it, and waits for the sign of life under way: one that lands later would keep others from the job.
 */
export function holdLease(renew: () => Promise<boolean>, end: () => void): () => Promise<void> {
  let failures = 0
  let lostLooks = 0
  let renewing: Promise<void> | null = null
  async function look(): Promise<void> {
    try {
      lostLooks += (await renew()) ? 0 : 1
      failures = 0
      if (lostLooks >= LOST_LOOKS_MAX) end()
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
