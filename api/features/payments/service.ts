import type { Context } from '#api/context.ts'
import { creditTermsNow } from '#api/features/settings/service.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { BALANCE_MAX } from '#shared/admin-constants.ts'
import {
  IDEMPOTENCY_KEY_MAX_CHARS,
  PAYMENT_MAX_USD,
  PAYMENT_MIN_USD,
  PENDING_PAYMENTS_PER_USER
} from '#shared/constants.ts'
import type { Payment, PaymentNetwork, PaymentRate, PaymentStats } from '#shared/contracts/payments.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'
import { creditsOf, microOfCents, refusalOnTerms } from '#shared/rules/payments.ts'
import { wakeWatcher } from './cursor-store.ts'
import { cancelPayment } from './decision-store.ts'
import { healthByNetwork } from './health.ts'
import {
  countPendingOfUser,
  earlierPayment,
  insertPayment,
  lockUser,
  secondsUntilNextPayment,
  takeAddressIndex
} from './new-payment-store.ts'
import { paymentView } from './payment-view.ts'
import {
  paymentByIdPrefix,
  paymentOfAnyOwner,
  paymentOfUser,
  paymentsOfUser,
  type StoredPayment,
  statsOfUser
} from './store.ts'

export { countAllPending } from './admin-store.ts'
export { countPendingOfUser } from './new-payment-store.ts'

type PaymentContext = Pick<Context, 'sql' | 'networks' | 'config'>

export interface PaymentCaller {
  userId: number
  address: string | null
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export async function paymentRate({ sql, networks }: PaymentContext): Promise<PaymentRate> {
  const [terms, health] = await Promise.all([creditTermsNow({ sql }), healthByNetwork(sql, networks)])
  return {
    rate: terms.rate,
    bonus_threshold: terms.bonusThreshold,
    bonus_multiplier: terms.bonusMultiplier,
    min_usd: PAYMENT_MIN_USD,
    max_usd: PAYMENT_MAX_USD,
    networks: networks.map((network): PaymentNetwork => {
      const { state = 'starting', secondsBehind = null } = health.get(network.key) ?? {}
      return {
        key: network.key,
        title: network.title,
        is_test: network.isTest,
        token: 'USDT',
        token_contract: network.tokenContract,
        decimals: network.decimals,
        required_confirmations: network.requiredConfirmations,
        block_seconds: network.blockSeconds,
        state,
        seconds_behind: secondsBehind
      }
    })
  }
}

/**
 * Makes a payment, or returns the one of an equal call. The locked user row serializes a user's calls.
 * @throws Refusal `BAD_INPUT`, `NO_SUCH_NETWORK`, `TOO_MANY_PAYMENTS`, `TOO_MANY_UNPAID`, `BALANCE_FULL`, `KEY_REUSED`.
 */
export async function createPayment(
  { sql, networks, config }: PaymentContext,
  userId: number,
  wanted: { cents: number; networkKey: NetworkKey | null; clientKey: string | null }
): Promise<Payment> {
  const network = wanted.networkKey ? networks.find(({ key }) => key === wanted.networkKey) : networks[0]
  if (!network) throw new Refusal('NO_SUCH_NETWORK')
  const { length } = wanted.clientKey ?? '-'
  if (length === 0 || length > IDEMPOTENCY_KEY_MAX_CHARS) throw new Refusal('BAD_INPUT')
  const order = { userId, network: network.key, amountCents: wanted.cents, clientKey: wanted.clientKey }
  const id = await sql.begin(async tx => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Refusal('NOT_SIGNED_IN')
    const earlier = await earlierPayment(tx, order)
    if (earlier && !earlier.isSame) throw new Refusal('KEY_REUSED')
    if (earlier) return earlier.id
    if ((await countPendingOfUser(tx, userId)) >= PENDING_PAYMENTS_PER_USER)
      throw new Refusal('TOO_MANY_PAYMENTS')
    const retryAfterSeconds = await secondsUntilNextPayment(tx, userId)
    if (retryAfterSeconds !== null) throw new Refusal('TOO_MANY_UNPAID', { retryAfterSeconds })
    const terms = await creditTermsNow({ sql: tx })
    const text = refusalOnTerms(wanted.cents, terms)
    if (text) throw new Refusal('BAD_INPUT', { text, fields: { usd_amount: text } })
    if (user.balance + creditsOf(microOfCents(wanted.cents), terms) > BALANCE_MAX)
      throw new Refusal('BALANCE_FULL')
    const { keyId, keyIndex } = await takeAddressIndex(tx, network.xpub)
    const account = network.accountOf(keyIndex)
    const payment = {
      ...order,
      id: crypto.randomUUID(),
      tokenContract: network.tokenContract,
      address: network.shownAddress(account),
      account,
      keyId,
      keyIndex,
      terms,
      minutes: config.paymentExpiryMinutes
    }
    await insertPayment(tx, payment)
    return payment.id
  })
  await wakeWatcher(sql, network.key)
  return paymentView(await paymentOfAnyOwner(sql, id), networks)
}

export async function listPayments({ sql, networks }: PaymentContext, userId: number): Promise<Payment[]> {
  return (await paymentsOfUser(sql, userId)).map(payment => paymentView(payment, networks))
}

/** @throws Refusal `NOT_FOUND`, also for another user's. */
export async function readPayment(
  { sql, networks }: PaymentContext,
  userId: number,
  id: string
): Promise<Payment> {
  const payment = UUID.test(id) ? await paymentOfUser(sql, userId, id) : null
  if (payment === null) throw new Refusal('NOT_FOUND')
  return paymentView(payment, networks)
}

/** @throws Refusal `NOT_FOUND`, `NOT_PENDING`, `HAS_MONEY`. */
export async function cancelOwnPayment(
  context: PaymentContext,
  { userId, address }: PaymentCaller,
  id: string
): Promise<Payment> {
  await readPayment(context, userId, id)
  const outcome = await cancelPayment(context.sql, { id, userId, ipPrefix: addressPrefix(address) })
  if (outcome !== 'done') throw new Refusal(outcome)
  return paymentView(await paymentOfAnyOwner(context.sql, id), context.networks)
}

export async function paymentStats({ sql }: PaymentContext, userId: number): Promise<PaymentStats> {
  return await statsOfUser(sql, userId)
}

/** By prefix of the id, for shell commands. */
export const findPayment = (
  { sql }: Pick<Context, 'sql'>,
  beginning: string
): Promise<StoredPayment | null> => paymentByIdPrefix(sql, beginning)
