import type { Section } from '#tests/bench/bench.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { openPaymentWorld, type PaymentWorld } from '#tests/kit/payment-world.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'

const PAYMENTS = 1_000
const TRANSFERS = 2_000
const ROUNDS = 3
const MANY = 250
const GOAL_MS = 1_000
const MEMORY_MB = 150
const SAMPLE_MS = 5
const MEGABYTE = 2 ** 20

/** Accounts of so many open payments of a person. */
export async function openMany(world: PaymentWorld, person: Person, count: number): Promise<string[]> {
  const { owner } = world.app.database
  // The first one makes the row of the key, the others follow it in one statement.
  await world.create(person, '20')
  const accounts = Array.from({ length: count }, (_, index) => world.network.accountOf(index + 1))
  await owner`INSERT INTO payment (id, user_id, network, token_contract, address, account, key_id, key_index,
      amount_cents, rate, bonus_threshold, bonus_multiplier, created_block, due_at, expires_at)
    SELECT gen_random_uuid(), ${person.user.id}, network, token_contract, a.account, a.account, key_id, a.n,
      amount_cents, rate, bonus_threshold, bonus_multiplier, created_block, due_at, expires_at
    FROM payment, unnest(${`{${accounts.join(',')}}`}::text[]) WITH ORDINALITY AS a (account, n)`
  await owner`ANALYZE payment`
  return accounts
}

/** P19: one look of the watcher at a thousand open payments, to each of which two transfers have come. */
export const watching: Section = {
  ids: ['P19'],
  async run({ row }) {
    const looks: number[] = []
    const memory: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const world = await openPaymentWorld({ title: 'EVM', family: 'evm', decimals: 6, horizon: 3 })
      const { owner } = world.app.database
      const anna = await registerAndLogin(world.app)
      const accounts = await openMany(world, anna, PAYMENTS)
      for (let sent = 0; sent < TRANSFERS; sent += MANY) {
        const targets = accounts.slice(sent % PAYMENTS, (sent % PAYMENTS) + MANY)
        await world.chain.payMany(
          world.token,
          targets.map(account => `0x${account}` as const),
          world.units(10)
        )
      }
      await world.chain.mine(6)
      Bun.gc(true)
      const before = process.memoryUsage.rss()
      let most = before
      const sampling = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss())
      }, SAMPLE_MS)
      const startedAt = performance.now()
      await world.look()
      looks.push(performance.now() - startedAt)
      clearInterval(sampling)
      memory.push((most - before) / MEGABYTE)
      const [paid] = await owner`SELECT count(*)::int AS count FROM payment WHERE status = 'completed'`
      await world.stop()
      if (paid.count !== PAYMENTS) throw new Error(`${paid.count} payments were completed`)
    }
    const goal = `a look at ${PAYMENTS} open payments and ${TRANSFERS} transfers, credited, ≤ ${GOAL_MS} ms`
    row('P19', goal, roundsText(looks, ' ms', 0), median(looks) <= GOAL_MS)
    row(
      'P19',
      `memory over idle at its most ≤ ${MEMORY_MB} MB`,
      roundsText(memory, ' MB', 0),
      Math.max(...memory) <= MEMORY_MB
    )
  }
}
