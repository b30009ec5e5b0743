import { openSearchWorkerPool } from '#api/features/search/search-worker-pool.ts'
import { serveTasks } from '#api/processes/worker-task.ts'

/** How a task of this thread fails, with its line in the error. */
export type Failure = 'rejected' | 'later' | 'unawaited'

/** A program that asks a thread of its own `LINE`, which fails as `HOW` says. */
if (Bun.isMainThread) {
  const parts = { statistics: { add() {} }, sources: { changes: 0 } }
  const threads = openSearchWorkerPool(new URL(import.meta.url), 1, {} as never, parts as never)
  const request = { query: process.env.LINE ?? '', chosen: process.env.HOW ?? null, isMasked: false }
  await threads
    .answer(request, AbortSignal.timeout(60_000))
    .catch(error => console.error('ended', error.name))
  process.exit(0)
}

serveTasks(() => ({
  async run({ request }: { request: string }) {
    const { query, chosen }: { query: string; chosen: Failure } = JSON.parse(request)
    if (chosen === 'rejected') throw new Error(query)
    if (chosen === 'later')
      setTimeout(() => {
        throw new Error(query)
      })
    else void Promise.reject(new TypeError(query))
    return await new Promise<never>(() => {})
  }
}))
