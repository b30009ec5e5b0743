import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { asLeader } from '#api/db/leader.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { type ChainNetwork, NetworkError } from '#api/networks/contract.ts'
import { CREDITED_DAYS, PAYMENT_ID_SHOWN_CHARS } from '#shared/constants.ts'
import type { Reconciliation } from '#shared/contracts/admin/payments.ts'
import { reconciliationView } from './payment-view.ts'
import {
  addressesOf,
  auditReconciliation,
  isReconciliationDue,
  type ReconciliationResult,
  type StoredReconciliation,
  storeReconciliation,
  wrongBalances,
  wrongPayments
} from './reconcile-store.ts'

const EVERY_HOURS = 24
/** Advisory lock. */
const RECONCILIATION = 73_200_011
/** Beyond the time in which late money is credited. */
const ADDRESS_DAYS = CREDITED_DAYS + 3

const shownId = (id: string) => id.slice(0, PAYMENT_ID_SHOWN_CHARS)

type Books = Pick<Context, 'sql' | 'networks'>

export async function reconcileDaily(context: Books): Promise<number> {
  if (!(await isReconciliationDue(context.sql, EVERY_HOURS))) return 0
  return (await reconcileAlone(context)) ? 1 : 0
}

/** Audits the administrator first. @throws Refusal `RECONCILING` while another run is under way. */
export async function reconcileNow(context: Books, actor: Actor): Promise<Reconciliation> {
  const result = await reconcileAlone(context, () => auditReconciliation(context.sql, actor))
  if (!result) throw new Refusal('RECONCILING')
  return reconciliationView(result)
}

async function reconcileAlone(context: Books, before = async () => {}): Promise<StoredReconciliation | null> {
  let result: StoredReconciliation | null = null
  await asLeader(context.sql, RECONCILIATION, async () => {
    await before()
    result = await reconcile(context)
  })
  return result
}

/**
 * Compares balances with the ledger, payments with their ledger rows, addresses with transfers. An address may hold
 * less, because its owner sweeps it, never more.
 */
export async function reconcile({ sql, networks }: Books): Promise<StoredReconciliation> {
  const [balances, payments] = await Promise.all([wrongBalances(sql), wrongPayments(sql)])
  const findings = [
    ...balances.wrong.map(
      ({ userId, balance, ledger }) => `Пользователь ${userId}: на балансе ${balance}, по журналу ${ledger}`
    ),
    ...payments.wrong.map(
      ({ id, credited, ledger }) => `Платёж ${shownId(id)}: зачислено ${credited}, по журналу ${ledger}`
    )
  ]
  const unchecked: string[] = []
  let addresses = 0
  for (const network of networks) {
    const checked = await checkAddresses(sql, network)
    addresses += checked.addresses
    findings.push(...checked.findings)
    unchecked.push(...checked.unchecked)
  }
  const result = {
    users: balances.all,
    payments: payments.all,
    addresses,
    findings: [...findings, ...unchecked]
  }
  const stored = await storeReconciliation(sql, result)
  if (findings.length > 0) log.error('books_differ', { findings: findings.length })
  if (unchecked.length > 0) log.warn('balances_unchecked', { networks: unchecked.length })
  return stored
}

async function checkAddresses(
  sql: Context['sql'],
  network: ChainNetwork
): Promise<Pick<ReconciliationResult, 'addresses' | 'findings'> & { unchecked: string[] }> {
  try {
    const addresses = await addressesOf(sql, network.key, ADDRESS_DAYS)
    const balances = await network.balancesOf(addresses.map(({ account }) => account))
    const surprising = addresses.filter(
      (address, index) => (balances[index] ?? 0n) > BigInt(address.bookedUnits)
    )
    return {
      addresses: addresses.length,
      unchecked: [],
      findings: surprising.map(
        ({ id }) => `Платёж ${shownId(id)}: на адресе больше денег, чем учтено поступлений (${network.title})`
      )
    }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const text = `${network.title}: остатки не проверены, ${error.message}`
    return { addresses: 0, findings: [], unchecked: [text] }
  }
}
