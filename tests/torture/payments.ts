import { surviveKills } from '#tests/kit/payment-kills.ts'
import { type Order, type Outcome, scaled } from './phase.ts'

const KILLS = 50

/** kill -9 of a process that stores transfers and books them, between a statement and its commit. */
export async function paymentKills(order: Order): Promise<Outcome> {
  const { kills, inTransaction, paid, transfers, credits } = await surviveKills(
    scaled(order, KILLS),
    order.seed
  )
  const { expected, ledger, balances, payments } = credits
  const isExact = ledger === expected && balances === expected && payments === expected
  return {
    counts: { transfers: paid },
    rows: [
      {
        goal: 'every transfer is stored once',
        measured: `${transfers} of ${paid}, ${kills} kills, ${inTransaction} in a transaction`,
        holds: transfers === paid && inTransaction > 0
      },
      {
        goal: 'every transfer is credited once',
        measured: `ledger ${ledger}, balances ${balances}, payments ${payments}, due ${expected}`,
        holds: isExact
      }
    ]
  }
}
