import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import type { Context } from '#api/context.ts'
import {
  confirmByAdmin,
  decideByAdmin,
  deleteByAdmin,
  listReview
} from '#api/features/payments/admin-service.ts'
import { cancelOwnPayment, createPayment } from '#api/features/payments/service.ts'
import { createWatcher } from '#api/features/payments/watcher.ts'
import { createAccountTurns } from '#api/features/sessions/account-turns.ts'
import { deleteUser } from '#api/features/users/admin-service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { connectionOf } from '#tests/kit/killable-process.ts'
import { allowedCredits, bought } from '#tests/kit/payment-oracle.ts'
import { registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { createSimulatedChain, type SimulatedLog } from '#tests/kit/simulated-chain.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const HISTORIES = 8
const ROUNDS = 10
const ACTS_OF_ROUND = 7
const PEOPLE = 3
/** Most happens to the newest invoices, so that few are left alone until they end. */
const NEWEST = 3
const SIGNUP = 5
const ABSURD = 2n ** 90n
const PRICES = [1_000, 9_999, 10_000, 15_000, 20_000]
/** In hundredths of the invoice. */
const SHARES = [30, 50, 50, 70, 100, 100, 130]
/** In minutes: to the next block, past the time to pay, past its prolongation, past the seven days. */
const WAITS = [1, 20, 40, 62, 62, 124, 124, 8 * 24 * 60]

const chain = createSimulatedChain()
let app: TestApp
let keeper: number
/** Two processes of one product: each with connections, turns and a watcher of its own. */
let processes: { context: Context; look(): Promise<unknown> }[]
let pools: SQL[]
beforeAll(async () => {
  app = await startApp({}, undefined, [chain.network])
  keeper = (await signedInAs(app, ROLE_ADMIN)).user.id
  const target = connectionOf(app.database.app)
  pools = [1, 2].map(() => new SQL({ ...target, max: 6 } as SQL.Options))
  processes = pools.map(sql => {
    const context = { ...app.context, sql, accountTurns: createAccountTurns() }
    const watcher = createWatcher(sql, chain.network, [chain.network])
    // A process looks at a network once at a time.
    let last: Promise<unknown> = Promise.resolve()
    return { context, look: () => (last = last.then(watcher.look)) }
  })
})
afterAll(async () => {
  await Promise.all(pools.map(pool => pool.close({ timeout: 1 })))
  await app.stop()
})

interface Invoice {
  id: string
  userId: number
  account: string
  amount: bigint
  confirmations: number
}

/** Whoever looked is thought to be gone, so that two may look at once. */
async function look(process: (typeof processes)[number]): Promise<void> {
  await app.database.owner`UPDATE chain_watch SET next_at = now(), held_until = now() - interval '1 second'`
  await process.look()
}

/** Whether an act was done; what is refused has done nothing. */
const isDone = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    error => {
      if (error instanceof Refusal) return false
      throw error
    }
  )

