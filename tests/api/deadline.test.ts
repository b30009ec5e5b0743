import { expect, test } from 'bun:test'
import { Deadline } from '#api/lib/deadline.ts'

/** Resolves when the time is over, with the reason. */
const over = (deadline: Deadline) =>
  new Promise<unknown>(resolve => {
    deadline.onExpiry = () => resolve(deadline.reason)
  })

test('is not over before its caller leaves or its milliseconds have passed', () => {
  const deadline = new Deadline(new AbortController().signal, 60_000)
  deadline.throwIfExpired()
  expect(deadline.reason).toBeUndefined()
  deadline.clear()
})

test('is over after its milliseconds, with a TimeoutError', async () => {
  const deadline = new Deadline(new AbortController().signal, 5)
  expect(await over(deadline)).toMatchObject({ name: 'TimeoutError' })
  expect(() => deadline.throwIfExpired()).toThrow('out of time')
})

test('is over with the reason of the caller who leaves, and with no later one', async () => {
  const left = new Error('left')
  const caller = new AbortController()
  const deadline = new Deadline(caller.signal, 5)
  let calls = 0
  deadline.onExpiry = () => {
    calls += 1
  }
  caller.abort(left)
  await Bun.sleep(20)
  expect([deadline.reason, calls]).toEqual([left, 1])
})

test('does not begin for a caller who has left', () => {
  const left = new Error('left')
  expect(() => new Deadline(AbortSignal.abort(left), 60_000)).toThrow(left)
})

test('tells nobody once it has ended', async () => {
  const caller = new AbortController()
  const deadline = new Deadline(caller.signal, 5)
  deadline.clear()
  caller.abort(new Error('left'))
  await Bun.sleep(20)
  expect(deadline.reason).toBeUndefined()
})
