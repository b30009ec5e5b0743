import { giveCounts } from '#api/features/statistics/service.ts'
import type { Context } from '#api/lib/context.ts'
import { log } from '#api/lib/log.ts'
import { type Answer, answerTo, type Question } from './answer.ts'
import { answerOf, askMessage, type FromThread, refusalOf, type ToThread } from './worker-messages.ts'

const AGAIN_MS = 1_000
const STOP_MS = 3_000

/** The thread is gone, and with it what it was asked. */
class ThreadLost extends Error {}

interface Thread {
  worker: Worker
  isReady: boolean
  isStopping: boolean
  /** By the number of the question. */
  waiting: Map<number, PromiseWithResolvers<Answer>>
  stopped: PromiseWithResolvers<void>
}

const threadsOf = new WeakMap<Context, Thread[]>()
let asked = 0

/**
 * Starts threads that search: to understand, find, judge and write an answer takes ten times as much of a processor as
 * all the rest of a paid search, and this thread has only one. Until one is ready, and while one that has failed is
 * started anew, searches are answered here.
 *
 * @param script Makes a context of its own and calls `serveSearches`.
 * @returns Stops them.
 */
export function startSearchThreads(context: Context, script: URL, count: number): () => Promise<void> {
  const threads: Thread[] = []
  threadsOf.set(context, threads)
  let isStopping = false
  const add = () => {
    if (isStopping) return
    const thread = startThread(context, script, () => {
      threads.splice(threads.indexOf(thread), 1)
      if (isStopping) return
      log.error('search_thread_lost')
      setTimeout(add, AGAIN_MS).unref()
    })
    threads.push(thread)
  }
  for (let at = 0; at < count; at += 1) add()
  return async () => {
    isStopping = true
    await Promise.all([...threads].map(stopThread))
  }
}

/** As `answerTo`, in the thread that has the least to do. */
export async function answerInThread(context: Context, question: Question): Promise<Answer> {
  const ready = threadsOf.get(context)?.filter(({ isReady }) => isReady) ?? []
  if (ready.length === 0) return await answerTo(context, question)
  const thread = ready.reduce((least, one) => (one.waiting.size < least.waiting.size ? one : least))
  try {
    return await ask(thread, question)
  } catch (error) {
    if (error instanceof ThreadLost) return await answerTo(context, question)
    throw error
  }
}

async function ask({ worker, waiting }: Thread, question: Question): Promise<Answer> {
  const { signal } = question
  signal.throwIfAborted()
  asked += 1
  const number = asked
  const answer = Promise.withResolvers<Answer>()
  waiting.set(number, answer)
  const leave = () => worker.postMessage({ leave: number } satisfies ToThread)
  signal.addEventListener('abort', leave)
  try {
    worker.postMessage(askMessage(number, question))
    return await answer.promise
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function startThread(context: Context, script: URL, onLost: () => void): Thread {
  const worker = new Worker(script.href)
  const stopped = Promise.withResolvers<void>()
  const thread: Thread = { worker, isReady: false, isStopping: false, waiting: new Map(), stopped }
  let isLost = false
  const lose = () => {
    if (isLost) return
    isLost = true
    thread.isReady = false
    stopped.resolve()
    for (const { reject } of thread.waiting.values()) reject(new ThreadLost())
    thread.waiting.clear()
    worker.terminate()
    onLost()
  }
  worker.onmessage = ({ data }: MessageEvent<FromThread>) => take(context, thread, data)
  worker.onerror = lose
  worker.addEventListener('close', lose)
  return thread
}

function take(context: Context, thread: Thread, message: FromThread): void {
  if ('ready' in message) thread.isReady = !thread.isStopping
  else if ('stopped' in message) thread.stopped.resolve()
  else {
    const asker = thread.waiting.get(message.ask)
    thread.waiting.delete(message.ask)
    if ('json' in message) {
      const { answer, counts } = answerOf(message)
      giveCounts(context, counts)
      asker?.resolve(answer)
    } else if ('refused' in message) asker?.reject(refusalOf(message))
    else asker?.reject(new Error('a search thread has failed'))
  }
}

async function stopThread(thread: Thread): Promise<void> {
  thread.isStopping = true
  thread.isReady = false
  thread.worker.postMessage({ stop: true } satisfies ToThread)
  await Promise.race([thread.stopped.promise, Bun.sleep(STOP_MS)])
  thread.worker.terminate()
}
