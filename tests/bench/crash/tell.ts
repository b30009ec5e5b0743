import { renderTable } from '../goal.ts'
import { PORT } from '../product.ts'
import { type Crashes, REFUNDED_MS, surviveCrashes } from './rounds.ts'

/** Runs the rounds and prints what they showed. Answers the exit code: 1 when a number does not hold. */
export async function tellCrashes(crashes: Omit<Crashes, 'port'>): Promise<number> {
  console.log(`${crashes.rounds} rounds, --seed ${crashes.seed}`)
  const { rows, refundedInMs } = await surviveCrashes({ ...crashes, port: PORT }, console.log)
  rows.push({
    id: String(rows.length + 1),
    goal: `charged or refunded after the last start ≤ ${REFUNDED_MS / 1000} s`,
    measured: `${(refundedInMs / 1000).toFixed(1)} s`,
    holds: refundedInMs <= REFUNDED_MS
  })
  console.log(`\n${renderTable(rows)}`)
  return rows.every(row => row.holds) ? 0 : 1
}
