import { availableParallelism } from 'node:os'
import { LoggableError } from '#api/lib/operator-error.ts'
import type { FromWorker, TaskResult, ToWorker } from './worker-task.ts'

export interface WorkerPool<Task, Result> {
  /**
   * Runs a task in the least busy thread. Rejects with the task's error, `signal.reason`, or `WorkerLostError` for a
   * dead or stuck thread, which is replaced; the task is not retried.
   */
  run(task: Task, signal?: AbortSignal): Promise<Result>
  /** Releases resources; running tasks are lost. */
  close(): Promise<void>
}

export class WorkerLostError extends LoggableError {
  override name = 'WorkerLostError'
}

interface PoolOptions<Setup> {
  script: URL
  setup: Setup
  count: number
  /** A longer task is abandoned; a thread without answer to a ping is replaced. */
  deadlineMs: number
  /** One after the other, because threads that open connections together slow each other. */
  startsInTurn?: boolean
  onLost?(reason: string): void
}

/** Two threads are a third faster than one on two cores, since Postgres needs less than half a core. */
export const WORKERS = Math.max(2, Math.min(8, availableParallelism() - 1))

/** Pause that grows for threads failing at once. */
const RESTART_MS = 1_000
const RESTART_MAX_MS = 30_000
const READY_WITHIN_MS = 60_000
const STOP_MS = 3_000
const WATCH_MS = 250
/** Several ticks, because this thread may have stood still. */
const PING_TICKS = 4

interface PendingTask<Result> {
  since: number
  resolve(result: Result): void
  reject(error: unknown): void
}

interface Thread<Task, Result> {
  pending: ReadonlyMap<number, PendingTask<Result>>
  /** Open and not suspected. */
  isReady(): boolean
  run(task: Task, signal: AbortSignal | undefined): Promise<Result>
  /** Abandons old tasks and unresponsive threads. */
  watch(): void
  stop(): Promise<void>
}

export function openWorkerPool<Setup, Task, Result>(options: PoolOptions<Setup>): WorkerPool<Task, Result> {
  const { count, startsInTurn = false, onLost = () => {} } = options
  const threads = new Set<Thread<Task, Result>>()
  let isClosed = false
  let restartMs = RESTART_MS

  function start(): void {
    if (isClosed || threads.size >= count) return
    const thread = openThread<Setup, Task, Result>(options, {
      // Leaves half of a small machine to the tasks.
      onReady: tookMs => setTimeout(start, startsInTurn ? tookMs : 0).unref(),
      onLost(reason, hasWorked) {
        threads.delete(thread)
        if (isClosed) return
        onLost(reason)
        setTimeout(start, hasWorked ? 0 : restartMs).unref()
        restartMs = hasWorked ? RESTART_MS : Math.min(2 * restartMs, RESTART_MAX_MS)
      }
    })
    threads.add(thread)
  }

  for (let at = 0; at < (startsInTurn ? 1 : count); at += 1) start()
  const watchdog = setInterval(() => {
    for (const thread of threads) thread.watch()
  }, WATCH_MS)
  watchdog.unref()

  return {
    async run(task, signal) {
      signal?.throwIfAborted()
      const ready = [...threads].filter(thread => thread.isReady())
      const [first, ...others] = ready.length > 0 ? ready : threads
      if (!first) throw new WorkerLostError('no thread is running')
      const idlest = others.reduce(
        (idlestSoFar, one) => (one.pending.size < idlestSoFar.pending.size ? one : idlestSoFar),
        first
      )
      return await idlest.run(task, signal)
    },

    async close() {
      isClosed = true
      clearInterval(watchdog)
      await Promise.all([...threads].map(thread => thread.stop()))
    }
  }
}

export function runInline<Setup, Task, Result>(
  create: (setup: Setup) => Promise<(task: Task) => TaskResult<Result>>,
  setup: Setup
): WorkerPool<Task, Result> {
  const handle = create(setup)
  return {
    async run(task, signal) {
      signal?.throwIfAborted()
      return (await handle)(task).result
    },
    close: async () => {}
  }
}

function openThread<Setup, Task, Result>(
  { script, setup, deadlineMs }: PoolOptions<Setup>,
  { onReady, onLost }: { onReady(tookMs: number): void; onLost(reason: string, hasWorked: boolean): void }
): Thread<Task, Result> {
  const worker = new Worker(script.href)
  const pending = new Map<number, PendingTask<Result>>()
  const stopped = Promise.withResolvers<void>()
  const startedAt = performance.now()
  let tasks = 0
  let isReady = false
  let isLost = false
  let hasWorked = false
  /** Ticks since the ping; null when none is pending. */
  let unanswered: number | null = null
  const send = (message: ToWorker<Setup, Task>) => worker.postMessage(message)

  function discard(reason: string): void {
    if (isLost) return
    isLost = true
    stopped.resolve()
    worker.terminate()
    for (const { reject } of pending.values()) reject(new WorkerLostError(reason))
    pending.clear()
    onLost(reason, hasWorked)
  }

  worker.onmessage = ({ data }: MessageEvent<FromWorker<Result>>) => {
    unanswered = null
    if ('stopped' in data) return stopped.resolve()
    if ('ready' in data) {
      isReady = true
      return onReady(performance.now() - startedAt)
    }
    if ('pong' in data) return
    hasWorked = true
    const task = pending.get(data.id)
    pending.delete(data.id)
    if ('error' in data) task?.reject(new Error(data.error))
    else task?.resolve(data.result)
  }
  // The event's text would quote what the thread worked on.
  worker.onerror = () => discard('failed')
  worker.addEventListener('close', () => discard('ended'))
  send({ setup })

  return {
    pending,
    isReady: () => isReady && unanswered === null,

    watch() {
      const oldest = performance.now() - deadlineMs
      let isLate = false
      for (const [id, { since, reject }] of pending) {
        if (since >= oldest) break
        isLate = true
        pending.delete(id)
        send({ abort: id })
        reject(new WorkerLostError('late'))
      }
      // An opening thread cannot answer.
      if (!isReady) {
        if (startedAt < performance.now() - READY_WITHIN_MS) discard('never ready')
      } else if (unanswered !== null) {
        unanswered += 1
        if (unanswered > PING_TICKS) discard('stuck')
      } else if (isLate) {
        unanswered = 0
        send({ ping: true })
      }
    },

    async run(task, signal) {
      tasks += 1
      const id = tasks
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const abortTask = () => send({ abort: id })
      pending.set(id, { since: performance.now(), resolve, reject })
      signal?.addEventListener('abort', abortTask)
      try {
        send({ id, task })
        return await promise
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        pending.delete(id)
        signal?.removeEventListener('abort', abortTask)
      }
    },

    async stop() {
      send({ stop: true })
      await Promise.race([stopped.promise, Bun.sleep(STOP_MS)])
      discard('stopped')
    }
  }
}
