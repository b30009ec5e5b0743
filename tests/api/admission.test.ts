import { describe, expect, test } from 'bun:test'
import { type AdmissionLimits, createAdmission, type Slot } from '#api/features/search/admission.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { until } from '#tests/kit/until.ts'

const ANN = 1
const BEN = 2
const LIMITS: AdmissionLimits = { total: 4, perAccount: 2, waitingPerAccount: 100, waitMs: 60_000 }
const never = () => new AbortController().signal

const admissionWith = (limits: Partial<AdmissionLimits>) => {
  const admission = createAdmission({ ...LIMITS, ...limits })
  const entered: number[] = []
  const slots: Slot[] = []
  const enter = (account: number, signal = never()) => {
    const entering = admission.enter(account, signal).then(slot => {
      entered.push(account)
      slots.push(slot)
      return slot
    })
    // Some wait longer than their test.
    entering.catch(() => {})
    return entering
  }
  return { enter, entered, slots }
}

const turns = async (count: number) => {
  for (let at = 0; at < count; at += 1) await new Promise(setImmediate)
}
const refusalOf = (entering: Promise<unknown>) =>
  entering.then(
    () => null,
    (error: unknown) =>
      error instanceof Refusal ? { code: error.code, wait: error.retryAfterSeconds } : error
  )

describe('slots', () => {
  test('are held by one account only up to its limit, while others find some free', async () => {
    const { enter, entered } = admissionWith({})
    for (let at = 0; at < 5; at += 1) void enter(ANN)
    void enter(BEN)
    await turns(2)
    expect(entered).toEqual([ANN, ANN, BEN])
  })

  test('go to accounts in turn when all are taken, however many searches one has waiting', async () => {
    const { enter, entered, slots } = admissionWith({ total: 1, perAccount: 1 })
    for (let at = 0; at < 50; at += 1) void enter(ANN)
    void enter(BEN)
    void enter(BEN)
    for (let at = 0; at < 5; at += 1) {
      await turns(2)
      slots.at(-1)?.leave()
    }
    expect(entered).toEqual([ANN, ANN, BEN, ANN, BEN])
  })

  test('are never more than there are, and none is lost, when many come and go at once', async () => {
    const admission = createAdmission({ ...LIMITS, total: 3 })
    const now = new Map<number, number>()
    let most = { together: 0, ofOne: 0 }
    let done = 0
    await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        const account = at % 7
        const signal = at % 3 === 0 ? AbortSignal.timeout(at % 20) : never()
        const slot = await admission.enter(account, signal).catch(() => null)
        if (!slot) return
        now.set(account, (now.get(account) ?? 0) + 1)
        most = {
          together: Math.max(
            most.together,
            [...now.values()].reduce((sum, one) => sum + one)
          ),
          ofOne: Math.max(most.ofOne, ...now.values())
        }
        await Bun.sleep(at % 3)
        now.set(account, (now.get(account) ?? 0) - 1)
        done += 1
        slot.leave()
      })
    )
    expect(done).toBeGreaterThanOrEqual(200)
    expect(most.together).toBe(3)
    expect(most.ofOne).toBeLessThanOrEqual(LIMITS.perAccount)
    const again = await Promise.all([1, 2, 3].map(account => admission.enter(account, never())))
    expect(again.map(slot => slot.isFirst)).toEqual([true, true, true])
  })

  test('that rest count for their account, and keep nobody else waiting', async () => {
    const { enter, entered, slots } = admissionWith({ total: 2 })
    await Promise.all([enter(ANN), enter(ANN)])
    void enter(BEN)
    void enter(ANN)
    await turns(2)
    expect(entered).toEqual([ANN, ANN])
    for (const slot of slots.splice(0)) slot.leave(3_600_000)
    await turns(2)
    expect(entered).toEqual([ANN, ANN, BEN])
    await enter(BEN)
    await turns(2)
    expect(entered).toEqual([ANN, ANN, BEN, BEN])
  })

  test('are the account’s again once they have rested', async () => {
    const { enter, slots } = admissionWith({ total: 1, perAccount: 1 })
    await enter(ANN)
    slots[0]?.leave(5)
    await enter(ANN)
    expect(slots).toHaveLength(2)
  })

  test('leave sockets a turn in between, also when the work never waits for anything', async () => {
    const { enter } = admissionWith({ total: 1 })
    let seen = 0
    let isDone = false
    const look = () => {
      seen += 1
      if (!isDone) setImmediate(look)
    }
    setImmediate(look)
    await Promise.all(Array.from({ length: 20 }, () => enter(ANN).then(slot => slot.leave())))
    isDone = true
    expect(seen).toBeGreaterThanOrEqual(18)
  })
})

