import { availableParallelism } from 'node:os'

/** Threads that do the same kind of task. */
export interface Workers<Task, Result> {
  /** Gives a task to the thread that has the least to do. Rejects with what the task threw. */
  run(task: Task): Promise<Result>
  /** Ends the threads. What they were doing is lost. */
  close(): void
}

/** What a task answers: `moved` memory changes hands instead of being copied. */
export interface Answer<Result> {
  result: Result
  moved: ArrayBuffer[]
}

/**
 * Threads that keep this machine busy beside a Postgres on it. Measured on two cores: two are quicker than one by a
 * third, since Postgres needs less than half a core of what they prepare.
 */
export const WORKERS = Math.max(2, Math.min(8, availableParallelism() - 1))

type FromThread<Result> = { result: Result; error?: undefined } | { result?: undefined; error: string }

interface Thread<Task, Result> {
  worker: Worker
  /** In the order in which the thread answers. */
  waiting: PromiseWithResolvers<Result>[]
  give(task: Task): Promise<Result>
}

/** Starts `count` threads of a script that calls `serveTasks`. */
export function openWorkers<Setup, Task, Result>(
  script: URL,
  setup: Setup,
  count: number
): Workers<Task, Result> {
  const threads = Array.from({ length: count }, () => openThread<Setup, Task, Result>(script, setup))
  return {
    run(task) {
      const idle = threads.reduce((least, thread) =>
        thread.waiting.length < least.waiting.length ? thread : least
      )
      return idle.give(task)
    },
    close() {
      for (const { worker } of threads) worker.terminate()
    }
  }
}

function openThread<Setup, Task, Result>(script: URL, setup: Setup): Thread<Task, Result> {
  const worker = new Worker(script.href)
  const waiting: PromiseWithResolvers<Result>[] = []
  worker.onmessage = ({ data }: MessageEvent<FromThread<Result>>) => {
    const next = waiting.shift()
    if (data.error === undefined) next?.resolve(data.result as Result)
    else next?.reject(new Error(data.error))
  }
  worker.onerror = event => {
    for (const each of waiting.splice(0)) each.reject(new Error(event.message))
  }
  worker.postMessage(setup)
  const give = (task: Task): Promise<Result> => {
    const answer = Promise.withResolvers<Result>()
    waiting.push(answer)
    worker.postMessage(task)
    return answer.promise
  }
  return { worker, waiting, give }
}

/** The other side: the first message is the setup, each later one a task. To be called once by the thread's script. */
export function serveTasks<Setup, Task, Result>(create: (setup: Setup) => (task: Task) => Answer<Result>) {
  let setup: Setup | undefined
  let work: ((task: Task) => Answer<Result>) | undefined
  self.onmessage = ({ data }: MessageEvent) => {
    if (setup === undefined) {
      setup = data as Setup
      return
    }
    try {
      work ??= create(setup)
      const { result, moved } = work(data as Task)
      self.postMessage({ result }, moved)
    } catch (error) {
      self.postMessage({ error: error instanceof Error ? error.message : String(error) })
    }
  }
}

/**
 * Results in the order of their tasks, whoever does them. At most `ahead` tasks are under way or waiting to be taken, so
 * memory does not grow when the taker is slow. When no further task can be had, what was given out is answered before
 * the error is thrown.
 */
export async function* inOrder<Task, Result>(
  tasks: Generator<Task> | AsyncGenerator<Task>,
  ahead: number,
  run: (task: Task) => Promise<Result>
): AsyncGenerator<{ task: Task; result: Result }> {
  const queue: { task: Task; result: Promise<Result> }[] = []
  let failure: { error: unknown } | undefined
  let ended = false
  while (!ended || queue.length > 0) {
    if (!ended && queue.length < ahead) {
      try {
        const next = await tasks.next()
        if (next.done) ended = true
        else {
          const result = run(next.value)
          result.catch(() => {})
          queue.push({ task: next.value, result })
        }
      } catch (error) {
        failure = { error }
        ended = true
      }
      continue
    }
    const first = queue.shift()
    if (first) yield { task: first.task, result: await first.result }
  }
  if (failure) throw failure.error
}

/** Threads for work that is worth them; else the same work, done where it is asked for. */
export function openDesk<Setup, Task, Result>(
  script: URL,
  create: (setup: Setup) => (task: Task) => Answer<Result>,
  setup: Setup,
  count: number
): Workers<Task, Result> {
  if (count > 0) return openWorkers(script, setup, count)
  const work = create(setup)
  return { run: async task => work(task).result, close() {} }
}
