import { describe, expect, test } from 'bun:test'
import type { Payment } from '#shared/contracts/payments.ts'
import {
  amountRefusal,
  canCancel,
  confirmationsText,
  countdownText,
  dueAmount,
  networkTrouble,
  openText,
  outcomeText,
  plainAmount,
  purchasePreview,
  termsText,
  untilText,
  waitText
} from '#site/features/payment/payment-view.ts'
import { oddityText } from '#site/lib/payment-oddity.ts'
import { formatUsd, shortId, usdtText } from '#site/lib/payment-text.ts'
import { NETWORK, PAYMENT, TERMS } from './payment.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')
const payment = (change: Partial<Payment>): Payment => ({ ...PAYMENT, ...change })

describe('amounts', () => {
  test.each([
    [50, '50,00 USDT', '50.00'],
    [49.995, '49,995 USDT', '49.995'],
    [0.000001, '0,000001 USDT', '0.000001'],
    [10_000, '10 000,00 USDT', '10000.00'],
    [12.1, '12,10 USDT', '12.10']
  ])('%p is %s, for a wallet %s', (amount, text, forWallet) => {
    expect(plain(usdtText(amount))).toBe(text)
    expect(plainAmount(amount)).toBe(forWallet)
  })

  test('of dollars have cents', () => {
    expect(plain(formatUsd(10_000))).toBe('10 000,00')
  })

  test('a payment is called by the first eight characters of its id', () => {
    expect(shortId(PAYMENT.id)).toBe('3f9a1c07')
  })
})

describe('what an amount brings', () => {
  test.each([
    ['10', '1 000 запросов', '10 × 100 = 1 000'],
    ['99.99', '9 999 запросов', '99,99 × 100 = 9 999'],
    ['100', '11 000 запросов', '100 × 100 = 10 000 и ещё 10 %'],
    ['200', '22 000 запросов', '200 × 100 = 20 000 и ещё 10 %']
  ])('is told before it is paid: %s', (amount, requests, sum) => {
    const promise = purchasePreview(amount, TERMS)
    expect([promise?.requests, promise?.sum].map(text => plain(text ?? ''))).toEqual([requests, sum])
  })

  test.each(['', '9.99', '10000.01', '1e4', '10,5', '0x10', '9'.repeat(400)])(
    'is not told of an amount that cannot be paid: %s',
    amount => {
      expect(purchasePreview(amount, TERMS)).toBeNull()
    }
  )

  test('is not told of an amount that buys nothing, which is refused with the reason', () => {
    const dear = { ...TERMS, rate: 0.01 }
    expect(purchasePreview('99.99', dear)).toBeNull()
    expect(amountRefusal('99.99', dear)).toBe(
      'По нынешнему курсу за эту сумму не выходит ни одного запроса. Введите сумму больше.'
    )
    expect(amountRefusal('100', dear)).toBeNull()
    expect(plain(purchasePreview('100', dear)?.requests ?? '')).toBe('1 запрос')
  })

  test('names no bonus where the multiplier is 1', () => {
    expect(plain(purchasePreview('200', { ...TERMS, bonus_multiplier: 1 })?.sum ?? '')).toBe(
      '200 × 100 = 20 000'
    )
  })

  test('stands over the page in one line', () => {
    expect(plain(termsText(TERMS))).toBe('1 USD = 100 запросов, от 100 USD на 10 % больше')
    expect(plain(termsText({ ...TERMS, rate: 0.5, bonus_multiplier: 1.125 }))).toBe(
      '1 USD = 0,5 запроса, от 100 USD на 12,5 % больше'
    )
    expect(termsText({ ...TERMS, bonus_multiplier: 1 })).toBe('1 USD = 100 запросов')
  })
})

describe('time', () => {
  test.each([
    [2_495_001, '41:36'],
    [60_000, '01:00'],
    [1, '00:01'],
    [0, '00:00'],
    [-5_000, '00:00'],
    [3_909_000, '1:05:09']
  ])('%d ms are left as %s', (ms, text) => {
    expect(countdownText(ms)).toBe(text)
  })

  test('names the day of an end only where it is another', () => {
    expect(untilText('21.11.2026 13:58', '21.11.2026 12:58')).toBe('до 13:58')
    expect(untilText('22.11.2026 00:30', '21.11.2026 23:30')).toBe('до 22.11.2026 00:30')
  })

  test.each([
    [7, 'около 3 минут'],
    [14, 'около 1 минуты'],
    [18, 'меньше минуты'],
    [20, 'меньше минуты']
  ])('after %d confirmations the rest takes %s', (confirmations, text) => {
    expect(plain(waitText(payment({ confirmations }), NETWORK))).toBe(text)
  })

  test('of a network that is not offered any more is not guessed', () => {
    expect(waitText(PAYMENT, undefined)).toBe('')
  })
})

