import type { Bench, Section } from '#tests/bench/bench.ts'
import { failures, type LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk } from '#tests/bench/mix.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { PORT, startProduct } from '#tests/bench/product.ts'
import { assertPaid } from './paid.ts'

const P99_OF_P50 = 3
const THREADS = { full: [1, 2, 3, 4, 5, 6, 7, 8], quick: [1, 2, 8] }
const CONNECTIONS = 32
const ROUNDS = { full: 3, quick: 2 }
const SECONDS = 3
/** Each thread compiles what a search runs through for itself. */
const WARM_SECONDS = 8

/** P5 in quiet: how long the unlucky wait when 32 ask at once, a product for every number of search threads. */
export const tail: Section = {
  ids: ['P5'],
  async run(bench) {
    const [stage, askers] = [await bench.stage(), await bench.askers()]
    const order = { connections: CONNECTIONS, asks: mixOf(stage).map(searchAsk), cookies: askers.paying }
    for (const threads of THREADS[bench.pace]) {
      const env = { SEED: 'none', PORT: String(PORT + 3), SEARCH_THREADS: String(threads) }
      const product = await startProduct(stage.dataDir, env)
      const load = (seconds: number) => bench.tryLoad({ ...order, port: product.port, seconds })
      try {
        await load(WARM_SECONDS)
        const rounds: LoadResult[] = []
        for (let round = 0; round < ROUNDS[bench.pace]; round += 1) rounds.push(await load(SECONDS))
        judgeTail(bench, threads, rounds)
      } finally {
        await product.stop()
      }
    }
  }
}

export function judgeTail({ row }: Pick<Bench, 'row'>, threads: number, rounds: readonly LoadResult[]): void {
  const failed = failuresIn(rounds)
  const ratio = median(rounds.map(({ p99, p50 }) => p99 / p50))
  row(
    'P5',
    `${CONNECTIONS} connections, search threads: ${threads}: p99 ≤ ${P99_OF_P50}× p50 and no 5xx`,
    `${tellTail(rounds)}, ${failed} failed`,
    failed === 0 && ratio <= P99_OF_P50,
    `${ratio.toFixed(2)}×`
  )
}

/**
 * How many answers of these loads were a 5xx or never came.
 *
 * @throws When the others were not all paid searches.
 */
export function failuresIn(rounds: readonly LoadResult[]): number {
  let all = 0
  for (const round of rounds) {
    const failed = failures(round)
    assertPaid({ ...round, count: round.count - failed })
    all += failed
  }
  return all
}

export function tellTail(rounds: readonly LoadResult[]): string {
  const of = (what: 'p50' | 'p99' | 'perSecond') => rounds.map(round => round[what])
  return `p99 ${roundsText(of('p99'), ' ms', 1)}, p50 ${roundsText(of('p50'), ' ms', 1)} at ${median(of('perSecond')).toFixed(0)}/s`
}
