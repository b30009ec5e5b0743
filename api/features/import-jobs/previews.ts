import { PREVIEWS_AT_ONCE } from '#api/db/connection-plan.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { ImportOrder } from '#shared/contracts/admin/imports.ts'
import type { PreviewResult, TaskProcess } from './task-process.ts'

const TOO_LONG: PreviewResult = {
  refused: 'Файл просматривается дольше пяти минут. Разделите его на части и загрузите по отдельности.',
  code: 'FILE_OVER_LIMIT'
}
const FORGOTTEN: PreviewResult = { refused: 'Файл удалён.' }
const ABANDONED: PreviewResult = { refused: 'Просмотр прерван. Запросите его снова.' }

const TIMES = {
  /** Then it yields its place. */
  slowMs: 8_000,
  /** Callers ask again sooner. */
  abandonedMs: 20_000,
  longestMs: 5 * 60_000,
  /** For callers that ask again. */
  keptMs: 30_000
}

export interface Previews {
  /** Joins an equal request. A slow one without callers ends. */
  read(file: string, order: ImportOrder): Promise<PreviewResult>
  /** Position in the queue from 1; null when running or done. Slow ones follow quick ones. */
  turnOf(file: string, order: ImportOrder): number | null
  forget(file: string): void
  /** Refuses callers with `STOPPING`. */
  close(): void
}

type PreviewProcess = Pick<TaskProcess, 'result' | 'stop'>

type Ending = PreviewResult | Refusal
type Place = keyof typeof PREVIEWS_AT_ONCE

interface Preview {
  file: string
  order: ImportOrder
  result: Promise<PreviewResult>
  finish(ending: Ending): void
  fail(error: unknown): void
  askedAt: number
  /** Why it is being stopped. */
  ending: Ending | null
  process: PreviewProcess | null
}

interface Running {
  preview: Preview
  place: Place
  startedAt: number
  /** It restarts in a slow place. */
  isMakingRoom: boolean
}

const keyOf = (file: string, order: ImportOrder) => JSON.stringify([file, order])

export function createPreviews(
  start: (file: string, order: ImportOrder) => PreviewProcess,
  { slowMs, abandonedMs, longestMs, keptMs }: typeof TIMES = TIMES
): Previews {
  const previews = new Map<string, Preview>()
  const running = new Set<Running>()
  /** Separate queues, so that quick places change hands after `slowMs`. */
  const waiting: Record<Place, Preview[]> = { quick: [], slow: [] }

  const isFree = (place: Place) =>
    [...running].filter(each => each.place === place).length < PREVIEWS_AT_ONCE[place]

  function startNext(): void {
    fill('slow')
    makeRoom()
    fill('quick')
  }

  function fill(place: Place): void {
    while (isFree(place)) {
      const next = waiting[place].shift()
      if (!next) return
      if (Date.now() - next.askedAt > abandonedMs) end(next, ABANDONED)
      else void run({ preview: next, place, startedAt: Date.now(), isMakingRoom: false })
    }
  }

  /** Moves slow ones out of quick places. */
  function makeRoom(): void {
    const quick = [...running].filter(({ place }) => place === 'quick')
    const soonFree = PREVIEWS_AT_ONCE.quick - quick.filter(({ isMakingRoom }) => !isMakingRoom).length
    let needed = waiting.quick.length - soonFree
    for (const each of quick) {
      if (each.isMakingRoom || Date.now() - each.startedAt < slowMs) continue
      if (isFree('slow')) each.place = 'slow'
      else if (needed > 0) {
        needed -= 1
        each.isMakingRoom = true
        void each.preview.process?.stop()
      }
    }
  }

  async function run(one: Running): Promise<void> {
    const { preview } = one
    try {
      preview.process = start(preview.file, preview.order)
    } catch (error) {
      return preview.fail(error)
    }
    running.add(one)
    const timer = setInterval(() => {
      if (Date.now() - one.startedAt > longestMs) end(preview, TOO_LONG)
      else if (Date.now() - preview.askedAt > abandonedMs) end(preview, ABANDONED)
      else startNext()
    }, slowMs)
    const result = (await preview.process.result) ?? preview.ending
    clearInterval(timer)
    running.delete(one)
    preview.process = null
    if (result) preview.finish(result)
    else if (one.isMakingRoom) waiting.slow.push(preview)
    else preview.fail(new Error('a preview without a result'))
    startNext()
  }

  function end(preview: Preview, ending: Ending): void {
    preview.ending ??= ending
    if (preview.process) return void preview.process.stop()
    for (const place of ['quick', 'slow'] as const)
      waiting[place] = waiting[place].filter(each => each !== preview)
    preview.finish(ending)
  }

  return {
    read(file, order) {
      const key = keyOf(file, order)
      const same = previews.get(key)
      if (same && !same.ending) {
        same.askedAt = Date.now()
        return same.result
      }
      const { promise, resolve, reject: fail } = Promise.withResolvers<PreviewResult>()
      const preview: Preview = {
        file,
        order,
        result: promise,
        finish: ending => (ending instanceof Refusal ? fail(ending) : resolve(ending)),
        fail,
        askedAt: Date.now(),
        ending: null,
        process: null
      }
      const drop = () => {
        if (previews.get(key) === preview) previews.delete(key)
      }
      promise.then(() => void setTimeout(drop, keptMs).unref(), drop)
      previews.set(key, preview)
      waiting.quick.push(preview)
      startNext()
      return promise
    },

    turnOf(file, order) {
      const preview = previews.get(keyOf(file, order))
      const at = preview ? [...waiting.quick, ...waiting.slow].indexOf(preview) : -1
      return at === -1 ? null : at + 1
    },

    forget(file) {
      for (const [key, preview] of previews) {
        if (preview.file !== file) continue
        previews.delete(key)
        end(preview, FORGOTTEN)
      }
    },

    close() {
      for (const preview of previews.values()) end(preview, new Refusal('STOPPING'))
    }
  }
}
