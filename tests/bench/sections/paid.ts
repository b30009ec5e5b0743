import { settleNaive } from '#tests/bench/askers.ts'
import { type Bench, type Section, WARM_SECONDS } from '#tests/bench/bench.ts'
import type { Ask, LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk } from '#tests/bench/mix.ts'
import { median, told } from '#tests/bench/numbers.ts'
import { cpuOf, cpuOfTree, postmasterOf } from '#tests/bench/processes.ts'
import { startServer } from '#tests/bench/server.ts'

const OF_BARE = 0.05
const OF_NAIVE = 1.5
const APP_US = 90
const POSTGRES_US = 170
const ROUNDS = 3
const CONNECTIONS = 32
const SECONDS = 5
/** A user and a surname may meet again within the 30 seconds in which the answer is free. */
const PAID_SHARE = 0.99
const HELLO = '/hello'
const CORE_US = 1_000_000

interface Target {
  name: 'bare' | 'naive, same answer' | 'naive, rows only' | 'product'
  port: number
  pid: number
  asks: readonly Ask[]
  cookies: readonly string[]
}

/** What a round of one server came to; processor time in microseconds a request. */
interface Round {
  perSecond: number
  app: number
  postgres: number
}

/** P2 and P3: paid searches over HTTP against bare Elysia and against a naive handler, in turn. */
export const paid: Section = {
  ids: ['P2', 'P3'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const lines = mixOf(stage)
    const asksAt = (path?: string) => lines.map(line => searchAsk(line, path))
    const bare = await startServer('bare-server.ts', { [HELLO]: { hello: 'world' } }, 1)
    const naive = await startServer('naive-server.ts', { dataDir: stage.dataDir }, 2)
    const targets: Target[] = [
      { ...bare, name: 'bare', asks: [{ kind: HELLO, method: 'GET', path: HELLO }], cookies: [] },
      { ...naive, name: 'naive, same answer', asks: asksAt('/ranked'), cookies: askers.naive },
      { ...naive, name: 'naive, rows only', asks: asksAt('/rows'), cookies: askers.naive },
      { ...product, name: 'product', asks: asksAt(), cookies: askers.paying }
    ]
    const rounds = new Map<Target['name'], Round[]>(targets.map(({ name }) => [name, []]))
    try {
      const postmaster = postmasterOf(stage.dataDir)
      for (const target of targets)
        if (target.port !== product.port) await measure(bench, target, postmaster, WARM_SECONDS)
      for (let at = 0; at < ROUNDS; at += 1)
        for (const target of targets)
          rounds.get(target.name)?.push(await measure(bench, target, postmaster, SECONDS))
    } finally {
      await Promise.all([bare.stop(), naive.stop()])
      await settleNaive(stage)
    }
    report(bench, rounds)
  }
}

async function measure(bench: Bench, target: Target, postmaster: number, seconds: number): Promise<Round> {
  const { name, port, pid, asks, cookies } = target
  const before = [cpuOf(pid), cpuOfTree(postmaster)]
  const result = await bench.load({ port, connections: CONNECTIONS, seconds, asks, cookies })
  if (name !== 'bare') assertPaid(result)
  return {
    perSecond: result.perSecond,
    app: (cpuOf(pid) - (before[0] ?? 0)) / result.count,
    postgres: (cpuOfTree(postmaster) - (before[1] ?? 0)) / result.count
  }
}

export function assertPaid({ charged, count }: LoadResult): void {
  if (charged < count * PAID_SHARE) throw new Error(`only ${charged} of ${count} searches were charged`)
}

function report({ row }: Bench, rounds: ReadonlyMap<Target['name'], Round[]>): void {
  const of = (name: Target['name'], what: keyof Round) => (rounds.get(name) ?? []).map(round => round[what])
  const rate = (name: Target['name']) => median(of(name, 'perSecond'))
  const asRate = (perSecond: number) => `${perSecond.toFixed(0)}/s`
  const asTime = (rounds: readonly number[]) => told(rounds, ' µs', 0)
  const searches = told(of('product', 'perSecond'), '/s', 0)

  // The client has one of two cores: what bare Elysia could do is what its own processor time allows.
  const ceiling = Math.max(rate('bare'), CORE_US / median(of('bare', 'app')))
  const share = rate('product') / ceiling
  row(
    'P2',
    `paid searches ≥ ${OF_BARE * 100} % of what bare Elysia answers`,
    `${searches} of ${asRate(ceiling)} (seen by the client: ${asRate(rate('bare'))})`,
    share >= OF_BARE,
    `${(share * 100).toFixed(2)} %`
  )
  const ratio = rate('product') / rate('naive, same answer')
  const naive = told(of('naive, same answer', 'perSecond'), '/s', 0)
  const goal = `paid searches ≥ ${OF_NAIVE}× a naive handler of four statements that gives the same answer`
  row('P2', goal, `${searches} against ${naive}`, ratio >= OF_NAIVE, `${ratio.toFixed(2)}×`)
  const rows = told(of('naive, rows only', 'perSecond'), '/s', 0)
  const ofRows = `${(rate('product') / rate('naive, rows only')).toFixed(2)}×`
  row('P2', 'the naive handler without ranking, people and summary', rows, null, ofRows)

  const [app, postgres] = [median(of('product', 'app')), median(of('product', 'postgres'))]
  row('P3', `CPU of the app for a paid search ≤ ${APP_US} µs`, asTime(of('product', 'app')), app <= APP_US)
  row(
    'P3',
    `CPU of Postgres for a paid search ≤ ${POSTGRES_US} µs`,
    asTime(of('product', 'postgres')),
    postgres <= POSTGRES_US
  )
  const theirs = [of('naive, same answer', 'app'), of('naive, same answer', 'postgres')].map(asTime)
  row('P3', 'the naive handler: app and Postgres', theirs.join(' and '), null)
}
