import { openChain } from './chain.ts'
import type { ChainNetwork } from './contract.ts'
import { networkRow } from './network-rows.ts'
import { openSandbox } from './sandbox.ts'
import type { NetworkSetting } from './settings.ts'

/** In configured order; the first is the default. */
export const createNetworks = (settings: readonly NetworkSetting[]): ChainNetwork[] =>
  settings.map(({ key, xpub, urls }) =>
    key === 'sandbox' ? openSandbox(xpub) : openChain(networkRow(key), xpub, urls)
  )
