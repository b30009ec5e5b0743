import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import type { Section } from '#tests/bench/bench.ts'
import { median, p95, roundsText } from '#tests/bench/numbers.ts'
import { openPaymentWorld } from '#tests/kit/payment-world.ts'
import { registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { openMany } from './watching.ts'

const PAYMENTS = 1_000
const TRANSFERS_A_LOOK = 50
const ROUNDS = 5
const SEARCHES = 200
/** As often as a network is looked at while somebody is about to pay. */
const RHYTHM_MS = 5_000
const RATIO_MAX = 1.2

/** P19: searches beside a watcher that looks in its rhythm, and finds money each time. */
export const besideWatcher: Section = {
  ids: ['P19'],
  async run({ row }) {
    const world = await openPaymentWorld({ title: 'EVM', family: 'evm', decimals: 6, horizon: 3 })
    try {
      await loadPeople(world.app)
      const payer = await registerAndLogin(world.app)
      const asker = await signedInAs(world.app, ROLE_INFINITY)
      const accounts = await openMany(world, payer, PAYMENTS)
      let [lookups, paid] = [0, 0]

      async function slowest(): Promise<number> {
        const took: number[] = []
        for (let each = 0; each < SEARCHES; each += 1) {
          lookups += 1
          const startedAt = performance.now()
          const { status } = await asker.post('/api/search/perform', {
            query: `Иванов Иван ${1900 + (lookups % 100)} ${lookups}`
          })
          if (status !== 200) throw new Error(`a search was answered ${status}`)
          took.push(performance.now() - startedAt)
        }
        return p95(took)
      }

      async function besideLooks(): Promise<number> {
        let isOver = false
        const looks = (async () => {
          while (!isOver) {
            const startedAt = performance.now()
            await world.look()
            while (!isOver && performance.now() - startedAt < RHYTHM_MS) await Bun.sleep(50)
          }
        })()
        const targets = accounts.slice(paid % PAYMENTS, (paid % PAYMENTS) + TRANSFERS_A_LOOK)
        await world.chain.payMany(
          world.token,
          targets.map(account => `0x${account}` as const),
          world.units(10)
        )
        paid += TRANSFERS_A_LOOK
        await world.chain.mine(3)
        const slowestMs = await slowest()
        isOver = true
        await looks
        return slowestMs
      }

      const [quiet, busy, ratios]: [number[], number[], number[]] = [[], [], []]
      await slowest()
      for (let round = 0; round < ROUNDS; round += 1) {
        const [alone, beside] = [await slowest(), await besideLooks()]
        quiet.push(alone)
        busy.push(beside)
        ratios.push(beside / alone)
      }
      const measured = `quiet ${roundsText(quiet, ' ms', 1)}, beside ${roundsText(busy, ' ms', 1)}`
      const ratio = median(ratios)
      row(
        'P19',
        `p95 of a search beside a busy watcher ≤ ${RATIO_MAX}× quiet`,
        measured,
        ratio <= RATIO_MAX,
        `${ratio.toFixed(2)}×`
      )
    } finally {
      await world.stop()
    }
  }
}
