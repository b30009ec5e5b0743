import { serveTasks } from '#api/processes/worker-task.ts'

/** How a task of this thread fails, with its line in the error. */
export interface FailingTask {
  query: string
  how: 'rejected' | 'later' | 'unawaited'
}

if (!Bun.isMainThread)
  serveTasks(() => ({
    async run({ request }: { request: string }) {
      const { query, how }: FailingTask = JSON.parse(request)
      if (how === 'rejected') throw new Error(query)
      if (how === 'later')
        setTimeout(() => {
          throw new Error(query)
        })
      else void Promise.reject(new TypeError(query))
      return await new Promise<never>(() => {})
    }
  }))
