import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { paymentState } from '#api/features/payments/state.ts'
import { CREDIT_TERMS } from '#shared/constants.ts'
import { dueFor } from '#tests/kit/payment-oracle.ts'

test('the state of a payment gives what the table says, whatever came and when', () => {
  const dueAt = 1_800_000_000_000
  const minutes = fc.oneof(
    fc.integer({ min: -60, max: 130 }),
    fc.constantFrom(-1, 0, 1, 60, 61, 62, 10_080, 10_140, 10_141)
  )
  const share = fc.oneof(
    fc.integer({ min: 0, max: 15_000 }),
    fc.constantFrom(3_000, 5_000, 9_999, 10_000, 13_000)
  )
  const facts = fc.record({
    amountCents: fc.constantFrom(1_000, 9_999, 10_000, 15_000, 20_000),
    came: fc.array(
      fc.record({
        minutes,
        share,
        dust: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(0, 9_999, 10_000, 10_001))
      }),
      {
        maxLength: 5
      }
    ),
    later: fc.integer({ min: 0, max: 200 }),
    isConfirmed: fc.boolean()
  })
  fc.assert(
    fc.property(facts, ({ amountCents, came, later, isConfirmed }) => {
      const transfers = came.map((each, id) => ({
        id,
        micro: amountCents * each.share + each.dust,
        time: dueAt + each.minutes * 60_000,
        state: 'settled' as const,
        isDecided: false
      }))
      const lookedAt = Math.max(dueAt, ...transfers.map(({ time }) => time)) + later * 60_000
      const state = paymentState({
        amountCents,
        terms: CREDIT_TERMS,
        dueAt,
        cancelledAt: null,
        deletedAt: null,
        confirmedAt: isConfirmed ? dueAt : null,
        chainTime: lookedAt,
        witnessedAt: lookedAt,
        hasUser: true,
        credited: 0,
        creditsMax: 1_000_000_000,
        transfers
      })
      const agreed = { amount: BigInt(amountCents) * 10_000n, dueAt, isConfirmed }
      const settled = transfers.map(({ micro, time }) => ({ micro: BigInt(micro), time }))
      expect(state.entitlement).toBe(dueFor(agreed, settled, lookedAt))
    }),
    { numRuns: 5_000, seed: 33 }
  )
})
