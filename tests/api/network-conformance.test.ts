import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ChainNetwork, ChainTransfer } from '#api/networks/contract.ts'
import { networkConformance } from '#tests/kit/network-conformance.ts'
import { CHAIN_KINDS, openPaymentWorld, type PaymentWorld } from '#tests/kit/payment-world.ts'

describe.each(CHAIN_KINDS.map(kind => [kind.title, kind] as const))('the adapter on %s', (_title, kind) => {
  let world: PaymentWorld
  beforeAll(async () => {
    world = await openPaymentWorld(kind)
  })
  afterAll(() => world.stop())

  test('keeps the contract', async () => {
    for (const { title, check } of networkConformance(world)) {
      // A node that has refused one question rests, so each is asked through a new one.
      await check(world.through([world.chain.url])).catch(error => {
        throw new Error(`${title}: ${error.message}`)
      })
    }
    expect(networkConformance(world).length).toBe(9)
  })
})

const changed = (
  network: ChainNetwork,
  change: (transfers: ChainTransfer[]) => ChainTransfer[]
): ChainNetwork => ({
  ...network,
  lookAt: async (...call) => {
    const look = await network.lookAt(...call)
    return { ...look, transfers: change(look.transfers) }
  }
})

/** Adapters that break the contract, and the beginning of a requirement that must notice. */
const FLAWS: [string, string, (network: ChainNetwork) => ChainNetwork][] = [
  [
    'loses the second transfer of a transaction',
    'finds every transfer',
    network => changed(network, all => [...new Map(all.map(each => [each.txHash, each])).values()])
  ],
  [
    'gives a transfer twice',
    'finds every transfer',
    network => changed(network, all => [...all, ...all.slice(0, 1)])
  ],
  ['finds nothing', 'finds every transfer', network => changed(network, () => [])],
  [
    'takes the time of now for that of the block',
    'names of each the block',
    network => changed(network, all => all.map(each => ({ ...each, blockTime: Date.now() })))
  ],
  [
    'says that blocks to come are empty',
    'fails for blocks that are not there',
    network => ({
      ...network,
      lookAt: (...call) => network.lookAt(...call).catch(() => ({ hash: '0x', time: 0, transfers: [] }))
    })
  ],
  [
    'takes the newest block for a final one',
    'says how far the chain is',
    network => ({
      ...network,
      tip: async block => {
        const { head } = await network.tip(block)
        return { head, horizon: head }
      }
    })
  ],
  [
    'does not notice that the chain was rewritten',
    'fails when the last settled block',
    network => ({
      ...network,
      tip: () => network.tip(null)
    })
  ],
  [
    'mixes up balances',
    'tells balances in the order',
    network => ({
      ...network,
      balancesOf: async accounts => (await network.balancesOf(accounts)).toReversed()
    })
  ],
  [
    'gives two indexes one account',
    'gives an index one account',
    network => ({
      ...network,
      accountOf: index => network.accountOf(index % 40)
    })
  ]
]

describe('the suite', () => {
  let world: PaymentWorld
  beforeAll(async () => {
    const [kind] = CHAIN_KINDS
    if (!kind) throw new Error('no chain')
    world = await openPaymentWorld(kind)
  })
  afterAll(() => world.stop())

  test.each(FLAWS)('notices an adapter that %s', async (_what, requirement, broken) => {
    const check = networkConformance(world).find(({ title }) => title.startsWith(requirement))
    const fresh = () => world.through([world.chain.url])
    await check?.check(fresh())
    await expect(check?.check(broken(fresh()))).rejects.toThrow()
  })
})
