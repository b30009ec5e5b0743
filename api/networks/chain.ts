import { accountAt, accountOfAddress, evmAddress, readXpub, tronAddress } from './account-key.ts'
import type { ChainNetwork } from './contract.ts'
import type { NetworkRow } from './network-rows.ts'
import { openNodes } from './nodes.ts'
import { readBalance, readTip, readTransfers } from './read-chain.ts'
import { verifyNode } from './verify-node.ts'

const MICRO_DIGITS = 6
/** java-tron takes 1,000. */
const ACCOUNTS_MAX = 500

/** EVM chains and TRON speak the same JSON-RPC. */
export function openChain(row: NetworkRow, xpub: string, urls: readonly string[]): ChainNetwork {
  const key = readXpub(xpub)
  const contract = accountOfAddress(row.tokenContract)
  const nodes = openNodes(urls, ask => verifyNode(ask, row, contract))
  const shownAddress = row.family === 'tron' ? tronAddress : evmAddress
  return {
    key: row.key,
    title: row.title,
    isTest: row.isTest,
    tokenContract: row.tokenContract,
    decimals: row.decimals,
    requiredConfirmations: row.requiredConfirmations,
    blockSeconds: row.blockSeconds,
    rangeMax: row.rangeMax,
    accountsMax: ACCOUNTS_MAX,
    xpub,
    accountOf: index => accountAt(key, index),
    shownAddress,
    paymentUri: (account, micro) => paymentUri(row, shownAddress(account), micro),
    verify: () => nodes.verify(),
    tip: settled => nodes.ask(ask => readTip(ask, row, settled)),
    lookAt: (range, accounts, { unfiltered = false } = {}) =>
      nodes.ask(ask => readTransfers(ask, { contract, range, accounts, unfiltered })),
    balancesOf: accounts =>
      nodes.ask(ask => Promise.all(accounts.map(account => readBalance(ask, contract, account))))
  }
}

/** ERC-681; on TRON the bare address, for want of a standard. */
function paymentUri(
  { family, tokenContract, chainId, decimals }: NetworkRow,
  address: string,
  micro: number
) {
  if (family === 'tron') return address
  const units = BigInt(micro) * 10n ** BigInt(decimals - MICRO_DIGITS)
  return `ethereum:${tokenContract}@${chainId}/transfer?address=${address}&uint256=${units}`
}
