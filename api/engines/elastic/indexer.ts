import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import { changesBehind, endOfLog, isPast } from '#api/book/changes.ts'
import type { Report } from '#api/book/contract.ts'
import { asLeader } from '#api/db/leader.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { closed } from '#api/engines/cluster/failures.ts'
import { type ReadIndexState, readIndexState } from '#api/engines/index-state.ts'
import { log } from '#api/lib/log.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { followOnce } from './following.ts'
import { indexStatus, isOwnName, nameForWriting } from './own-index.ts'
import { makeMissing, NAME } from './rebuilding.ts'
import { createTombstonePurge } from './tombstones.ts'

interface Indexer {
  /** Goes on until the answer is called, which waits a moment for what is under way. */
  start(): () => Promise<void>
  /** While somebody writes the index: until all that the book has now can be found. Says so when that does not go on. */
  catchUp(report: Report): Promise<void>
  /** What it waits for, in Russian; null while it waits for nothing. */
  note(): string | null
}

/** Number of the advisory lock that makes one process write the index. */
const LEADER = 73_200_006
const IDLE_MS = 250
const WAIT_MS = 50
/** To count what is behind takes long where it is much. */
const LOOKS_A_COUNT = 40
const LONGEST_PAUSE_MS = 5_000
/** How often an index is looked at that nobody writes. */
const LOOK_MS = 2_000
const STOP_MS = 3_000
const STUCK_MS = 30_000
const REBUILDS = 'индекс строится заново'
const MANY_CHANGES = 'изменений много'
/** After three seconds. */
const LOOKS_A_REPORT = 60
const UNKNOWN = 'причина в журнале этой программы'

interface IndexerParts {
  owner: SQL
  cluster: Cluster
  readState: ReadIndexState
}

/** Keeps the indexes that the database names as the book is, and makes anew the one that answers when it has gone. */
export function createIndexer({ owner, cluster, readState }: IndexerParts): Indexer {
  let waitsFor: string | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  const purge = createTombstonePurge()

  /** What is to be written, though the cluster may not have it. */
  async function namesToFollow(): Promise<string[]> {
    const { engine, name, building } = await readState()
    return [engine === NAME ? name : null, building].filter(isOwnName)
  }

  /** Sees to it that the index is there. @returns Whether it has to be made. */
  async function look(sql: SQL, client: Client): Promise<boolean> {
    const state = await readIndexState(sql, NAME)
    if (state.engine !== NAME) return false
    if (state.name === null) return true
    const status = await indexStatus(client, state.name)
    if (status === 'closed') throw closed()
    if (status === 'unnamed') await nameForWriting(client, state.name)
    if (status !== 'lost') {
      await purge(sql, client, state.name)
      return false
    }
    log.warn('index_lost', { index: state.name })
    await sql`UPDATE search_index SET name = NULL WHERE name = ${state.name}`
    return true
  }

  /** @returns Whether there is more to do at once. */
  async function round(signal: AbortSignal): Promise<boolean> {
    const open: string[] = []
    const names = await namesToFollow()
    for (const name of names) if (await endOfLog(owner, name)) open.push(name)
    const isDue = performance.now() - lookedAt > LOOK_MS
    if (open.length === 0 && !isDue) return false
    const client = await cluster.client()
    let [count, isMissing] = [0, false]
    if (isDue) lookedAt = performance.now()
    await asLeader(owner, LEADER, async sql => {
      if (isDue) isMissing = await look(sql, client)
      if (isMissing) return
      for (const name of open) count += await followOnce({ owner: sql, client, name })
    })
    if (isMissing) {
      waitsFor = REBUILDS
      await makeMissing(owner, cluster, signal)
      log.info('index_rebuilt')
    }
    return count > 0
  }

  function noteFailure(error: unknown): void {
    const sentence = error instanceof OperatorError ? error.message : UNKNOWN
    // An outage is one line, however long.
    if (waitsFor !== sentence) log.warn('index_behind', { error })
    waitsFor = sentence
    hasFailed = true
    lookedAt = Number.NEGATIVE_INFINITY
  }

  async function run(signal: AbortSignal): Promise<void> {
    let pauseMs = IDLE_MS
    while (!signal.aborted) {
      try {
        const hasMore = await cluster.explained(round(signal))
        if (hasFailed) log.info('index_follows')
        hasFailed = false
        waitsFor = null
        pauseMs = IDLE_MS
        if (hasMore) continue
      } catch (error) {
        if (signal.aborted) break
        noteFailure(error)
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
      }
      await pause(pauseMs, signal)
    }
  }

  return {
    note: () => waitsFor,

    start() {
      const stopping = new AbortController()
      const running = run(stopping.signal)
      return async () => {
        stopping.abort()
        // What is under way is done again by whoever goes on.
        await Promise.race([running, Bun.sleep(STOP_MS)])
      }
    },

    async catchUp(report) {
      const { engine, name } = await readIndexState(owner, NAME)
      if (engine !== NAME) return
      const end = name === null ? null : await endOfLog(owner, name)
      let least = Number.POSITIVE_INFINITY
      let movedAt = performance.now()
      for (let look = 0; performance.now() - movedAt < STUCK_MS || waitsFor === REBUILDS; look += 1) {
        // As searches of this process are told it.
        const { name: now } = await readState()
        // One that was made meanwhile has all of it.
        if (now !== null && (now !== name || end === null || (await isPast(owner, now, end)))) return
        if (look === LOOKS_A_REPORT)
          report(`Записи загружены. Жду, пока их примет индекс поиска: ${waitsFor ?? MANY_CHANGES}`)
        const behind = now === null || look % LOOKS_A_COUNT > 0 ? null : await changesBehind(owner, now)
        if (behind !== null && behind < least) [least, movedAt] = [behind, performance.now()]
        await Bun.sleep(WAIT_MS)
      }
      report(`Поиск найдёт загруженное позже, индекс отстаёт: ${waitsFor ?? MANY_CHANGES}`)
    }
  }
}

/** Ends with the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}
