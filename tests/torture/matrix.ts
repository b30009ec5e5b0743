import { none, soundness, sumsOf } from '#tests/bench/crash/books.ts'
import { asOwner, untilRefunded } from '#tests/bench/crash/rounds.ts'
import { startProduct } from '#tests/bench/product.ts'
import { freePort } from '#tests/kit/start-app.ts'
import { openArena } from './arena.ts'
import { CLIENTS, type Crowd, countAnswers, PROCESSES, THREADS } from './connections.ts'
import {
  add,
  type Counts,
  isOutage,
  isOver,
  isOwnFault,
  type Order,
  type Outcome,
  scaled,
  sumOf
} from './phase.ts'

const PEOPLE = 300
const SEARCHES = 3
/** Three dozen threads on a few cores are more than the machine has: what has no turn in time is refused, uncharged. */
const SHED_MAX = 0.05

/** Threads × processes × clients on one database. */
export async function matrix(order: Order): Promise<Outcome> {
  const all: Crowd[] = THREADS.flatMap(threads =>
    PROCESSES.flatMap(processes =>
      CLIENTS.map(clients => ({ threads, processes, clients, searches: SEARCHES }))
    )
  )
  // A slice goes over the whole of it, not only over its beginning.
  const step = Math.ceil(all.length / scaled(order, all.length))
  const crowds = all.filter((_, at) => at % step === order.seed % step)
  const arena = await openArena(PEOPLE, Math.max(...CLIENTS))
  try {
    const counts: Counts = {}
    let done = 0
    for (const crowd of crowds) {
      if (isOver(order)) break
      const answers = await countAnswers(arena, crowd)
      for (const [ending, calls] of Object.entries(answers)) add(counts, ending, calls)
      order.say(`  ${JSON.stringify(crowd)}: ${JSON.stringify(answers)}`)
      done += 1
    }
    const rows = await audit(arena.dataDir)
    return {
      counts,
      rows: [
        { goal: `cells of ${all.length}`, measured: String(done), holds: done > 0 },
        none('answers 5xx other than 503', sumOf(counts, isOwnFault)),
        {
          goal: `shed with 503 ≤ ${SHED_MAX * 100} %`,
          measured: `${((sumOf(counts, isOutage) / sumOf(counts)) * 100).toFixed(1)} %`,
          holds: sumOf(counts, isOutage) <= sumOf(counts) * SHED_MAX
        },
        ...rows
      ]
    }
  } finally {
    arena.close()
  }
}

/** No product runs any more: one that starts refunds what is left. */
async function audit(dataDir: string) {
  await asOwner(dataDir, async owner => {
    await owner`UPDATE search_delivery SET at = at - interval '1 minute'`
  })
  const product = await startProduct(dataDir, { SEED: 'none', PORT: String(freePort()) })
  try {
    await untilRefunded(dataDir)
    return await asOwner(dataDir, async owner => soundness(await sumsOf(owner)))
  } finally {
    await product.stop()
  }
}
