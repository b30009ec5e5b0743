import { renderTable } from '../goal.ts'
import { PORT } from '../product.ts'
import { type Crashes, SETTLED_MS, surviveCrashes } from './rounds.ts'

/** Runs the rounds and prints what they showed. Answers the exit code: 1 when a number does not hold. */
export async function tellCrashes(crashes: Omit<Crashes, 'port'>): Promise<number> {
  console.log(`${crashes.rounds} rounds, --seed ${crashes.seed}`)
  const { rows, settledInMs } = await surviveCrashes({ ...crashes, port: PORT }, console.log)
  rows.push({
    id: String(rows.length + 1),
    goal: `settled after the last start ≤ ${SETTLED_MS / 1000} s`,
    measured: `${(settledInMs / 1000).toFixed(1)} s`,
    holds: settledInMs <= SETTLED_MS
  })
  console.log(`\n${renderTable(rows)}`)
  return rows.every(row => row.holds) ? 0 : 1
}
