import { NETWORK_TITLES, type NetworkKey } from '#shared/labels/payments.ts'
import { readXpub } from './account-key.ts'
import { networkRow } from './network-rows.ts'

/** Account `m/44'/60'/0'` of a published test phrase. Anybody can take its money: test networks only. */
export const TEST_XPUB =
  'xpub6Bh6Cg7bvjFdW6VEAaZmsyhZh86WdJ9Kr5aqqY5LN7UFLpxTrxsiys213UCu8MAYjcq5JhF7jzZXvruGfWfPbxqsByNNhwWaNQRuhP3JcC3'

/** Account of a test chain, which pays and therefore must not be paid. */
const CHAIN_XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP'

/** `readConfig` guarantees key and nodes of real networks. */
export interface NetworkSetting {
  key: NetworkKey
  xpub: string
  urls: readonly string[]
}

export const NETWORK_KEYS = Object.keys(NETWORK_TITLES) as NetworkKey[]

/** `bun run chain` listens here. */
export const LOCAL_NODE = 'http://127.0.0.1:8545'

interface PaymentVariables {
  networks: readonly NetworkKey[]
  xpubEvm: string | null
  xpubTron: string | null
  urls(key: NetworkKey): readonly string[]
}

export const NODES_PREFIX = 'PAYMENT_RPC_'
export const nodesVariable = (key: NetworkKey): string => `${NODES_PREFIX}${key.toUpperCase()}`

/** Extended public key. @throws Error whose message continues «ИМЯ: …». */
export function xpubText(text: string): string {
  readXpub(text)
  return text
}

/** Configured networks, and Russian errors. */
export function networkSettings({ networks, xpubEvm, xpubTron, urls }: PaymentVariables): {
  settings: NetworkSetting[]
  problems: string[]
} {
  const problems: string[] = []
  if (new Set(networks).size < networks.length) problems.push('PAYMENT_NETWORKS: сеть названа дважды')
  const isTest = (key: NetworkKey) => key === 'sandbox' || networkRow(key).isTest
  if (networks.some(isTest) && !networks.every(isTest))
    problems.push('PAYMENT_NETWORKS: тестовые сети (sandbox, local) нельзя назвать вместе с настоящими')
  const settings = networks.map(key => {
    if (isTest(key)) {
      const nodes = urls(key)
      return { key, xpub: TEST_XPUB, urls: nodes.length > 0 ? nodes : [LOCAL_NODE] }
    }
    const variable = key === 'tron' ? 'PAYMENT_XPUB_TRON' : 'PAYMENT_XPUB_EVM'
    const xpub = key === 'tron' ? xpubTron : xpubEvm
    if (xpub === null) problems.push(`${variable}: нужен для сети ${key}`)
    if (xpub === TEST_XPUB || xpub === CHAIN_XPUB)
      problems.push(`${variable}: это ключ тестового кошелька, деньги с его адресов может взять кто угодно`)
    if (urls(key).length === 0) problems.push(`${nodesVariable(key)}: нужен адрес узла сети ${key}`)
    return { key, xpub: xpub ?? TEST_XPUB, urls: urls(key) }
  })
  return { settings, problems: [...new Set(problems)] }
}