test.each(Array.from({ length: HISTORIES }, (_, index) => index + 1))(
  'what was credited is what settled and was decided, whatever happens at once: history %d',
  async seed => {
    const below = seededRandom(seed * 7_919)
    const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T
    const invoices: Invoice[] = []
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => registerAndLogin(app)))
    let sent = 0

    async function invoice(userId: number): Promise<void> {
      const { context } = pick(processes)
      const cents = pick(PRICES)
      // The time to pay is by the clock of the chain, which may be days ahead.
      const paymentExpiryMinutes = 60 + Math.ceil((chain.now() - Date.now()) / 60_000)
      const own = { ...context, config: { ...context.config, paymentExpiryMinutes } }
      const wanted = { cents, networkKey: null, clientKey: `${seed}:${invoices.length}:${sent++}` }
      const payment = await createPayment(own, userId, wanted).catch(error => {
        if (error instanceof Refusal) return null
        throw error
      })
      if (!payment) return
      const account = payment.generated_address.slice(2)
      invoices.push({ id: payment.id, userId, account, amount: BigInt(cents) * 10_000n, confirmations: 0 })
    }

    const amountFor = ({ amount }: Invoice): bigint => {
      const kind = below(12)
      if (kind === 0) return ABSURD
      if (kind === 1) return BigInt(1 + below(9_000))
      return (amount * BigInt(pick(SHARES))) / 100n
    }
    const changed = (log: SimulatedLog): SimulatedLog | null => {
      const other = pick(invoices)
      const ways = [null, log, { ...log, units: amountFor(other) }, { ...log, to: other.account }]
      return pick(ways)
    }

    function decideOn(focus: Invoice, kind: number): Promise<unknown> {
      const { id, userId } = focus
      const { context } = pick(processes)
      const byKeeper = { userId: keeper, address: null }
      if (kind < 35) return isDone(cancelOwnPayment(context, { userId, address: null }, id))
      if (kind < 70)
        return isDone(confirmByAdmin(context, byKeeper, id)).then(done => {
          if (done) focus.confirmations += 1
        })
      if (kind < 95) return isDone(deleteByAdmin(context, byKeeper, id))
      return isDone(deleteUser(context, String(userId), { actorId: keeper, ipPrefix: null }))
    }
    /** At once, in both processes: every decision on a payment, and a look. */
    const everyDecision = (focus: Invoice): Promise<unknown>[] => [
      ...[0, 35, 35, 70, 99].map(kind => decideOn(focus, kind)),
      look(pick(processes))
    ]

    function act(focus: Invoice): Promise<unknown> {
      const process = pick(processes)
      const kind = below(100)
      if (kind < 34) {
        chain.mine([
          {
            txHash: `0x${seed}${String(sent++).padStart(6, '0')}`,
            to: focus.account,
            units: amountFor(focus)
          }
        ])
        return Promise.resolve()
      }
      if (kind < 40) return Promise.resolve(chain.mine([]))
      if (kind < 48) return Promise.resolve(chain.replace(changed))
      if (kind < 55) return Promise.resolve(chain.wait(pick(WAITS)))
      if (kind < 70) return look(process)
      if (kind < 78) return decideOn(focus, below(100))
      if (kind < 90) return decide(process.context)
      return invoice(focus.userId)
    }

    async function decide(context: Context): Promise<void> {
      const { transfers } = await listReview(context, { limit: 200, offset: 0 })
      const own = transfers.filter(({ payment_id }) => invoices.some(({ id }) => id === payment_id))
      if (own.length === 0) return
      const { id } = pick(own)
      const decision = pick(['credited', 'credited', 'dismissed'] as const)
      await isDone(decideByAdmin(context, { userId: keeper, address: null }, String(id), decision))
    }

    for (const person of people) await invoice(person.user.id)
    for (let round = 0; round < ROUNDS; round += 1) {
      const focus = pick(invoices.slice(-NEWEST))
      const lies = below(4) === 0
      const falsehood = { units: pick(PRICES), to: pick(invoices).account }
      chain.lie = lies
        ? (transfer, accounts) =>
            accounts.includes(falsehood.to)
              ? [{ ...transfer, to: falsehood.to, units: BigInt(falsehood.units) * 1_000_000n }]
              : []
        : null
      const acts =
        below(6) === 0
          ? everyDecision(focus)
          : Array.from({ length: ACTS_OF_ROUND }, () =>
              act(below(10) < 8 ? focus : pick(invoices.slice(-NEWEST)))
            )
      await Promise.all([...acts, booksAgree(), Bun.sleep(below(8)).then(booksAgree)])
      chain.lie = null
      // Twice: what prolongs a payment is found by the first.
      for (const process of processes) await look(process)
      await booksAgree()
      await isConserved(invoices)
    }
    const [watch] = await app.database
      .owner`SELECT is_halted AS "isHalted", last_error AS error FROM chain_watch`
    expect(watch).toEqual({ isHalted: false, error: null })
  }
)

