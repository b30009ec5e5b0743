import { surviveCrashes } from '#tests/bench/crash/rounds.ts'
import { freePort } from '#tests/kit/start-app.ts'
import { add, type Counts, type Order, type Outcome, scaled } from './phase.ts'

const ROUNDS = 20
const PEOPLE = 500
const PARALLEL = 24

/** kill -9 of Bun, of Postgres and of both under load: the rounds of `bun run crash`. */
export async function kills(order: Order): Promise<Outcome> {
  const crashes = {
    rounds: scaled(order, ROUNDS),
    seed: order.seed,
    people: PEOPLE,
    parallel: PARALLEL,
    port: freePort(),
    hurries: true
  }
  const { rows, journal } = await surviveCrashes(crashes, text => order.say(`  ${text}`))
  const counts: Counts = {}
  for (const { status } of journal.calls) add(counts, status)
  return { counts, rows }
}
