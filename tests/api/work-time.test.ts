import { expect, test } from 'bun:test'
import { WorkTime } from '#api/engines/postgres/deadline.ts'

/** Resolves when the time is over, with the reason. */
const over = (time: WorkTime) =>
  new Promise<unknown>(resolve => {
    time.whenOver = () => resolve(time.reason)
  })

test('is not over before its caller leaves or its milliseconds have passed', () => {
  const time = new WorkTime(new AbortController().signal, 60_000)
  time.throwIfOver()
  expect(time.reason).toBeUndefined()
  time.end()
})

test('is over after its milliseconds, with a TimeoutError', async () => {
  const time = new WorkTime(new AbortController().signal, 5)
  expect(await over(time)).toMatchObject({ name: 'TimeoutError' })
  expect(() => time.throwIfOver()).toThrow('out of time')
})

test('is over with the reason of the caller who leaves, and with no later one', async () => {
  const left = new Error('left')
  const caller = new AbortController()
  const time = new WorkTime(caller.signal, 5)
  let told = 0
  time.whenOver = () => {
    told += 1
  }
  caller.abort(left)
  await Bun.sleep(20)
  expect([time.reason, told]).toEqual([left, 1])
})

test('does not begin for a caller who has left', () => {
  const left = new Error('left')
  expect(() => new WorkTime(AbortSignal.abort(left), 60_000)).toThrow(left)
})

test('tells nobody once it has ended', async () => {
  const caller = new AbortController()
  const time = new WorkTime(caller.signal, 5)
  time.end()
  caller.abort(new Error('left'))
  await Bun.sleep(20)
  expect(time.reason).toBeUndefined()
})
