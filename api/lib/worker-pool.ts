import { availableParallelism } from 'node:os'
import type { FromWorker, Handled, ToWorker } from './worker-task.ts'

/** Threads that do the same kind of task. */
export interface WorkerPool<Task, Result> {
  /**
   * Gives a task to the thread that has the least to do. Rejects with what the task threw, with `signal.reason` when the
   * signal fires, and with a `WorkerLostError` when the thread has died or is stuck: it is replaced, the task is not
   * tried again.
   */
  run(task: Task, signal?: AbortSignal): Promise<Result>
  /** Lets the threads put down what they hold, then ends them. Tasks under way are lost. */
  close(): Promise<void>
}

/** The thread of a task is gone, and with it the task. */
export class WorkerLostError extends Error {
  override name = 'WorkerLostError'
}

export interface PoolOptions<Setup> {
  /** Calls `serveTasks`. */
  script: URL
  /** Told to each thread before its first task. */
  setup: Setup
  count: number
  /** A thread that has not answered a task for so long is taken for stuck. */
  deadlineMs: number
  onLost?(reason: string): void
}

/**
 * Threads that keep this machine busy beside a Postgres on it. Measured on two cores: two are quicker than one by a
 * third, since Postgres needs less than half a core of what they prepare.
 */
export const WORKERS = Math.max(2, Math.min(8, availableParallelism() - 1))

const RESTART_MS = 1_000
const STOP_MS = 3_000
/** How often the oldest task of each thread is looked at. */
const WATCH_MS = 250

/** A task under way. */
interface Pending<Result> {
  since: number
  resolve(result: Result): void
  reject(error: unknown): void
}

interface Thread<Task, Result> {
  /** By number, the oldest first. */
  pending: ReadonlyMap<number, Pending<Result>>
  run(task: Task, signal: AbortSignal | undefined): Promise<Result>
  lose(reason: string): void
  stop(): Promise<void>
}

/** Starts `count` threads, and another one for each that is lost. */
export function openWorkerPool<Setup, Task, Result>(options: PoolOptions<Setup>): WorkerPool<Task, Result> {
  const { count, deadlineMs, onLost = () => {} } = options
  const threads = new Set<Thread<Task, Result>>()
  let isClosed = false

  function start(): void {
    if (isClosed) return
    const thread = openThread<Setup, Task, Result>(options, reason => {
      threads.delete(thread)
      if (isClosed) return
      onLost(reason)
      setTimeout(start, RESTART_MS).unref()
    })
    threads.add(thread)
  }

  function watch(): void {
    const oldest = performance.now() - deadlineMs
    for (const thread of threads) {
      const [first] = thread.pending.values()
      if (first && first.since < oldest) thread.lose('stuck')
    }
  }

  for (let at = 0; at < count; at += 1) start()
  const watchdog = setInterval(watch, WATCH_MS)
  watchdog.unref()

  return {
    async run(task, signal) {
      signal?.throwIfAborted()
      const [first, ...others] = threads
      if (!first) throw new WorkerLostError('no thread is running')
      const idlest = others.reduce(
        (least, one) => (one.pending.size < least.pending.size ? one : least),
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

/** The same work without threads, done where it is asked for. */
export function runInline<Setup, Task, Result>(
  create: (setup: Setup) => (task: Task) => Handled<Result>,
  setup: Setup
): WorkerPool<Task, Result> {
  const handle = create(setup)
  return { run: async task => handle(task).result, close: async () => {} }
}

function openThread<Setup, Task, Result>(
  { script, setup }: PoolOptions<Setup>,
  onLost: (reason: string) => void
): Thread<Task, Result> {
  const worker = new Worker(script.href)
  const pending = new Map<number, Pending<Result>>()
  const stopped = Promise.withResolvers<void>()
  let tasks = 0
  let isLost = false
  const send = (message: ToWorker<Setup, Task>) => worker.postMessage(message)

  function lose(reason: string): void {
    if (isLost) return
    isLost = true
    stopped.resolve()
    worker.terminate()
    for (const { reject } of pending.values()) reject(new WorkerLostError(reason))
    pending.clear()
    onLost(reason)
  }

  worker.onmessage = ({ data }: MessageEvent<FromWorker<Result>>) => {
    if ('stopped' in data) return stopped.resolve()
    const task = pending.get(data.id)
    pending.delete(data.id)
    if ('error' in data) task?.reject(new Error(data.error))
    else task?.resolve(data.result)
  }
  worker.onerror = event => lose(event.message)
  worker.addEventListener('close', () => lose('ended'))
  send({ setup })

  return {
    pending,
    lose,

    async run(task, signal) {
      tasks += 1
      const id = tasks
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const leave = () => send({ abort: id })
      pending.set(id, { since: performance.now(), resolve, reject })
      signal?.addEventListener('abort', leave)
      try {
        send({ id, task })
        return await promise
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },

    async stop() {
      send({ stop: true })
      await Promise.race([stopped.promise, Bun.sleep(STOP_MS)])
      lose('stopped')
    }
  }
}
