import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import { changesBehind, follow, unfollow } from '#api/book/changes.ts'
import { countRecords } from '#api/book/reading.ts'
import { readBlocks, tablePlace, writtenPlace } from '#api/book/table-blocks.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { isTimeout } from '#api/engines/cluster/failures.ts'
import type { Rebuilding, RebuiltIndex } from '#api/engines/contract.ts'
import {
  noteBuilding,
  RebuildBusyError,
  readIndexState,
  switchIndex,
  withRebuildLock
} from '#api/engines/index-state.ts'
import { isLockHeld } from '#api/lib/database-down.ts'
import { withinTime } from '#api/lib/deadline.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { writeRecords } from './bulk.ts'
import { differenceOf } from './comparing.ts'
import { followOnce, followToEnd, pipelined, type Target } from './following.ts'
import {
  createIndex,
  dropIndices,
  indexStatus,
  isOwnIndex,
  isOwnName,
  newName,
  prefixOf
} from './own-index.ts'

export const NAME = 'elasticsearch'

/** Below it, writers are locked out for a moment. */
const FEW_CHANGES = 10_000
/** Postgres ends a vacuum for a waiter after a second (`deadlock_timeout`). */
const LOCK_WAIT_MS = 1_500
const SWITCH_MS = 10_000
const NEVER = new AbortController().signal
const PAUSE_MS = 200
/** Pause between attempts to lock writers out. */
const LONGEST_PAUSE_MS = 30_000

/** Builds a new index beside searches and loads, and switches to it. Resumes an interrupted call. */
export const rebuild = (
  owner: SQL,
  cluster: Cluster,
  rebuilding: Rebuilding,
  signal = NEVER
): Promise<RebuiltIndex> => withRebuildLock(owner, () => build(owner, cluster, rebuilding, signal))

export async function makeMissing(owner: SQL, cluster: Cluster, signal = NEVER): Promise<void> {
  try {
    await withRebuildLock(owner, async () => {
      const { engine, name } = await readIndexState(owner, NAME)
      if (engine !== NAME || name !== null) return
      await build(owner, cluster, { onProgress: () => {}, report: () => {} }, signal)
    })
  } catch (error) {
    if (!(error instanceof RebuildBusyError)) throw error
  }
}

/** @param signal Ends it between portions. */
async function build(
  owner: SQL,
  cluster: Cluster,
  rebuilding: Rebuilding,
  signal: AbortSignal
): Promise<RebuiltIndex> {
  const client = await cluster.client()
  const { name, place } = await begin(owner, client)
  const target = { owner, client, name }
  await walk(target, place, rebuilding, signal)
  rebuilding.report('Записываю в индекс то, что изменилось за это время, и сверяю его с базой данных')
  return { records: await switchInTurn(target, rebuilding, signal) }
}

/** From here on every change is kept, so the book may be read in any order. */
async function begin(owner: SQL, client: Client): Promise<{ name: string; place: string | null }> {
  const { name, building, place, leaving } = await readIndexState(owner, NAME)
  const rows = await owner<{ name: string }[]>`SELECT name FROM record_follower`
  const followers = rows.map(row => row.name)
  const prefix = prefixOf([name, building, ...leaving, ...followers])
  const canGoOn =
    isOwnName(building) && followers.includes(building) && (await indexStatus(client, building)) === 'ours'
  const next = canGoOn ? building : newName(prefix)
  // Noted first, so that no unknown index remains.
  if (!canGoOn) await noteBuilding(owner, next, null)
  const isKept = new Set([name, next, ...leaving])
  const isLeft = (each: string) => isOwnName(each) && !isKept.has(each)
  // Only indices of this database: others may be copies.
  for (const left of [...followers, building ?? ''].filter(isLeft)) {
    await unfollow(owner, left)
    if (await isOwnIndex(client, left)) await dropIndices(client, [left])
  }
  if (canGoOn) return { name: next, place }
  await createIndex(client, next, await countRecords(owner))
  await follow(owner, next)
  return { name: next, place: null }
}

/** Records as they are, with versions below any change. */
async function walk(
  { owner, client, name }: Target,
  from: string | null,
  { onProgress }: Rebuilding,
  signal: AbortSignal
): Promise<void> {
  const total = await countRecords(owner)
  let place = await tablePlace(owner, from)
  let stored = place.to === 0 ? total : Math.floor((total * place.from) / place.to)
  let noted = Promise.resolve()
  const read = async () => {
    signal.throwIfAborted()
    const step = await readBlocks(owner, place)
    if (step && step.next.file !== place.file) stored = 0
    place = step?.next ?? place
    return step
  }
  await pipelined(read, ({ records, next }) => {
    const writing = writeRecords(client, name, records)
    // Only after all earlier ones are written.
    noted = Promise.all([writing, noted]).then(() => noteBuilding(owner, name, writtenPlace(next)))
    noted.catch(() => {})
    stored += records.length
    onProgress(Math.min(stored, total), total)
    return writing
  })
  await noted
}

/** Waits also for old transactions that hold the log back. */
async function catchUp(target: Target, signal: AbortSignal): Promise<void> {
  for (;;) {
    await followOnce(target)
    if (((await changesBehind(target.owner, target.name)) ?? 0) <= FEW_CHANGES) return
    signal.throwIfAborted()
    await Bun.sleep(PAUSE_MS)
  }
}

async function switchTo(target: Target): Promise<number> {
  const { owner, client, name } = target
  const { difference, records } = await owner.begin(async tx => {
    await tx.unsafe(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`)
    await tx`LOCK TABLE rec IN SHARE MODE`
    const difference = await withinTime(NEVER, SWITCH_MS, async () => {
      await followToEnd(tx, target)
      return await differenceOf(tx, client, name)
    })
    if (difference === null) await switchIndex(tx, NAME, name)
    return { difference, records: await countRecords(tx) }
  })
  if (difference === null) return records
  await owner`UPDATE search_index SET building = NULL, place = NULL WHERE building = ${name}`
  await unfollow(owner, name)
  await dropIndices(client, [name])
  throw new OperatorError(
    `Новый индекс не сошёлся с базой данных: ${difference}. Он удалён, поиск отвечает как прежде. Повторите`
  )
}

/** Retries, so that neither long writers nor a slow cluster block others. */
async function switchInTurn(target: Target, { report }: Rebuilding, signal: AbortSignal): Promise<number> {
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
    await catchUp(target, signal)
    try {
      return await switchTo(target)
    } catch (error) {
      if (!isLockHeld(error) && !isTimeout(error)) throw error
      report(
        isTimeout(error)
          ? 'Elasticsearch отвечает медленно: сверю индекс ещё раз'
          : 'Записи меняет долгая транзакция: переключу поиск после неё'
      )
      await Bun.sleep(pauseMs)
    }
  }
}
