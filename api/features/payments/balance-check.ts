import type { SQL } from 'bun'
import { type ChainNetwork, NetworkError } from '#api/networks/contract.ts'
import { markBalancesChecked, uncheckedPayments } from './balance-check-store.ts'
import { cursorOf } from './cursor-store.ts'
import { storeTransfers } from './transfer-store.ts'

const MOST = 50
/** Without a filter a node returns the whole chain. */
const RESCAN_BLOCKS = 20

/**
 * Checks the balance before a payment ends, because a node that loses logs seldom denies the balance. Unexplained money
 * triggers a rescan without filters, and keeps the payment open if it stays unexplained. @throws NetworkError
 */
export async function checkBalances(sql: SQL, network: ChainNetwork): Promise<void> {
  const ending = await uncheckedPayments(sql, network.key, MOST)
  const agreed: string[] = []
  const balances = ending.length > 0 ? await network.balancesOf(ending.map(({ account }) => account)) : []
  for (const [index, { id, account, createdBlock, bookedUnits }] of ending.entries()) {
    const balance = balances[index] ?? 0n
    if (balance > BigInt(bookedUnits)) {
      const rescanned = await rescan(sql, network, account, createdBlock)
      // Later blocks are still to come.
      if (balance > rescanned)
        throw new NetworkError('lying', 'на адресе платежа больше, чем сказано о поступлениях')
    }
    agreed.push(id)
  }
  if (agreed.length > 0) await markBalancesChecked(sql, agreed)
}

async function rescan(
  sql: SQL,
  network: ChainNetwork,
  account: string,
  createdBlock: number | null
): Promise<bigint> {
  const cursor = await cursorOf(sql, network.key)
  if (!cursor || createdBlock === null) return 0n
  let units = 0n
  for (let from = createdBlock; from <= cursor.settledBlock; from += RESCAN_BLOCKS) {
    const to = Math.min(cursor.settledBlock, from + RESCAN_BLOCKS - 1)
    const { transfers } = await network.lookAt({ from, to }, [account], { unfiltered: true })
    await sql.begin(tx => storeTransfers(tx, network, transfers, 'settled'))
    for (const transfer of transfers) units += transfer.units
  }
  return units
}
