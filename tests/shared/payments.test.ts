import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { creditsOf, microOfCents, usdAmount } from '#shared/rules/payments.ts'

const TERMS = { rate: 100, bonusThreshold: 100, bonusMultiplier: 1.1 }
const NOT_MONEY = 'Введите сумму цифрами, например 50 или 49.99'
const LEAST = 'Минимальная сумма 10 USD'
const MOST = 'Максимальная сумма 10000 USD'

describe('an amount in dollars', () => {
  test.each([
    ['10', 1_000],
    ['10.00', 1_000],
    ['10.000', 1_000],
    ['49.99', 4_999],
    ['49.9', 4_990],
    [10_000, 1_000_000],
    [12.5, 1_250]
  ])('%p is so many cents', (amount, cents) => {
    expect(v.parse(usdAmount, amount)).toBe(cents)
  })

  test.each([
    ['9.99', LEAST],
    ['0', LEAST],
    ['10000.01', MOST],
    ['9'.repeat(400), MOST],
    ['10.001', 'В сумме не больше двух знаков после точки'],
    ['NaN', NOT_MONEY],
    [Number.NaN, NOT_MONEY],
    [Number.POSITIVE_INFINITY, MOST],
    ['1e4', NOT_MONEY],
    ['10,5', NOT_MONEY],
    ['0x10', NOT_MONEY],
    ['-10', LEAST],
    [-5, LEAST],
    [1e-7, LEAST],
    ['', NOT_MONEY],
    [' 10', NOT_MONEY],
    ['10.', NOT_MONEY],
    ['١٠', NOT_MONEY],
    [['10', '20'], NOT_MONEY],
    [null, NOT_MONEY],
    [1e21, MOST]
  ])('%p is refused', (amount, text) => {
    const checked = v.safeParse(usdAmount, amount, { abortEarly: true })
    expect(checked.issues?.[0].message).toBe(text)
  })
})

describe('credits', () => {
  test('of every amount of cents are whole and exact', () => {
    for (let cents = 1_000; cents <= 1_000_000; cents += 1) {
      // At 100 requests a dollar a cent is a request, and a tenth more from 100 dollars on.
      const exact = cents < 10_000 ? cents : Math.trunc((cents * 11) / 10)
      if (creditsOf(microOfCents(cents), TERMS) !== exact) throw new Error(`${cents} cents`)
    }
    expect(creditsOf(microOfCents(1_000_000), TERMS)).toBe(1_100_000)
  })

  test('never fall when the amount grows, whatever the terms', () => {
    const terms = fc.record({
      rate: fc.integer({ min: 100, max: 10_000_000 }).map(scaled => scaled / 10_000),
      bonusThreshold: fc.integer({ min: 0, max: 1_000_000 }).map(cents => cents / 100),
      bonusMultiplier: fc.integer({ min: 10_000, max: 30_000 }).map(scaled => scaled / 10_000)
    })
    const micro = fc.integer({ min: 0, max: 20_000_000_000 })
    fc.assert(
      fc.property(terms, micro, micro, (some, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const [low, high] = [creditsOf(less, some), creditsOf(more, some)]
        return Number.isSafeInteger(low) && low <= high && low >= 0
      })
    )
  })
})
