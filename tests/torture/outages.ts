import { makeAskers } from '#tests/bench/crash/askers.ts'
import { holdAgainst, none } from '#tests/bench/crash/books.ts'
import type { Journal } from '#tests/bench/crash/journal.ts'
import { startLoad, untilHealthy } from '#tests/bench/crash/rounds.ts'
import { add, type Counts, isOver, isOwnFault, type Order, type Outcome, scaled, sumOf } from './phase.ts'
import type { Trial } from './trial.ts'

export interface Outages {
  phase: string
  rounds: number
  /** Calls at a time. */
  parallel: number
  /** Breaks something under load and mends it. @returns What was done, for the report. */
  breakAndMend(round: number): Promise<string>
  /** How the wait for health after the mending is named. */
  mended: string
  recoveryMaxMs: number
}

/** Outages under load, one after the other; then every answer is held against the books. */
export async function survive(trial: Trial, order: Order, outages: Outages): Promise<Outcome> {
  const { arena, product } = trial
  const { phase, parallel, mended, recoveryMaxMs } = outages
  const journal: Journal = { calls: [], kills: [] }
  const askers = await trial.asOwner(owner => makeAskers(product.url, owner, arena.lines, order.seed))
  let rounds = 0
  let slowestMs = 0
  for (; rounds < scaled(order, outages.rounds) && !isOver(order); rounds += 1) {
    const load = startLoad(askers, parallel, journal)
    const text = await outages.breakAndMend(rounds)
    const mendedAt = performance.now()
    await untilHealthy(product.url)
    slowestMs = Math.max(slowestMs, performance.now() - mendedAt)
    await load.stop()
    order.say(`  round ${rounds + 1}: ${text}`)
  }
  const isAlive = await trial.isAlive()
  const audited = await trial.audit()
  const counts: Counts = {}
  for (const { status } of journal.calls) add(counts, status)
  const books = await trial.asOwner(owner => holdAgainst(journal, owner))
  return {
    counts,
    rows: [
      { goal: phase, measured: String(rounds), holds: true },
      none('answers 5xx other than 503', sumOf(counts, isOwnFault)),
      { goal: 'the process lives', measured: '', holds: isAlive },
      {
        goal: `healthy ≤ ${recoveryMaxMs / 1000} s after ${mended}`,
        measured: `${(slowestMs / 1000).toFixed(1)} s`,
        holds: slowestMs <= recoveryMaxMs
      },
      ...books.filter(row => !audited.some(({ goal }) => goal === row.goal)),
      ...audited
    ]
  }
}
