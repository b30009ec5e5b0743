import { declare } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'

export const xpub = declare({
  name: 'xpub',
  summary: 'печатает открытые ключи (xpub) кошелька для PAYMENT_XPUB_EVM и PAYMENT_XPUB_TRON.',
  details: [
    'Слова кошелька (12 или 24, английские) читаются со стандартного ввода и никуда не записываются. ' +
      'Выполняйте на машине без сети: на сервере слов кошелька быть не должно.'
  ],
  arguments: {},
  options: {},
  examples: [['< слова.txt', 'ключи кошелька, слова которого в файле']],
  async run() {
    const { printXpubs } = await import('./print-xpubs.ts')
    await printXpubs()
  }
})

if (import.meta.main) await execute(xpub)
