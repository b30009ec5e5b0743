import { log } from '#api/lib/log.ts'

/** `transfer` lists memory to hand over without copying. */
export interface TaskResult<Result> {
  result: Result
  transfer: ArrayBuffer[]
}

export interface TaskHandler<Task, Result> {
  /** `signal` fires when nobody waits any more. */
  run(task: Task, signal: AbortSignal): TaskResult<Result> | Promise<TaskResult<Result>>
  close?(): Promise<void>
}

export type ToWorker<Setup, Task> =
  | { setup: Setup }
  | { id: number; task: Task }
  | { abort: number }
  | { ping: true }
  | { stop: true }

export type FromWorker<Result> =
  | { id: number; result: Result }
  | { id: number; error: string }
  | { ready: true }
  | { pong: true }
  | { stopped: true }

/** Called once by the thread's script. */
export function serveTasks<Setup, Task, Result>(
  create: (setup: Setup) => TaskHandler<Task, Result> | Promise<TaskHandler<Task, Result>>
): void {
  const aborts = new Map<number, AbortController>()
  const opened = Promise.withResolvers<TaskHandler<Task, Result>>()

  /** Says what failed as the log says it, then ends, so that the pool replaces this thread. */
  function fail(error: unknown): void {
    log.error('thread_failed', { error })
    process.exit(1)
  }

  async function handle(id: number, task: Task): Promise<void> {
    const abort = new AbortController()
    aborts.set(id, abort)
    try {
      const handler = await opened.promise
      const { result, transfer } = await handler.run(task, abort.signal)
      self.postMessage({ id, result } satisfies FromWorker<Result>, transfer)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      self.postMessage({ id, error: reason } satisfies FromWorker<Result>)
    } finally {
      aborts.delete(id)
    }
  }

  async function open(setup: Setup): Promise<void> {
    try {
      opened.resolve(await create(setup))
      self.postMessage({ ready: true } satisfies FromWorker<Result>)
    } catch (error) {
      fail(error)
    }
  }

  async function stop(): Promise<void> {
    await opened.promise.then(handler => handler.close?.()).catch(() => {})
    self.postMessage({ stopped: true } satisfies FromWorker<Result>)
  }

  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  self.onmessage = ({ data }: MessageEvent<ToWorker<Setup, Task>>) => {
    if ('task' in data) void handle(data.id, data.task)
    else if ('abort' in data) aborts.get(data.abort)?.abort()
    else if ('ping' in data) self.postMessage({ pong: true } satisfies FromWorker<Result>)
    else if ('stop' in data) void stop()
    else void open(data.setup)
  }
}
