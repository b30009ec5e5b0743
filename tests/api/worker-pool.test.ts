import { afterEach, expect, test } from 'bun:test'
import { openWorkerPool, type WorkerPool } from '#api/processes/worker-pool.ts'
import { COUNTS, type ThreadSetup } from './numbered-thread.ts'

const SCRIPT = new URL('./numbered-thread.ts', import.meta.url)
const NEVER_MS = 600_000

let pool: WorkerPool<string, number>
let lost: string[]
afterEach(() => pool.close())

function open(count: number, opensInMs: number[], options: { startsInTurn?: boolean; deadlineMs?: number }) {
  const counts = new Int32Array(new SharedArrayBuffer(12))
  lost = []
  const setup: ThreadSetup = { counts, opensInMs }
  const onLost = (reason: string) => lost.push(reason)
  pool = openWorkerPool({ script: SCRIPT, setup, count, deadlineMs: 20_000, onLost, ...options })
  return { count: (name: keyof typeof COUNTS) => Atomics.load(counts, COUNTS[name]) }
}

test('gives tasks to threads that are ready while others still open', async () => {
  open(3, [0, NEVER_MS], {})
  const first = await Promise.any([pool.run('a'), pool.run('b'), pool.run('c')])
  expect(await Promise.all(Array.from({ length: 10 }, () => pool.run('d')))).toEqual(Array(10).fill(first))
})

test('starts threads one after the other where many of them would starve each other', async () => {
  const { count } = open(4, [50], { startsInTurn: true })
  while (count('started') < 4 || count('opening') > 0) await Bun.sleep(10)
  expect(count('together')).toBe(1)
  const answers = await Promise.all(Array.from({ length: 40 }, () => pool.run('a')))
  expect(Math.max(...answers)).toBeLessThan(4)
})

test('does not take a thread for stuck that only opens slowly', async () => {
  open(1, [3_000], { deadlineMs: 200 })
  await expect(pool.run('a')).rejects.toThrow('late')
  await Bun.sleep(2_000)
  expect(lost).toEqual([])
})