/** In one statement, at whatever moment. */
async function booksAgree(): Promise<void> {
  const [wrong] = await app.database.owner`SELECT
    (SELECT count(*)::int FROM users u WHERE u.requests_count <>
      (SELECT coalesce(sum(l.delta), 0) FROM credit_ledger l WHERE l.user_id = u.id)) AS balances,
    (SELECT count(*)::int FROM payment p WHERE p.credited <> (SELECT coalesce(sum(l.delta), 0) FROM credit_ledger l
      WHERE l.kind = 'payment' AND l.ref LIKE p.id || ':%')) AS payments,
    (SELECT count(*)::int FROM payment WHERE status = 'completed' AND credited = 0) AS empty`
  expect(wrong).toEqual({ balances: 0, payments: 0, empty: 0 })
}

async function isConserved(invoices: readonly Invoice[]): Promise<void> {
  const { owner } = app.database
  const ids = `{${invoices.map(({ id }) => id).join(',')}}`
  const [cursor] = await owner`SELECT settled_block::int AS block, settled_time AS time FROM chain_cursor`
  const payments = await owner`SELECT id, due_at AS "dueAt", cancelled_at IS NOT NULL AS "isCancelled",
      deleted_at IS NOT NULL AS "isDeleted", confirmed_at IS NOT NULL AS "isConfirmed", status, exception, credited,
      u.requests_count AS balance, u.requests_count IS NOT NULL AS "hasUser"
    FROM payment LEFT JOIN (SELECT id AS user_id, requests_count FROM users) u USING (user_id)
    WHERE id = ANY (${ids}::uuid[])`
  const transfers: Stored[] =
    await owner`SELECT payment_id AS "paymentId", tx_hash || ' ' || units AS log, decision,
      coalesce((SELECT delta FROM credit_ledger l WHERE l.kind = 'manual' AND l.ref = t.id::text), 0) AS manual
    FROM payment_transfer t WHERE payment_id = ANY (${ids}::uuid[]) AND state = 'settled'`
  const gains = new Map<number, { gained: number; balance: number | null }>()
  for (const { id, userId, account, amount, confirmations } of invoices) {
    const stored = payments.find((payment: { id: string }) => payment.id === id)
    const own = new Map(transfers.filter(({ paymentId }) => paymentId === id).map(each => [each.log, each]))
    const truth = chain
      .cameTo(account, cursor.block)
      .map(each => ({ ...each, log: `${each.txHash} ${each.units}` }))
    expect([...own.keys()].toSorted()).toEqual(truth.map(({ log }) => log).toSorted())
    expect(confirmations).toBe(stored.isConfirmed ? 1 : 0)

    const came = truth.map(({ log, units, time }) => ({ micro: units, time, ...own.get(log) }))
    const undecided = came.filter(({ decision }) => !decision)
    const agreed = { amount, dueAt: stored.dueAt.getTime(), isConfirmed: stored.isConfirmed }
    const right = allowedCredits(agreed, stored, undecided, cursor.time.getTime())
    if (!right.has(stored.credited))
      throw new Error(Bun.inspect({ ...stored, came, lookedAt: cursor.time, right: [...right] }))
    for (const { micro, decision, manual } of came)
      expect(manual).toBe(decision === 'credited' ? bought(micro) : 0)
    const manual = came.reduce((all, each) => all + (each.manual ?? 0), 0)
    const gained = (gains.get(userId)?.gained ?? 0) + stored.credited + manual
    gains.set(userId, { gained, balance: stored.balance })
  }
  for (const { gained, balance } of gains.values()) expect(balance ?? SIGNUP + gained).toBe(SIGNUP + gained)
}

interface Stored {
  paymentId: string
  log: string
  decision: string | null
  manual: number
}
