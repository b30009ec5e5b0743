import { NETWORK_TITLES, type NetworkKey } from '#shared/labels/payments.ts'
import { readXpub } from './account-key.ts'
import { networkRow } from './network-rows.ts'

/**
 * Account `m/44'/60'/0'` of «legal winner … yellow», words of a published test. Whoever has them has what comes to its
 * addresses, so that it is for test networks alone.
 */
export const TEST_XPUB =
  'xpub6Bh6Cg7bvjFdW6VEAaZmsyhZh86WdJ9Kr5aqqY5LN7UFLpxTrxsiys213UCu8MAYjcq5JhF7jzZXvruGfWfPbxqsByNNhwWaNQRuhP3JcC3'

/** The same of «test test … junk», the words of a test chain's own accounts: those pay, so that none may be paid. */
const CHAIN_XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP'

/** A network that the configuration names; `readConfig` guarantees key and nodes of the real ones. */
export interface NetworkSetting {
  key: NetworkKey
  xpub: string
  urls: readonly string[]
}

export const NETWORK_KEYS = Object.keys(NETWORK_TITLES) as NetworkKey[]

/** Where `bun run chain` listens. */
export const LOCAL_NODE = 'http://127.0.0.1:8545'

/** What the environment says of payments, by the variables' names. */
export interface PaymentVariables {
  networks: readonly NetworkKey[]
  xpubEvm: string | null
  xpubTron: string | null
  /** Addresses of nodes. */
  urls(key: NetworkKey): readonly string[]
}

export const NODES_PREFIX = 'PAYMENT_RPC_'
export const nodesVariable = (key: NetworkKey): string => `${NODES_PREFIX}${key.toUpperCase()}`

/** For a variable: an account's public key. @throws Error whose message continues «ИМЯ: …». */
export function xpubText(text: string): string {
  readXpub(text)
  return text
}

/** The networks of a configuration, and in Russian what keeps it from being one. */
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
