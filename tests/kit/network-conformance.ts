import type { ChainNetwork, ChainTransfer } from '#api/networks/contract.ts'
import type { Hex } from '#api/networks/test-chain/index.ts'
import type { PaymentWorld } from './payment-world.ts'

/** `check` throws when the adapter violates `api/networks/contract.ts`. */
export interface NetworkRequirement {
  title: string
  check(network: ChainNetwork): Promise<void>
}

function demand(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what)
}

const fails = (work: Promise<unknown>) =>
  work.then(
    () => false,
    error => error.name === 'NetworkError'
  )

/** The requirements of the contract, over a chain on which the suite itself pays. */
export function networkConformance({ chain, token, units }: PaymentWorld): NetworkRequirement[] {
  const hexOf = (account: string): Hex => `0x${account}`
  const head = async () => Number(await chain.rpc<string>('eth_blockNumber'))

  /** Pays 1 and 2 to two accounts in one transaction, 3 to the first, and to a stranger. */
  async function paid(network: ChainNetwork, at: number) {
    const [one, other, stranger] = [at, at + 1, at + 2].map(network.accountOf) as [string, string, string]
    const from = (await head()) + 1
    await chain.payTwo(token, [hexOf(one), units(1)], [hexOf(other), units(2)])
    await chain.pay(token, hexOf(one), units(3))
    await chain.pay(token, hexOf(stranger), units(4))
    await chain.pay(token, hexOf(one), 0n)
    const range = { from, to: await head() }
    return { one, other, range, look: await network.lookAt(range, [one, other]) }
  }
  const key = ({ txHash, logIndex }: ChainTransfer) => `${txHash}:${logIndex}`

  return [
    {
      title: 'gives an index one account for ever, and every index another',
      check: async network => {
        const accounts = Array.from({ length: 50 }, (_, index) => network.accountOf(index))
        demand(
          accounts.every((account, index) => account === network.accountOf(index)),
          'another account'
        )
        demand(
          new Set(accounts).size === 50 && accounts.every(each => /^[\da-f]{40}$/.test(each)),
          'no accounts'
        )
      }
    },
    {
      title: 'finds every transfer to the accounts once, also two of one transaction, and no other',
      check: async network => {
        const { one, other, look } = await paid(network, 10)
        const sums = new Map([
          [one, 0n],
          [other, 0n]
        ])
        for (const { to, units } of look.transfers) sums.set(to, (sums.get(to) ?? 0n) + units)
        demand(sums.size === 2 && sums.get(one) === units(4) && sums.get(other) === units(2), 'other amounts')
        demand(new Set(look.transfers.map(key)).size === 3 && look.transfers.length === 3, 'other transfers')
      }
    },
    {
      title: 'names of each the block, its time and who paid',
      check: async network => {
        const { range, look } = await paid(network, 20)
        for (const { block, blockHash, blockTime, from } of look.transfers) {
          const transaction = await chain.rpc<{ hash: string; timestamp: string }>(
            'eth_getBlockByNumber',
            `0x${block.toString(16)}`,
            false
          )
          demand(block >= range.from && block <= range.to && transaction.hash === blockHash, 'another block')
          demand(
            Number(transaction.timestamp) * 1000 === blockTime && /^[\da-f]{40}$/.test(from),
            'another time'
          )
        }
      }
    },
    {
      title: 'names hash and time of the last block of the range',
      check: async network => {
        const { range, look } = await paid(network, 30)
        const transaction = await chain.rpc<{ hash: string; timestamp: string }>(
          'eth_getBlockByNumber',
          `0x${range.to.toString(16)}`,
          false
        )
        demand(
          transaction.hash === look.hash && Number(transaction.timestamp) * 1000 === look.time,
          'another block'
        )
      }
    },
    {
      title: 'finds the same without filters',
      check: async network => {
        const { one, other, range, look } = await paid(network, 40)
        const all = await network.lookAt(range, [one, other], { unfiltered: true })
        demand(
          all.transfers.map(key).toSorted().join() === look.transfers.map(key).toSorted().join(),
          'others'
        )
      }
    },
    {
      title: 'fails for blocks that are not there yet, and does not say that they are empty',
      check: async network => {
        const next = (await head()) + 5
        demand(await fails(network.lookAt({ from: next, to: next }, [network.accountOf(0)])), 'answered')
      }
    },
    {
      title: 'says how far the chain is and what is final of it',
      check: async network => {
        await chain.mine(10)
        const tip = await network.tip(null)
        demand(
          tip.head === (await head()) && tip.horizon < tip.head && tip.horizon > tip.head - 10,
          'another tip'
        )
      }
    },
    {
      title: 'fails when the last settled block has become another one, and goes on when it has not',
      check: async network => {
        const { horizon } = await network.tip(null)
        const { hash } = await network.lookAt({ from: horizon, to: horizon }, [])
        await network.tip({ block: horizon, hash })
        demand(await fails(network.tip({ block: horizon, hash: `0x${'00'.repeat(32)}` })), 'went on')
      }
    },
    {
      title: 'tells balances in the order of the accounts',
      check: async network => {
        const [one, other, none] = [50, 51, 90].map(network.accountOf) as [string, string, string]
        await chain.payTwo(token, [hexOf(one), units(7)], [hexOf(other), units(8)])
        const balances = await network.balancesOf([none, other, one])
        demand(balances.join() === [0n, units(8), units(7)].join(), 'other balances')
      }
    }
  ]
}
