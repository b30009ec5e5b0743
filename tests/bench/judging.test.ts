import { describe, expect, test } from 'bun:test'
import type { Bench } from './bench.ts'
import type { LoadResult } from './load.ts'
import { judgeBeside } from './sections/beside-import.ts'
import { judgeBrowserImport } from './sections/browser-import.ts'
import { judgeCrowd } from './sections/crowd.ts'
import { judgePage } from './sections/import-page.ts'
import { judgePaid } from './sections/paid.ts'
import { judgeKind, judgeSurnames } from './sections/single.ts'
import { judgeStatements } from './sections/statements.ts'
import { judgeTail } from './sections/tail.ts'
import { judgeFirstPerson, judgeInteractions, judgePaints, judgeShifts } from './sections/vitals.ts'
import { type Pace, warmUp } from './warming.ts'

/** «P2 true» for every row that a judgement adds. */
function verdicts(judge: (bench: Pick<Bench, 'row'>) => void): string[] {
  const rows: string[] = []
  judge({ row: (id, _goal, _measured, holds) => rows.push(`${id} ${holds}`) })
  return rows
}

const load = (p50: number, p99: number, failed = 0): LoadResult => ({
  count: 1000,
  charged: 1000 - failed,
  statuses: { 200: 1000 - failed, ...(failed > 0 && { 503: failed }) },
  p50,
  p95: p99,
  p99,
  max: p99,
  seconds: 1,
  perSecond: 1000,
  bytes: 0,
  kinds: {},
  next: 0
})

/** The last cost is that of all further rounds. */
const warmed = (costs: number[], pace: Pace = 'full') =>
  warmUp(async () => (costs.length > 1 ? costs.shift() : costs[0]) ?? 0, pace)

