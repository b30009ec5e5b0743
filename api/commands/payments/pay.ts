import { DATABASE_OPTIONS, WHICH_DATABASE } from '#api/commands/database-options.ts'
import { declare, required, valued } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'
import { testAmount } from './test-amount.ts'

export const pay = declare({
  name: 'pay',
  summary: 'оплачивает платёж в тестовой сети, которую запустил bun run chain.',
  details: ['Без --amount платит столько, сколько осталось.', WHICH_DATABASE],
  arguments: { payment: required('номер', 'номер платежа, целиком или первые 8 знаков') },
  options: { amount: valued('USDT', 'другая сумма, например 9.99', testAmount), ...DATABASE_OPTIONS },
  examples: [
    ['3f9a1c07', 'платит остаток'],
    ['3f9a1c07 --amount 5', 'платит часть']
  ],
  async run({ arguments: { payment }, options }) {
    const { payOnTestChain } = await import('./pay-on-test-chain.ts')
    await payOnTestChain(payment, options)
  }
})

if (import.meta.main) await execute(pay)
