import { UsageError } from '#api/commands/frame/usage-error.ts'
import { withDatabase } from '#api/commands/with-database.ts'
import { findPayment } from '#api/features/payments/service.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { networkRow } from '#api/networks/network-rows.ts'
import { LOCAL_NODE } from '#api/networks/settings.ts'
import { type Hex, testChainAt } from '#api/networks/test-chain/index.ts'
import { microOfCents } from '#shared/rules/payments.ts'
import { MICRO_DIGITS } from './test-amount.ts'

/** `bun run pay`: sends test tokens to the address of a payment of the local network. */
export async function payOnTestChain(
  id: string,
  { amount: wanted, ...options }: { amount: number | undefined; 'another-database': boolean }
): Promise<void> {
  if (!/^[\da-f][\da-f-]{7,35}$/i.test(id)) throw new UsageError('номер платежа: не меньше 8 знаков 0-9, a-f')
  await withDatabase(options, async ({ app }, config) => {
    const payment = await findPayment({ sql: app }, id)
    if (!payment) throw new OperatorError(`Платежа ${id} нет.`)
    const network = config.networks.find(({ key }) => key === 'local')
    if (payment.network !== 'local')
      throw new OperatorError(`Платёж ${id} не в тестовой сети: сервер нужен с PAYMENT_NETWORKS=local.`)
    const micro = wanted ?? microOfCents(payment.amountCents) - payment.receivedMicro - payment.seenMicro
    if (micro <= 0) throw new OperatorError(`Платёж ${id} уже оплачен.`)
    const { tokenContract, decimals } = networkRow('local')
    const units = BigInt(micro) * 10n ** BigInt(decimals - MICRO_DIGITS)
    const chain = testChainAt(network?.urls[0] ?? LOCAL_NODE)
    const hash = await chain.pay(tokenContract as Hex, `0x${payment.account}`, units).catch(error => {
      throw new OperatorError(
        `Тестовая сеть не приняла платёж: ${error.message}. Запущена ли она (bun run chain)?`
      )
    })
    console.log(`Отправлено ${micro / 10 ** MICRO_DIGITS} USDT на ${payment.address}\nТранзакция ${hash}`)
  })
}
