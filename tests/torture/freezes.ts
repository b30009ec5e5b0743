import { createRandom, type Random } from '#api/db/seed/random.ts'
import { serversOf } from '#tests/bench/crash/kill.ts'
import { survive } from './outages.ts'
import type { Order, Outcome } from './phase.ts'
import { inTrial } from './trial.ts'

const ROUNDS = 20
const PARALLEL = 16
const QUIET_MS: [number, number] = [300, 1_500]
const FROZEN_MS: [number, number] = [200, 8_000]
const RECOVERY_MAX_MS = 10_000

/** Postgres, or the product itself, stands still for a while under load and goes on as if nothing had been. */
export async function freezes(order: Order): Promise<Outcome> {
  const random = createRandom(order.seed, 0)
  return inTrial(1, trial =>
    survive(trial, order, {
      phase: 'freezes',
      rounds: ROUNDS,
      parallel: PARALLEL,
      mended: 'a thaw',
      recoveryMaxMs: RECOVERY_MAX_MS,
      async breakAndMend(round) {
        await Bun.sleep(random.between(...QUIET_MS))
        const isPostgres = round % 2 === 0
        const pids = isPostgres ? serversOf(trial.arena.dataDir, true) : [trial.product.pid]
        const frozenMs = await freeze(pids, random)
        return `${isPostgres ? 'postgres' : 'bun'} stood still for ${frozenMs} ms`
      }
    })
  )
}

/** Whatever happens meanwhile, nothing stays frozen. */
async function freeze(pids: readonly number[], random: Random): Promise<number> {
  const ms = random.between(...FROZEN_MS)
  try {
    for (const pid of pids) signal(pid, 'SIGSTOP')
    await Bun.sleep(ms)
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
  return ms
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // A child of Postgres that ended by itself in between.
  }
}
