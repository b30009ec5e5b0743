import type { Payment } from '#shared/contracts/payments.ts'
import { PAYMENT_STATUSES } from '#shared/labels/payments.ts'
import type { Sheet } from '#site/lib/export/sheet.ts'
import { oddityText } from '#site/lib/payment-oddity.ts'

/** One row a payment. */
export const paymentsSheet = (payments: readonly Payment[]): Sheet => ({
  name: 'платежи',
  columns: [
    { title: 'Номер' },
    { title: 'Создан (Москва)', as: 'moment' },
    { title: 'Срок оплаты (Москва)', as: 'moment' },
    { title: 'Сумма, USD', as: 'money' },
    { title: 'Статус' },
    { title: 'Примечание' },
    { title: 'К оплате, USDT', as: 'money' },
    { title: 'Пришло, USDT', as: 'money' },
    { title: 'Зачислено запросов' },
    { title: 'Запросов за 1 USD' },
    { title: 'Зачислен (Москва)', as: 'moment' },
    { title: 'Сеть' },
    { title: 'Адрес' },
    { title: 'Номер перевода' }
  ],
  rows: payments.map(payment => [
    payment.id,
    new Date(payment.created_at),
    new Date(payment.expires_at),
    payment.amount_usd,
    PAYMENT_STATUSES[payment.status] ?? payment.status,
    oddityText(payment) || null,
    payment.expected_amount_usdt,
    payment.received_amount_usdt,
    payment.used_requests,
    payment.rate,
    payment.completed_at === null ? null : new Date(payment.completed_at),
    payment.network_title,
    payment.generated_address,
    payment.transaction_hash
  ])
})
