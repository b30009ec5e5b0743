import { PENDING_PAYMENTS_PER_USER } from '#shared/constants.ts'
import { startLooking } from './look-process.ts'
import { type ChainKind, openPaymentWorld } from './payment-world.ts'
import { type Person, registerAndLogin } from './people.ts'
import { seededRandom } from './seeded-random.ts'
import { until } from './until.ts'

const KIND: ChainKind = { title: 'EVM', family: 'evm', decimals: 6, horizon: 3 }
/** Storing and booking take so long, so that most kills come between a statement and its commit. */
const SLOW_SECONDS = 0.2
const MOMENTS_MS = 200
const PATIENCE_MS = 20_000
const PRICE = 10
const CREDITS = 1_000
const SIGNUP = 5

export interface KillsOutcome {
  kills: number
  /** Kills at which a transaction of the process was open. */
  inTransaction: number
  paid: number
  transfers: number
  /** What was credited, and what the ledger, the balances and the payments say of it. */
  credits: { expected: number; ledger: number; balances: number; payments: number; rows: number }
}

/** Kills a process that stores transfers and books them at random moments, while people pay; then counts. */
export async function surviveKills(kills: number, seed: number): Promise<KillsOutcome> {
  const world = await openPaymentWorld(KIND)
  const { owner } = world.app.database
  const below = seededRandom(seed)
  try {
    for (const table of ['payment_transfer', 'credit_ledger'])
      await owner.unsafe(`CREATE FUNCTION slow_${table}() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(${SLOW_SECONDS}); RETURN NULL; END $$;
        CREATE TRIGGER slow AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION slow_${table}()`)
    const people: Person[] = []
    let inTransaction = 0
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill % PENDING_PAYMENTS_PER_USER === 0) people.push(await registerAndLogin(world.app))
      const person = people.at(-1) as Person
      const payment = await world.create(person, String(PRICE + (kill % PENDING_PAYMENTS_PER_USER)))
      await world.pay(payment, PRICE)
      await world.pay(payment, kill % PENDING_PAYMENTS_PER_USER || PRICE)
      await world.chain.mine(3)
      const child = await startLooking(world)
      // Every other one in a transaction, however late a busy machine begins it; the others at any moment.
      const isOpen =
        kill % 2 === 0 ? await until(isBooking) : await Bun.sleep(below(MOMENTS_MS)).then(isBooking)
      child.kill('SIGKILL')
      await child.exited
      if (isOpen) inTransaction += 1
    }
    await owner.unsafe('DROP TRIGGER slow ON payment_transfer; DROP TRIGGER slow ON credit_ledger')
    await untilBooked()
    return { kills, inTransaction, paid: 2 * kills, ...(await count(people)) }
  } finally {
    await world.stop()
  }

  async function isBooking(): Promise<boolean> {
    const [row] = await owner`SELECT count(*)::int AS open FROM pg_stat_activity
      WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`
    return row.open > 0
  }

  /** A killed process's statement may go on for a moment, with its locks. */
  async function untilBooked(): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      await world.settle()
      const [left] = await owner`SELECT count(*)::int AS left FROM payment WHERE status = 'pending' OR due`
      if (left.left === 0 || performance.now() > end) return
    }
  }

  async function count(people: readonly Person[]) {
    const [row] =
      await owner`SELECT (SELECT count(*)::int FROM payment_transfer WHERE state = 'settled') AS transfers,
      (SELECT coalesce(sum(delta), 0)::int FROM credit_ledger WHERE kind = 'payment') AS ledger,
      (SELECT count(*)::int FROM credit_ledger WHERE kind = 'payment') AS rows,
      (SELECT coalesce(sum(credited), 0)::int FROM payment) AS payments,
      (SELECT coalesce(sum(micro), 0)::float8 FROM payment_transfer WHERE state = 'settled') AS micro`
    const balances = await Promise.all(people.map(person => world.balance(person)))
    return {
      transfers: row.transfers,
      credits: {
        expected: (row.micro / 10_000_000) * CREDITS,
        ledger: row.ledger,
        rows: row.rows,
        payments: row.payments,
        balances: balances.reduce((all, balance) => all + balance - SIGNUP, 0)
      }
    }
  }
}