describe('an open payment', () => {
  test('waits, and looks back when its time is over', () => {
    expect(openText(PAYMENT, false)).toBe('Ждём платёж. Страница обновится сама.')
    expect(openText(PAYMENT, true)).toStartWith('Срок вышел. Проверяем')
  })

  test('says how deep the money lies that was noticed', () => {
    const seen = payment({ seen_amount_usdt: 50, outstanding_amount_usdt: 0, confirmations: 7 })
    expect(confirmationsText(seen)).toBe('Платёж замечен, 7/20 подтверждений')
    expect(openText(seen, true)).toStartWith('Деньги пришли.')
  })

  test('asks for what is missing, and for no more', () => {
    const part = payment({ received_amount_usdt: 10, seen_amount_usdt: 15, outstanding_amount_usdt: 25 })
    expect(dueAmount(part)).toBe(25)
    expect(plain(openText(part, false))).toBe(
      'Пришло 25,00 USDT из 50,00 USDT. Осталось доплатить 25,00 USDT на тот же адрес.'
    )
    expect(dueAmount(PAYMENT)).toBe(50)
  })
})

test.each([
  ['nothing has come', {}, true],
  ['dust has come', { received_amount_usdt: 0.004, seen_amount_usdt: 0.005_999 }, true],
  ['a cent has come', { received_amount_usdt: 0.004, seen_amount_usdt: 0.006 }, false],
  ['a part has come', { exception: 'partial', received_amount_usdt: 10, outstanding_amount_usdt: 40 }, false],
  ['money is on its way', { seen_amount_usdt: 50, outstanding_amount_usdt: 0 }, false],
  ['money waits for a decision', { exception: 'review' }, false]
] as const)('can an invoice be cancelled when %s', (_, change, can) => {
  expect(canCancel(payment(change))).toBe(can)
})

test.each([
  [{}, ''],
  [{ exception: 'over' }, 'Пришло больше'],
  [{ admin_credited_requests: 5 }, 'Зачислено администратором'],
  [
    { exception: 'review', admin_credited_requests: 5 },
    'Ждёт решения администратора. Зачислено администратором'
  ]
] as const)('a list says beside the status of %p «%s»', (change, text) => {
  expect(oddityText(payment(change))).toBe(text)
})

describe('an ended payment', () => {
  const PAID = { status: 'completed', received_amount_usdt: 50, used_requests: 5_000 } as const
  test.each([
    ['paid', PAID, 'Зачислено 5 000 запросов.'],
    [
      'paid with a surplus',
      { ...PAID, exception: 'over', received_amount_usdt: 60, used_requests: 6_000 },
      'Зачислено 6 000 запросов. Пришло 60,00 USDT вместо 50,00 USDT: лишнее зачислено по тому же курсу.'
    ],
    [
      'paid late',
      { ...PAID, exception: 'late' },
      'Зачислено 5 000 запросов. Пришло 50,00 USDT вместо 50,00 USDT после срока: зачислено по тому же курсу.'
    ],
    [
      'paid in part',
      { ...PAID, exception: 'partial', received_amount_usdt: 20, used_requests: 2_000 },
      'Зачислено 2 000 запросов. Пришло 20,00 USDT вместо 50,00 USDT: зачислено столько, сколько пришло.'
    ],
    [
      'never paid',
      { status: 'expired' },
      'Срок вышел, деньги не поступили. Если вы их отправили, ничего не делайте: до 28.11.2026 13:58 они зачислятся сами. Позже напишите администратору и назовите номер счёта.'
    ],
    [
      'credited by an administrator',
      { status: 'cancelled', received_amount_usdt: 50, used_requests: 5_000, admin_credited_requests: 5_000 },
      'Зачислено 5 000 запросов. Деньги зачислил администратор.'
    ],
    [
      'credited by an administrator in part',
      {
        status: 'completed',
        exception: 'over',
        received_amount_usdt: 60,
        used_requests: 6_000,
        admin_credited_requests: 1_000
      },
      'Зачислено 6 000 запросов. Из них администратор зачислил 1 000 запросов. Пришло 60,00 USDT вместо 50,00 USDT: лишнее зачислено по тому же курсу.'
    ],
    [
      'under review',
      { status: 'expired', exception: 'review' },
      'Деньги проверяет администратор. Напишите ему и назовите номер счёта.'
    ]
  ] as const)('says what became of the money: %s', (_, change, text) => {
    expect(plain(outcomeText(payment(change)).join(' '))).toBe(text)
  })

  test('that was cancelled asks for no money', () => {
    expect(outcomeText(payment({ status: 'cancelled' })).join(' ')).toStartWith('Не платите')
  })
})

test.each([
  ['ok', ''],
  ['starting', ''],
  ['behind', 'Местная тестовая сеть: новые платежи видны с опозданием. Они не пропадут.'],
  ['down', 'Местная тестовая сеть: новые платежи видны с опозданием. Они не пропадут.'],
  ['halted', 'Приём в этой сети остановлен. Не платите, пока он не возобновится.']
] as const)('a network that is %s is told of as «%s»', (state, text) => {
  expect(networkTrouble({ ...NETWORK, state })).toBe(text)
})
