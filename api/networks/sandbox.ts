import { NETWORK_TITLES } from '#shared/labels/payments.ts'
import { accountAt, evmAddress, readXpub } from './account-key.ts'
import type { ChainNetwork } from './contract.ts'

/** A network without a chain, for demos: nothing arrives, administrators confirm. */
export function openSandbox(xpub: string): ChainNetwork {
  const key = readXpub(xpub)
  const second = () => Math.floor(Date.now() / 1000)
  return {
    key: 'sandbox',
    title: NETWORK_TITLES.sandbox,
    isTest: true,
    tokenContract: evmAddress('0'.repeat(40)),
    decimals: 6,
    requiredConfirmations: 1,
    blockSeconds: 1,
    rangeMax: 10_000_000,
    accountsMax: 10_000_000,
    xpub,
    accountOf: index => accountAt(key, index),
    shownAddress: evmAddress,
    paymentUri: account => evmAddress(account),
    verify: async () => {},
    tip: async () => ({ head: second(), horizon: second() }),
    lookAt: async ({ to }) => ({ hash: String(to), time: to * 1000, transfers: [] }),
    balancesOf: async accounts => accounts.map(() => 0n)
  }
}
