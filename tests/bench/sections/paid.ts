import { bookBalances } from '#tests/bench/askers.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import type { LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk } from '#tests/bench/mix.ts'
import type { NaiveOrder } from '#tests/bench/naive-server.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { cpuOf, cpuOfTree, postmasterOf } from '#tests/bench/processes.ts'
import { startServer } from '#tests/bench/server.ts'
import { warmUp } from '#tests/bench/warming.ts'

const TIMES_NAIVE = 1.2
const OF_NAIVE = { app: 1, postgres: 0.7 }
const NAIVE = 'a naive handler of four statements that returns the same records raw'
const ROUNDS = { full: 3, quick: 2 }
const CONNECTIONS = 32
const SECONDS = 5
/** A user and a surname may meet again within the 30 seconds in which the answer is free. */
const PAID_SHARE = 0.99

interface Target {
  port: number
  pid: number
  cookies: readonly string[]
}

/** What a round of one server came to; processor time in microseconds a search. */
export interface Round {
  perSecond: number
  app: number
  postgres: number
}

/** P2 and P3: paid searches over HTTP against a naive handler, in turn. */
export const paid: Section = {
  ids: ['P2', 'P3'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const asks = mixOf(stage).map(searchAsk)
    const server = await startServer<NaiveOrder>('naive-server.ts', { dataDir: stage.dataDir }, 2)
    const naive: Target = { ...server, cookies: askers.plain }
    const ours: Target = { ...product, cookies: askers.paying }
    const [ofOurs, ofNaive]: [Round[], Round[]] = [[], []]
    let warmed = ''
    try {
      const postmaster = postmasterOf(stage.dataDir)
      const measure = async ({ port, pid, cookies }: Target, seconds: number): Promise<Round> => {
        const [app, postgres] = [cpuOf(pid), cpuOfTree(postmaster)]
        const result = await bench.load({ port, connections: CONNECTIONS, seconds, asks, cookies })
        assertPaid(result)
        return {
          perSecond: result.perSecond,
          app: (cpuOf(pid) - app) / result.count,
          postgres: (cpuOfTree(postmaster) - postgres) / result.count
        }
      }
      warmed = await warmUp(async seconds => (await measure(naive, seconds)).app, bench.pace)
      for (let round = 0; round < ROUNDS[bench.pace]; round += 1) {
        ofNaive.push(await measure(naive, SECONDS))
        ofOurs.push(await measure(ours, SECONDS))
      }
    } finally {
      await server.stop()
      await bookBalances(stage)
    }
    judgePaid(bench, ofOurs, ofNaive, `${product.warmed}; the naive handler ${warmed}`)
  }
}

export function assertPaid({ charged, count }: LoadResult): void {
  if (charged < count * PAID_SHARE) throw new Error(`only ${charged} of ${count} searches were charged`)
}

export function judgePaid(
  { row }: Pick<Bench, 'row'>,
  ours: readonly Round[],
  naive: readonly Round[],
  warmed: string
): void {
  const compare = (what: keyof Round, unit: string) => {
    const [of, against] = [ours, naive].map(rounds => rounds.map(round => round[what]))
    return {
      ratio: median(of ?? []) / median(against ?? []),
      measured: `${roundsText(of ?? [], unit, 0)} against ${roundsText(against ?? [], unit, 0)}`
    }
  }
  const rate = compare('perSecond', '/s')
  const goal = `paid searches ≥ ${TIMES_NAIVE}× ${NAIVE}`
  row('P2', goal, `${rate.measured}; ${warmed}`, rate.ratio >= TIMES_NAIVE, `${rate.ratio.toFixed(2)}×`)
  for (const [what, name] of [
    ['app', 'the app'],
    ['postgres', 'Postgres']
  ] as const) {
    const { ratio, measured } = compare(what, ' µs')
    const most = OF_NAIVE[what]
    const goal = `CPU of ${name} for a paid search ≤ ${most}× of ${NAIVE}`
    row('P3', goal, measured, ratio <= most, `${ratio.toFixed(2)}×`)
  }
}
