import { NETWORK_TITLES, type NetworkKey } from '#shared/labels/payments.ts'
import type { NetworkFacts } from './contract.ts'

/** Sources of the figures: `docs/how-it-works/money.md` §3. */
export interface NetworkRow extends Omit<NetworkFacts, 'xpub' | 'accountsMax'> {
  /** Notation and derivation of addresses. */
  family: 'evm' | 'tron'
  chainId: number
  /** Confirmations, or the chain's own finality. */
  horizon: number | 'finalized'
  /** Unread newest blocks, because nodes behind one address differ. */
  headLag: number
}

type Row = Omit<NetworkRow, 'key' | 'title' | 'isTest'> & { isTest?: boolean }

const ROWS: Record<Exclude<NetworkKey, 'sandbox'>, Row> = {
  tron: {
    family: 'tron',
    chainId: 728_126_428,
    tokenContract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    decimals: 6,
    blockSeconds: 3,
    horizon: 'finalized',
    requiredConfirmations: 20,
    headLag: 1,
    rangeMax: 4_900
  },
  ethereum: {
    family: 'evm',
    chainId: 1,
    tokenContract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    decimals: 6,
    blockSeconds: 12,
    horizon: 12,
    requiredConfirmations: 12,
    headLag: 1,
    rangeMax: 2_000
  },
  bnb: {
    family: 'evm',
    chainId: 56,
    tokenContract: '0x55d398326f99059fF775485246999027B3197955',
    decimals: 18,
    blockSeconds: 0.75,
    horizon: 'finalized',
    requiredConfirmations: 15,
    headLag: 1,
    rangeMax: 2_000
  },
  polygon: {
    family: 'evm',
    chainId: 137,
    tokenContract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    decimals: 6,
    blockSeconds: 2,
    horizon: 'finalized',
    requiredConfirmations: 10,
    headLag: 2,
    rangeMax: 2_000
  },
  local: {
    family: 'evm',
    chainId: 31_337,
    // First contract of anvil's first account (`bun run chain`).
    tokenContract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    decimals: 6,
    blockSeconds: 1,
    horizon: 3,
    requiredConfirmations: 3,
    headLag: 0,
    rangeMax: 2_000,
    isTest: true
  }
}

export const networkRow = (key: Exclude<NetworkKey, 'sandbox'>): NetworkRow => ({
  isTest: false,
  ...ROWS[key],
  key,
  title: NETWORK_TITLES[key]
})
