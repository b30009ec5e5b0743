import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { createWatcher } from '#api/features/payments/watcher.ts'
import { tronAddress } from '#api/networks/account-key.ts'
import { openChain } from '#api/networks/chain.ts'
import type { ChainNetwork } from '#api/networks/contract.ts'
import { type NetworkRow, networkRow } from '#api/networks/network-rows.ts'
import { type Hex, startTestChain, type TestChain } from '#api/networks/test-chain/index.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import type { Person } from './people.ts'
import { startApp, type TestApp } from './start-app.ts'

/** Not the words that anvil's own accounts come from: those hold tokens. */
const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

/** An account's public key of the tests' wallet, by its coin: 60 for EVM chains, 195 for TRON. */
function testXpub(coin: 60 | 195, mnemonic = MNEMONIC): string {
  const node = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(`m/44'/${coin}'/0'`)
  return node.wipePrivateData().publicExtendedKey
}

export interface ChainKind {
  title: string
  family: 'evm' | 'tron'
  decimals: 6 | 18
  horizon: number | 'finalized'
}

export const CHAIN_KINDS: readonly ChainKind[] = [
  { title: 'EVM, 6 digits, 3 confirmations', family: 'evm', decimals: 6, horizon: 3 },
  { title: 'TRON, 6 digits, finalized', family: 'tron', decimals: 6, horizon: 'finalized' },
  { title: 'EVM, 18 digits, 3 confirmations', family: 'evm', decimals: 18, horizon: 3 }
]

/** Of a quick run: amounts of its token are not written as ours are. */
export const TRIED_KINDS = process.env.TEST_RUN === 'quick' ? CHAIN_KINDS.slice(-1) : CHAIN_KINDS

const MICRO_DIGITS = 6
const TRON_CHAIN = 728_126_428
const ACCOUNTS_MAX = 100
/** More than any horizon of the tests is deep. */
const DEEP = 6

/** The product over a real chain of this machine, whose network is looked at when the test says so. */
export interface PaymentWorld {
  app: TestApp
  chain: TestChain
  token: Hex
  network: ChainNetwork
  row: NetworkRow
  /** Networks of the same chain through other nodes. */
  through(urls: readonly string[]): ChainNetwork
  /** One look, whatever the rhythm. */
  look(network?: ChainNetwork): Promise<void>
  create(person: Person, usd: string): Promise<Payment>
  read(person: Person, id: string): Promise<Payment>
  /** The address of a payment as the chain knows it. */
  target(payment: Payment): Hex
  /** In the token's units. */
  units(usdt: number): bigint
  pay(payment: Payment, usdt: number): Promise<Hex>
  /** Makes everything final, and looks. */
  settle(): Promise<void>
  /** Lets the chain's clock go on, and looks. */
  pass(minutes: number): Promise<void>
  balance(person: Person): Promise<number>
  ledger(person: Person): Promise<{ kind: string; ref: string; delta: number }[]>
  stop(): Promise<void>
}

export async function openPaymentWorld({ family, decimals, horizon }: ChainKind): Promise<PaymentWorld> {
  const chainId = family === 'tron' ? TRON_CHAIN : 31_337
  const chain = await startTestChain({ chainId })
  const token = await chain.deployToken(decimals)
  // A horizon is never below the first block.
  await chain.mine(DEEP)
  const row: NetworkRow = {
    ...networkRow('local'),
    key: family === 'tron' ? 'tron' : 'local',
    family,
    chainId,
    decimals,
    horizon,
    tokenContract: family === 'tron' ? tronAddress(token.slice(2)) : token
  }
  const xpub = testXpub(family === 'tron' ? 195 : 60)
  const through = (urls: readonly string[]) => openChain(row, xpub, urls)
  const network = through([chain.url])
  const app = await startApp({}, undefined, [network])
  const { owner } = app.database

  /** By the address of a payment: to derive one takes milliseconds. */
  const accounts = new Map<string, string>()
  function accountUntil(address: string): string {
    while (accounts.size < ACCOUNTS_MAX) {
      const account = network.accountOf(accounts.size)
      accounts.set(network.shownAddress(account), account)
      if (network.shownAddress(account) === address) return account
    }
    throw new Error('a payment to none of our accounts')
  }

  const world: PaymentWorld = {
    app,
    chain,
    token,
    network,
    row,
    through,
    async look(other = network) {
      await owner`UPDATE chain_watch SET next_at = now(), held_until = now() - interval '1 second'`
      await createWatcher(app.context.sql, other, [other]).look()
    },
    async create(person, usd) {
      const { status, body } = await person.post('/api/payment/create', { usd_amount: usd })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.data
    },
    read: async (person, id) => (await person.get(`/api/payment/${id}`)).body.data,
    target: ({ generated_address }) =>
      `0x${accounts.get(generated_address) ?? accountUntil(generated_address)}`,
    units: usdt => BigInt(Math.round(usdt * 10 ** MICRO_DIGITS)) * 10n ** BigInt(decimals - MICRO_DIGITS),
    pay: (payment, usdt) => chain.pay(token, world.target(payment), world.units(usdt)),
    async settle() {
      await chain.mine(DEEP)
      await world.look()
    },
    async pass(minutes) {
      await chain.wait(minutes * 60)
      await world.settle()
    },
    async balance(person) {
      const [row] = await owner`SELECT requests_count AS balance FROM users WHERE id = ${person.user.id}`
      return row.balance
    },
    ledger: async person =>
      await owner`SELECT kind, ref, delta FROM credit_ledger
        WHERE user_id = ${person.user.id} AND kind IN ('payment', 'manual') ORDER BY id`,
    async stop() {
      await app.stop()
      await chain.stop()
    }
  }
  await world.look()
  return world
}
