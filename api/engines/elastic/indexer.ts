import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import { changesBehind, endOfLog, hasReachedPosition } from '#api/book/changes.ts'
import type { Report } from '#api/book/contract.ts'
import { asLeader } from '#api/db/leader.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { closed } from '#api/engines/cluster/failures.ts'
import { type ReadIndexState, readIndexState } from '#api/engines/index-state.ts'
import { log } from '#api/lib/log.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { followOnce } from './following.ts'
import { addWriteAlias, indexStatus, isOwnName } from './own-index.ts'
import { makeMissing, NAME } from './rebuilding.ts'
import { createTombstonePurge } from './tombstones.ts'

interface Indexer {
  /** The result stops it and waits a moment for work under way. */
  start(): () => Promise<void>
  /** Waits until all present changes can be found; reports when stuck. */
  catchUp(report: Report): Promise<void>
  /** What it waits for, in Russian; null when nothing. */
  note(): string | null
}

/** Advisory lock of the one writing process. */
const LEADER = 73_200_006
const IDLE_MS = 250
const WAIT_MS = 50
const LOOKS_A_COUNT = 40
const LONGEST_PAUSE_MS = 5_000
const LOOK_MS = 2_000
const STOP_MS = 3_000
const STUCK_MS = 30_000
const REBUILDS = 'индекс строится заново'
const MANY_CHANGES = 'изменений много'
/** Three seconds. */
const LOOKS_A_REPORT = 60
const UNKNOWN = 'причина в журнале этой программы'

interface IndexerParts {
  owner: SQL
  cluster: Cluster
  readState: ReadIndexState
}

/** Keeps the named indexes up to date, and rebuilds the answering one when it is gone. */
export function createIndexer({ owner, cluster, readState }: IndexerParts): Indexer {
  let waitsFor: string | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  const purge = createTombstonePurge()

  async function namesToFollow(): Promise<string[]> {
    const { engine, name, building } = await readState()
    return [engine === NAME ? name : null, building].filter(isOwnName)
  }

  /** @returns Whether the index must be built. */
  async function look(sql: SQL, client: Client): Promise<boolean> {
    const state = await readIndexState(sql, NAME)
    if (state.engine !== NAME) return false
    if (state.name === null) return true
    const status = await indexStatus(client, state.name)
    if (status === 'closed') throw closed()
    if (status === 'unnamed') await addWriteAlias(client, state.name)
    if (status !== 'lost') {
      await purge(sql, client, state.name)
      return false
    }
    log.warn('index_lost', { index: state.name })
    await sql`UPDATE search_index SET name = NULL WHERE name = ${state.name}`
    return true
  }

  /** @returns Whether to continue at once. */
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
        // Whoever continues repeats unfinished work.
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
        // As searches of this process see it.
        const { name: now } = await readState()
        if (now !== null && (now !== name || end === null || (await hasReachedPosition(owner, now, end))))
          return
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

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}