describe('who waits', () => {
  test('leaves the line with the client, and takes no slot later', async () => {
    const { enter, entered, slots } = admissionWith({ perAccount: 1 })
    await enter(ANN)
    const left = new Error('left')
    const leave = new AbortController()
    const waiting = enter(ANN, leave.signal)
    const next = enter(ANN)
    leave.abort(left)
    await expect(waiting).rejects.toBe(left)
    slots[0]?.leave()
    await next
    expect(entered).toEqual([ANN, ANN])
  })

  test('is refused in time: for its own searches, or for those of everybody', async () => {
    const { enter } = admissionWith({ total: 1, waitMs: 20 })
    await enter(ANN)
    expect(await Promise.all([refusalOf(enter(ANN)), refusalOf(enter(BEN))])).toEqual([
      { code: 'TOO_MANY_SEARCHES', wait: 1 },
      { code: 'OVERLOADED', wait: 1 }
    ])
  })

  test('is refused at once when too many of the account wait already', async () => {
    const { enter } = admissionWith({ perAccount: 1, waitingPerAccount: 3 })
    const all = Array.from({ length: 10 }, () => refusalOf(enter(ANN)))
    const refused = await Promise.race([Promise.all(all.slice(4)), Bun.sleep(1_000)])
    expect(refused).toEqual(Array(6).fill({ code: 'TOO_MANY_SEARCHES', wait: 1 }))
    await enter(BEN)
  })
})

describe('a credit', () => {
  test('is kept for one search only, until it has left', async () => {
    const { enter } = admissionWith({ perAccount: 2 })
    const [first, second] = [await enter(ANN), await enter(ANN)]
    expect(first.holdCredit(1, 1, first.inFlight())).toBe(true)
    const inFlight = second.inFlight()
    expect(second.holdCredit(1, 1, inFlight)).toBe(false)
    const left = second.otherEnded(inFlight)
    first.leave()
    expect(await left).toBe(true)
    // It was read while the first one may have been charged or not.
    expect(second.holdCredit(1, 1, inFlight)).toBe(false)
    expect(await second.otherEnded(second.inFlight())).toBe(false)
    expect(second.holdCredit(1, 0, second.inFlight())).toBe(false)
    expect(second.holdCredit(1, 1, second.inFlight())).toBe(true)
  })

  test('is kept as many times as a search costs', async () => {
    const { enter } = admissionWith({ perAccount: 2 })
    const [dear, cheap] = [await enter(ANN), await enter(ANN)]
    expect(dear.holdCredit(3, 2, dear.inFlight())).toBe(false)
    expect(dear.holdCredit(3, 3, dear.inFlight())).toBe(true)
    expect(cheap.holdCredit(1, 3, cheap.inFlight())).toBe(false)
    expect(cheap.holdCredit(1, 4, cheap.inFlight())).toBe(true)
    dear.leave()
    expect(cheap.inFlight()).toBe(1)
  })
})

describe('rows of lists', () => {
  test('begin when nobody has a slot or waits, and give back none of theirs', async () => {
    const admission = createAdmission(LIMITS)
    const slot = await admission.enter(ANN, never())
    const entered: string[] = []
    void admission.enterBackground(BEN, never()).then(() => entered.push('row'))
    await turns(2)
    expect(entered).toEqual([])
    slot.leave()
    await until(() => entered.length === 1)
    expect(entered).toEqual(['row'])
    expect((await admission.enter(BEN, never())).isFirst).toBe(true)
  })

  const BACKGROUND = { total: 4, patienceMs: 3_600_000, cautionMs: 3_600_000, restTimes: 0 }

  test('are as many at a time as there are places where nobody else searches', async () => {
    const admission = createAdmission(LIMITS, BACKGROUND)
    const rows: Slot[] = []
    for (let at = 0; at < 6; at += 1) void admission.enterBackground(ANN, never()).then(row => rows.push(row))
    await turns(2)
    expect(rows).toHaveLength(4)
    rows[0]?.leave()
    await turns(2)
    expect(rows).toHaveLength(5)
  })

  test('get on beside searches that never end, and leave the line with their signal', async () => {
    const admission = createAdmission(LIMITS)
    await admission.enter(ANN, never())
    const leave = new AbortController()
    const first = admission.enterBackground(BEN, never())
    const second = admission.enterBackground(BEN, leave.signal)
    await first
    leave.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
  })
  test('follow each other one at a time once somebody has searched', async () => {
    const admission = createAdmission(LIMITS, BACKGROUND)
    const search = await admission.enter(BEN, never())
    const rows: Slot[] = []
    for (let at = 0; at < 3; at += 1) void admission.enterBackground(ANN, never()).then(row => rows.push(row))
    search.leave()
    await until(() => rows.length > 0)
    await turns(2)
    expect(rows).toHaveLength(1)
    rows[0]?.leave()
    await turns(2)
    expect(rows).toHaveLength(2)
  })

  test('rest in between, as many times as long as they took', async () => {
    const admission = createAdmission(LIMITS, { ...BACKGROUND, restTimes: 1e9 })
    ;(await admission.enter(BEN, never())).leave()
    const row = await admission.enterBackground(ANN, never())
    await turns(1)
    row.leave()
    const leave = new AbortController()
    const next = admission.enterBackground(ANN, leave.signal)
    await turns(5)
    leave.abort(new Error('left'))
    await expect(next).rejects.toThrow('left')
  })
})
