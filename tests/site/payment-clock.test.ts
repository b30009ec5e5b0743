import { afterEach, expect, setSystemTime, test } from 'bun:test'

afterEach(() => setSystemTime())

const NOW = Date.parse('2026-11-22T12:00:00.400Z')

/** A clock of its own, like a page's. */
async function newClock(): Promise<typeof import('#site/features/payment/server-clock.ts')> {
  clocks += 1
  setSystemTime(NOW)
  return import(`#site/features/payment/server-clock.ts?page=${clocks}`)
}
let clocks = 0

test('the time is the own one until an answer came', async () => {
  const { serverNow } = await newClock()
  expect(serverNow()).toBe(NOW)
})

test.each(['2026-11-22T12:07:00.000Z', '2026-11-22T11:53:00.000Z'])(
  'a clock that is wrong by minutes is put right: %s',
  async iso => {
    const { readServerTime, serverNow } = await newClock()
    readServerTime(iso)
    expect(serverNow()).toBe(Date.parse(iso))
    setSystemTime(NOW + 3_600_000)
    expect(serverNow()).toBe(Date.parse(iso) + 3_600_000)
  }
)

test('the moment that an answer travels moves nothing', async () => {
  const { readServerTime, serverNow } = await newClock()
  readServerTime('2026-11-22T11:59:59.400Z')
  expect(serverNow()).toBe(NOW)
})
