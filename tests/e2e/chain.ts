import { networkRow } from '#api/networks/network-rows.ts'
import { startTestChain } from '#api/networks/test-chain/index.ts'
import { CHAIN_PORT, CHAIN_READY_PORT } from './stage.ts'

/** A chain with worthless USDT, whose blocks come when a test makes one. */
const chain = await startTestChain({ port: CHAIN_PORT })
await chain.deployToken(networkRow('local').decimals)
await chain.mine(2 * networkRow('local').requiredConfirmations)

const ready = Bun.serve({
  port: CHAIN_READY_PORT,
  hostname: '127.0.0.1',
  fetch: () => new Response('ready')
})

process.on('SIGTERM', async () => {
  await Promise.all([ready.stop(true), chain.stop()])
  process.exit(0)
})
