import { expect, test } from 'bun:test'
import { surviveKills } from '#tests/kit/payment-kills.ts'

const KILLS = 6

test('a process that is killed while it books loses nothing and books nothing twice', async () => {
  const { kills, inTransaction, paid, transfers, credits } = await surviveKills(KILLS, 7)
  expect(kills).toBe(KILLS)
  expect(inTransaction).toBeGreaterThan(0)
  expect(transfers).toBe(paid)
  const { expected, ledger, balances, payments } = credits
  expect({ ledger, balances, payments }).toEqual({ ledger: expected, balances: expected, payments: expected })
})
