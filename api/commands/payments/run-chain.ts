import { networkRow } from '#api/networks/network-rows.ts'
import { LOCAL_NODE } from '#api/networks/settings.ts'
import { startTestChain } from '#api/networks/test-chain/index.ts'
import { assertPortFree } from '#api/processes/port.ts'

/** `bun run chain`: until it is told to stop. */
export async function runChain(port: number, blockSeconds: number): Promise<number> {
  const { tokenContract, decimals } = networkRow('local')
  assertPortFree({ port, host: '127.0.0.1', choice: '--port ' })
  const chain = await startTestChain({ port, blockSeconds })
  const token = await chain.deployToken(decimals)
  if (token.toLowerCase() !== tokenContract.toLowerCase()) throw new Error(`the token is at ${token}`)
  const node = chain.url === LOCAL_NODE ? '' : ` PAYMENT_RPC_LOCAL=${chain.url}`
  console.log(
    [
      `Тестовая сеть: ${chain.url}, номер ${networkRow('local').chainId}, блок каждые ${blockSeconds} с`,
      `Тестовый USDT: ${tokenContract}, знаков ${decimals}`,
      `Сервер: PAYMENT_NETWORKS=local${node} bun run start`,
      'Оплатить платёж: bun run pay <номер>'
    ].join('\n')
  )
  const stop = () => void chain.stop()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  await chain.ended
  return 0
}
