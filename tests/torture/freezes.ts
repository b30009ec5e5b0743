import { createRandom, type Random } from '#api/db/seed/random.ts'
import { makeAskers } from '#tests/bench/crash/askers.ts'
import { holdAgainst, none } from '#tests/bench/crash/books.ts'
import type { Journal } from '#tests/bench/crash/journal.ts'
import { serversOf } from '#tests/bench/crash/kill.ts'
import { startLoad, untilHealthy } from '#tests/bench/crash/rounds.ts'
import { add, type Counts, isOver, isOwnFault, type Order, type Outcome, scaled, sumOf } from './phase.ts'
import { inTrial } from './trial.ts'

const ROUNDS = 20
const PARALLEL = 16
const QUIET_MS: [number, number] = [300, 1_500]
const FROZEN_MS: [number, number] = [200, 8_000]
const RECOVERY_MAX_MS = 10_000

/** Postgres, or the product itself, stands still for a while under load and goes on as if nothing had been. */
export async function freezes(order: Order): Promise<Outcome> {
  return inTrial(1, async trial => {
    const { arena, product } = trial
    const random = createRandom(order.seed, 0)
    const journal: Journal = { calls: [], kills: [] }
    const askers = await trial.asOwner(owner => makeAskers(product.url, owner, arena.lines, order.seed))
    let rounds = 0
    let slowestMs = 0
    for (; rounds < scaled(order, ROUNDS) && !isOver(order); rounds += 1) {
      const load = startLoad(askers, PARALLEL, journal)
      await Bun.sleep(random.between(...QUIET_MS))
      const isPostgres = rounds % 2 === 0
      const pids = isPostgres ? serversOf(arena.dataDir, true) : [product.pid]
      const frozenMs = await freeze(pids, random)
      const thawedAt = performance.now()
      await untilHealthy(product.url)
      slowestMs = Math.max(slowestMs, performance.now() - thawedAt)
      await load.stop()
      order.say(`  round ${rounds + 1}: ${isPostgres ? 'postgres' : 'bun'} stood still for ${frozenMs} ms`)
    }
    const isAlive = await trial.isAlive()
    const audited = await trial.audit()
    const counts: Counts = {}
    for (const { status } of journal.calls) add(counts, status)
    const books = await trial.asOwner(owner => holdAgainst(journal, owner))
    return {
      counts,
      rows: [
        { goal: 'freezes', measured: String(rounds), holds: true },
        none('answers 5xx other than 503', sumOf(counts, isOwnFault)),
        { goal: 'the process lives', measured: '', holds: isAlive },
        {
          goal: `healthy ≤ ${RECOVERY_MAX_MS / 1000} s after a thaw`,
          measured: `${(slowestMs / 1000).toFixed(1)} s`,
          holds: slowestMs <= RECOVERY_MAX_MS
        },
        ...books.filter(row => !audited.some(({ goal }) => goal === row.goal)),
        ...audited
      ]
    }
  })
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
