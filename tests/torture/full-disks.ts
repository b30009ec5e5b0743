import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { newDataFolder } from '#tests/bench/product.ts'
import { survive } from './outages.ts'
import type { Order, Outcome } from './phase.ts'
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

const fillUnderLoad = (trial: Trial, order: Order): Promise<Outcome> =>
  survive(trial, order, {
    phase: 'full disks',
    rounds: ROUNDS,
    parallel: PARALLEL,
    mended: 'there is room',
    recoveryMaxMs: RECOVERY_MAX_MS,
    async breakAndMend() {
      await Bun.sleep(QUIET_MS)
      const free = fill(join(trial.arena.dataDir, 'ballast'))
      await Bun.sleep(FULL_MS)
      free()
      return `full for ${FULL_MS} ms`
    }
  })

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
