import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeAskers } from '#tests/bench/crash/askers.ts'
import { holdAgainst, none } from '#tests/bench/crash/books.ts'
import type { Journal } from '#tests/bench/crash/journal.ts'
import { startLoad, untilHealthy } from '#tests/bench/crash/rounds.ts'
import { newDataFolder } from '#tests/bench/product.ts'
import { add, type Counts, isOver, isOwnFault, type Order, type Outcome, scaled, sumOf } from './phase.ts'
import { inTrial, type Trial } from './trial.ts'

const ROUNDS = 10
const PARALLEL = 8
const DISK = '320m'
const QUIET_MS = 1_000
/** Long enough for the reserve in the write-ahead log to be used up. */
const FULL_MS = 6_000
const RECOVERY_MAX_MS = 15_000
const MEBIBYTE = Buffer.alloc(1024 ** 2)

/** The disk of the data folder is full to the last byte under load, then there is room again. */
export async function fullDisks(order: Order): Promise<Outcome> {
  const folder = await mountSmallDisk()
  if (folder === null)
    return {
      counts: {},
      rows: [{ goal: 'a disk of its own', measured: 'cannot be mounted here', holds: null }]
    }
  return await inTrial(1, trial => fillUnderLoad(trial, order), {}, folder)
}

async function fillUnderLoad(trial: Trial, order: Order): Promise<Outcome> {
  const { arena, product } = trial
  const journal: Journal = { calls: [], kills: [] }
  const askers = await trial.asOwner(owner => makeAskers(product.url, owner, arena.lines, order.seed))
  let rounds = 0
  let slowestMs = 0
  for (; rounds < scaled(order, ROUNDS) && !isOver(order); rounds += 1) {
    const load = startLoad(askers, PARALLEL, journal)
    await Bun.sleep(QUIET_MS)
    const free = fill(join(arena.dataDir, 'ballast'))
    await Bun.sleep(FULL_MS)
    free()
    const freedAt = performance.now()
    await untilHealthy(product.url)
    slowestMs = Math.max(slowestMs, performance.now() - freedAt)
    await load.stop()
    order.say(`  round ${rounds + 1}: full for ${FULL_MS} ms`)
  }
  const isAlive = await trial.isAlive()
  const audited = await trial.audit()
  const counts: Counts = {}
  for (const { status } of journal.calls) add(counts, status)
  const books = await trial.asOwner(owner => holdAgainst(journal, owner))
  return {
    counts,
    rows: [
      { goal: 'full disks', measured: String(rounds), holds: true },
      none('answers 5xx other than 503', sumOf(counts, isOwnFault)),
      { goal: 'the process lives', measured: '', holds: isAlive },
      {
        goal: `healthy ≤ ${RECOVERY_MAX_MS / 1000} s after there is room`,
        measured: `${(slowestMs / 1000).toFixed(1)} s`,
        holds: slowestMs <= RECOVERY_MAX_MS
      },
      ...books.filter(row => !audited.some(({ goal }) => goal === row.goal)),
      ...audited
    ]
  }
}

/** A data folder that is a file system in memory; null where nobody may mount one. */
async function mountSmallDisk() {
  const { path, remove } = newDataFolder()
  const mounted = await Bun.$`mount -t tmpfs -o size=${DISK} tmpfs ${path}`.quiet().nothrow()
  if (mounted.exitCode !== 0) {
    remove()
    return null
  }
  return {
    path,
    remove: () => {
      Bun.spawnSync(['umount', '--lazy', path])
      remove()
    }
  }
}

/** Writes a file until nothing fits any more. Returns what removes it. */
function fill(path: string): () => void {
  const file = openSync(path, 'w')
  let size = MEBIBYTE.length
  while (size > 0) {
    try {
      if (writeSync(file, MEBIBYTE, 0, size) < size) size = size >> 1
    } catch {
      size = size >> 1
    }
  }
  closeSync(file)
  return () => rmSync(path)
}
