import type { SQL } from 'bun'
import type { ChainNetwork } from '#api/networks/contract.ts'
import type { NetworkKey, NetworkState } from '#shared/labels/payments.ts'
import { storedHealth } from './health-store.ts'

export interface WatchHealth {
  state: NetworkState
  secondsBehind: number | null
  lastBlock: number | null
  settledBlock: number | null
  scannedAt: Date | null
  lastError: string | null
  lastErrorAt: Date | null
  pendingPayments: number
}

/** Longer than an idle interval. */
const SCANNED_SECONDS = 180
const BEHIND_BLOCKS = 20

/** As stored by the watching process. */
export async function healthByNetwork(
  sql: SQL,
  networks: readonly ChainNetwork[]
): Promise<Map<NetworkKey, WatchHealth>> {
  const stored = new Map((await storedHealth(sql)).map(row => [row.network, row]))
  return new Map(
    networks.map(({ key, blockSeconds }) => {
      const row = stored.get(key)
      const secondsBehind = row?.secondsBehind ?? null
      const slack = SCANNED_SECONDS + BEHIND_BLOCKS * blockSeconds
      const state = stateOf(row, secondsBehind !== null && secondsBehind > slack)
      return [
        key,
        {
          state,
          secondsBehind,
          lastBlock: row?.headBlock ?? null,
          settledBlock: row?.settledBlock ?? null,
          scannedAt: row?.scannedAt ?? null,
          lastError: row?.lastError ?? null,
          lastErrorAt: row?.lastErrorAt ?? null,
          pendingPayments: row?.pendingPayments ?? 0
        }
      ]
    })
  )
}

function stateOf(
  row: { isHalted: boolean; failures: number; scannedAt: Date | null } | undefined,
  isBehind: boolean
): NetworkState {
  if (row?.isHalted) return 'halted'
  if (row && row.failures > 0) return 'down'
  if (!row?.scannedAt) return 'starting'
  return isBehind ? 'behind' : 'ok'
}