describe('the bench', () => {
  test('warms a server until a search no longer gets cheaper, half a minute at least', async () => {
    expect(await warmed([1000])).toBe('steady after 32 s')
    expect(await warmed([4800, 2900, 3100, 2500, 2350, 2304, 2200])).toBe('steady after 48 s')
    expect(await warmed([1000, 1000, 1000, 949, 900, 850, 850])).toBe('steady after 56 s')
  })

  test('gives up on a server that is never steady, and says so', async () => {
    const falling = () => Array.from({ length: 30 }, (_, at) => 1000 * 0.9 ** at)
    expect(await warmed(falling())).toBe('not steady after 144 s')
    expect(await warmed(falling(), 'quick')).toBe('not steady after 32 s')
    expect(await warmed([1000], 'quick')).toBe('steady after 24 s')
  })

  test('holds a paid search against the naive handler: 1.2 of its rate, 1 and 0.7 of its processor time', () => {
    const naive = [{ perSecond: 500, app: 1000, postgres: 1000 }]
    const judged = (perSecond: number, app: number, postgres: number) =>
      verdicts(bench => judgePaid(bench, [{ perSecond, app, postgres }], naive, ''))
    expect(judged(600, 1000, 700)).toEqual(['P2 true', 'P3 true', 'P3 true'])
    expect(judged(599, 1000, 700)).toEqual(['P2 false', 'P3 true', 'P3 true'])
    expect(judged(600, 1001, 700)).toEqual(['P2 true', 'P3 false', 'P3 true'])
    expect(judged(600, 1000, 701)).toEqual(['P2 true', 'P3 true', 'P3 false'])
  })

  test('holds the median of a kind against that of the raw SQL, and a frequent surname against its p95', () => {
    const raw = Array.from({ length: 100 }, () => 1)
    const judged = (kind: 'identifier' | 'full name', common: number) => {
      const paid = raw.map((_, at) => (at < 90 ? common : 100))
      return verdicts(bench => judgeKind(bench, kind, [{ raw, paid }]))
    }
    expect([judged('identifier', 3), judged('identifier', 3.1)]).toEqual([['P4 true'], ['P4 false']])
    expect([judged('full name', 4), judged('full name', 4.1)]).toEqual([['P4 true'], ['P4 false']])
    expect(verdicts(bench => judgeSurnames(bench, [[1, 12]]))).toEqual(['P4 true'])
    expect(verdicts(bench => judgeSurnames(bench, [[1, 12.1]]))).toEqual(['P4 false'])
  })

  test('lets a paid search of a full name have four statements', () => {
    const judged = (calls: number) => verdicts(bench => judgeStatements(bench, calls, 1000))
    expect([judged(4004), judged(4010)]).toEqual([['P4 true'], ['P4 false']])
  })

  test('misses the tail of a crowd for its length, and for a single 5xx', () => {
    const judged = (rounds: LoadResult[]) => verdicts(bench => judgeTail(bench, 6, rounds))
    expect(judged([load(10, 30)])).toEqual(['P5 true'])
    expect(judged([load(10, 31)])).toEqual(['P5 false'])
    expect(judged([load(10, 20), load(10, 20, 1)])).toEqual(['P5 false'])
    expect(() => judged([{ ...load(10, 20), charged: 900 }])).toThrow('charged')
    const beside = (p99: number, failed = 0) =>
      verdicts(bench => judgeBeside(bench, [load(10, 20)], [load(10, p99, failed)]))
    expect(beside(40)).toEqual(['P5 true'])
    expect(beside(41)).toEqual(['P5 false'])
    expect(beside(40, 1)).toEqual(['P5 false'])
  })

  test('holds an import in the browser against the shell round by round, for 0.8 of its rate', () => {
    const judged = (...browser: number[]) =>
      verdicts(bench => judgeBrowserImport(bench, [10_000, 20_000, 10_000], browser))
    expect(judged(8_000, 16_000, 8_000)).toEqual(['P9 true'])
    expect(judged(7_999, 15_999, 10_000)).toEqual(['P9 false'])
  })

  test('holds an import by the page against the shell, its presses and the searches beside it', () => {
    const rated = (page: number) =>
      verdicts(bench => judgeBrowserImport(bench, [10_000], [page], { id: 'P21' }))
    expect([rated(8_000), rated(7_999)]).toEqual([['P21 true'], ['P21 false']])
    const pressed = (press: number) => verdicts(bench => judgePage(bench, [{ press, task: 500 }]))
    expect([pressed(100), pressed(104)]).toEqual([['P21 true'], ['P21 false']])
    const beside = (p99: number) =>
      verdicts(bench => judgeBeside(bench, [load(10, 20)], [load(10, p99)], { id: 'P21' }))
    expect([beside(40), beside(41)]).toEqual([['P21 true'], ['P21 false']])
  })

  test('holds a page against both its largest paint and its shifts, an answer against its slowest interaction', () => {
    const page = (lcp: number, cls: number) => verdicts(bench => judgePaints(bench, '/', [{ lcp, cls }]))
    expect(page(1.8, 0.02)).toEqual(['P14 true'])
    expect(page(1.81, 0)).toEqual(['P14 false'])
    expect(page(1, 0.021)).toEqual(['P14 false'])
    expect(page(0, 0)).toEqual(['P14 false'])
    const answer = (ms: number) =>
      verdicts(bench =>
        judgeInteractions(bench, '', [new Map([['quick', 16] as const, ['slow', ms] as const])])
      )
    expect(answer(100)).toEqual(['P14 true'])
    expect(answer(104)).toEqual(['P14 false'])
    const used = (shift: number) =>
      verdicts(bench =>
        judgeShifts(bench, '', [new Map([['filter', 0.01] as const, ['more', shift] as const])])
      )
    expect([used(0.01), used(0.011)]).toEqual([['P14 true'], ['P14 false']])
    const first = (...seconds: number[]) => verdicts(bench => judgeFirstPerson(bench, '', seconds))
    expect([first(2, 1.5, 1), first(1, 1.51, 2)]).toEqual([['P14 true'], ['P14 false']])
  })

  test('holds one account against another that asks for 300 at a time: three times its median, nobody refused', () => {
    const judged = (p50: number, failed = 0) =>
      verdicts(bench => judgeCrowd(bench, [load(2, 5)], [load(p50, 40, failed)]))
    expect(judged(6)).toEqual(['P5 true'])
    expect(judged(6.1)).toEqual(['P5 false'])
    expect(judged(6, 1)).toEqual(['P5 false'])
  })
})
