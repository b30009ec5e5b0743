import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { PATIENCE_MS } from '#api/networks/contract.ts'
import { type Anvil, type AnvilOptions, startAnvil } from './anvil.ts'
import { tokenBytecode } from './compile-token.ts'

const TOKEN = parseAbi([
  'function mint(address to, uint256 value)',
  'function setFee(uint256 share)',
  'function transfer(address to, uint256 value)',
  'function transferTwo(address one, uint256 first, address other, uint256 second)',
  'function transferByBlock(address even, uint256 first, address odd, uint256 second)',
  'function transferMany(address[] to, uint256 value)'
])

/** Anvil's first account, which signs, mints and pays. */
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const GAS = '0x1c9c380'

export type Hex = `0x${string}`
type Rpc = <T = unknown>(method: string, ...params: unknown[]) => Promise<T>

interface Receipt {
  status: Hex
  contractAddress: Hex
  blockNumber: Hex
}

/** Addresses are `0x…`, amounts token units. */
export interface TestChain {
  url: string
  rpc: Rpc
  /** @returns Address; the first one is always the same. */
  deployToken(decimals: number): Promise<Hex>
  /** Mints and pays. @returns Hash of a mined transaction. */
  pay(token: Hex, to: Hex, units: bigint): Promise<Hex>
  payTwo(token: Hex, one: [Hex, bigint], other: [Hex, bigint]): Promise<Hex>
  payMany(token: Hex, to: readonly Hex[], units: bigint): Promise<Hex>
  payByBlock(token: Hex, even: [Hex, bigint], odd: [Hex, bigint]): Promise<Hex>
  setFee(token: Hex, share: bigint): Promise<Hex>
  mine(blocks: number): Promise<void>
  /** Time before the next block. */
  wait(seconds: number): Promise<void>
  stop(): Promise<void>
}

export function testChainAt(url: string): Omit<TestChain, 'stop'> {
  const rpc: Rpc = async (method, ...params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(PATIENCE_MS)
    })
    const { result, error } = (await response.json()) as { result: never; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  async function send(transaction: { to?: Hex; data: Hex }): Promise<Receipt & { hash: Hex }> {
    const hash = await rpc<Hex>('eth_sendTransaction', { from: PAYER, gas: GAS, ...transaction })
    for (;;) {
      const receipt = await rpc<Receipt | null>('eth_getTransactionReceipt', hash)
      if (receipt?.status === '0x0') throw new Error('the transaction was refused')
      if (receipt) return { ...receipt, hash }
      await Bun.sleep(50)
    }
  }

  const call = async (token: Hex, data: Hex): Promise<Hex> => (await send({ to: token, data })).hash
  const mint = (token: Hex, value: bigint) =>
    call(token, encodeFunctionData({ abi: TOKEN, functionName: 'mint', args: [PAYER, value] }))

  return {
    url,
    rpc,
    async deployToken(decimals) {
      const digits = encodeAbiParameters([{ type: 'uint8' }], [decimals]).slice(2)
      return (await send({ data: `${await tokenBytecode()}${digits}` })).contractAddress
    },
    async pay(token, to, units) {
      await mint(token, units)
      return await call(
        token,
        encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [to, units] })
      )
    },
    async payTwo(token, [one, first], [other, second]) {
      await mint(token, first + second)
      const args = [one, first, other, second] as const
      return await call(token, encodeFunctionData({ abi: TOKEN, functionName: 'transferTwo', args }))
    },
    async payMany(token, to, units) {
      await mint(token, units * BigInt(to.length))
      return await call(
        token,
        encodeFunctionData({ abi: TOKEN, functionName: 'transferMany', args: [to, units] })
      )
    },
    async payByBlock(token, [even, first], [odd, second]) {
      await mint(token, first + second)
      const args = [even, first, odd, second] as const
      return await call(token, encodeFunctionData({ abi: TOKEN, functionName: 'transferByBlock', args }))
    },
    setFee: (token, share) =>
      call(token, encodeFunctionData({ abi: TOKEN, functionName: 'setFee', args: [share] })),
    mine: async blocks => {
      await rpc('anvil_mine', `0x${blocks.toString(16)}`)
    },
    wait: async seconds => {
      await rpc('evm_increaseTime', seconds)
    }
  }
}

export async function startTestChain(options: AnvilOptions = {}): Promise<TestChain & Pick<Anvil, 'ended'>> {
  const { url, ended, stop } = await startAnvil(options)
  return { ...testChainAt(url), ended, stop }
}
