import { declare, integerOr } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'

export const chain = declare({
  name: 'chain',
  summary: 'запускает на этой машине тестовую сеть с ничего не стоящими USDT, до Ctrl+C.',
  details: [
    'Сервер берёт её с PAYMENT_NETWORKS=local; платёж на ней оплачивает bun run pay. Сеть помнит всё, пока работает.'
  ],
  arguments: {},
  options: {
    port: integerOr(8_545, 'порт', 'порт узла', { from: 1, to: 65_535 }),
    'block-seconds': integerOr(1, 'секунды', 'время между блоками', { from: 1, to: 60 })
  },
  examples: [['', 'сеть на порту 8545, блок каждую секунду']],
  async run({ options }) {
    const { runChain } = await import('./run-chain.ts')
    return await runChain(options.port, options['block-seconds'])
  }
})

if (import.meta.main) await execute(chain)
