import { parseArgs } from 'node:util'
import { SETTLED_MS, surviveCrashes } from './crash/rounds.ts'
import { renderTable } from './goal.ts'
import { PORT } from './product.ts'

const { values } = parseArgs({
  args: Bun.argv.slice(2),
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    people: { type: 'string', default: '3000' },
    parallel: { type: 'string', default: '24' }
  }
})
const [rounds, seed, people, parallel] = [values.rounds, values.seed, values.people, values.parallel].map(
  Number
)
if (![rounds, seed, people, parallel].every(number => Number.isInteger(number) && Number(number) >= 0)) {
  console.error('--rounds, --seed, --people and --parallel take whole numbers')
  process.exit(2)
}

console.log(`${rounds} rounds, --seed ${seed}`)
const crashes = {
  rounds: Number(rounds),
  seed: Number(seed),
  people: Number(people),
  parallel: Number(parallel)
}
const { rows, settledInMs } = await surviveCrashes({ ...crashes, port: PORT }, console.log)
rows.push({
  id: String(rows.length + 1),
  goal: `settled after the last start ≤ ${SETTLED_MS / 1000} s`,
  measured: `${(settledInMs / 1000).toFixed(1)} s`,
  holds: settledInMs <= SETTLED_MS
})
console.log(`\n${renderTable(rows)}`)
process.exit(rows.every(row => row.holds) ? 0 : 1)
