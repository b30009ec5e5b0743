import { openChain } from './chain.ts'
import type { ChainNetwork } from './contract.ts'
import { networkRow } from './network-rows.ts'
import { openSandbox } from './sandbox.ts'
import type { NetworkSetting } from './settings.ts'

/** In the order of the configuration; the first is the one that a payment is made on when it names none. */
export const createNetworks = (settings: readonly NetworkSetting[]): ChainNetwork[] =>
  settings.map(({ key, xpub, urls }) =>
    key === 'sandbox' ? openSandbox(xpub) : openChain(networkRow(key), xpub, urls)
  )
