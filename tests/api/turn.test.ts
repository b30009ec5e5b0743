import { expect, test } from 'bun:test'
import { oncePerTurn } from '#api/lib/turn.ts'

const calls: number[][] = []
const ask = oncePerTurn(async (numbers: readonly number[]) => {
  calls.push([...numbers])
  if (numbers.includes(0)) throw new Error('no answer')
  return numbers.map(number => number * 10)
})

test('asks once for what is wanted in one turn, and anew for what comes later', async () => {
  calls.length = 0
  const first = Promise.all([ask(3), ask(1), ask(3)])
  expect(calls).toEqual([])
  await new Promise(setImmediate)
  const second = ask(2)
  expect(await first).toEqual([30, 10, 30])
  expect(await second).toBe(20)
  expect(calls).toEqual([[3, 1, 3], [2]])
})

test('fails for everybody who waits for a call that fails, and for nobody after', async () => {
  const outcomes = await Promise.allSettled([ask(1), ask(0)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask(1)).toBe(10)
})
