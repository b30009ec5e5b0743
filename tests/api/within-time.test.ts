import { expect, test } from 'bun:test'
import { withinTime } from '#api/engines/within-time.ts'

/** Work that ends when its signal fires, with the signal's reason. */
const untilFired = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

test('gives work its time and hands on what it answers', async () => {
  const { signal } = new AbortController()
  expect(await withinTime(signal, 60_000, async until => until.aborted)).toBe(false)
})

test('stops work that takes longer, with a TimeoutError', async () => {
  const { signal } = new AbortController()
  await expect(withinTime(signal, 5, untilFired)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('stops work with the reason of the caller who leaves', async () => {
  const left = new Error('left')
  const caller = new AbortController()
  const work = withinTime(caller.signal, 60_000, untilFired)
  caller.abort(left)
  await expect(work).rejects.toBe(left)
})

test('does not begin for a caller who has left', async () => {
  const left = new Error('left')
  let hasBegun = false
  const work = withinTime(AbortSignal.abort(left), 60_000, async () => {
    hasBegun = true
  })
  await expect(work).rejects.toBe(left)
  expect(hasBegun).toBe(false)
})
