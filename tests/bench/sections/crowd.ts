import type { Bench, Section } from '#tests/bench/bench.ts'
import { failures, type LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk } from '#tests/bench/mix.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'

const OF_QUIET = 3
const CROWD = 300
const ROUNDS = 3
const SECONDS = 5
/** Until all of the crowd wait, and after it nobody is left. */
const APART_MS = 1_500
/** The others of the crowd are told to wait, with 429. */
const CROWD_SECONDS = SECONDS + (2 * APART_MS) / 1_000

/** P5 beside 300 searches at a time of one account: how long another account waits, against a quiet hour. */
export const crowd: Section = {
  ids: ['P5'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const [crowded = '', ...others] = askers.paying
    const order = { port: product.port, asks: mixOf(stage).map(searchAsk) }
    const one = () =>
      bench.tryLoad({ ...order, connections: 1, seconds: SECONDS, cookies: others.slice(0, 1) })
    const [quiet, beside]: [LoadResult[], LoadResult[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await one())
      const many = bench.tryLoad({
        ...order,
        connections: CROWD,
        seconds: CROWD_SECONDS,
        cookies: [crowded]
      })
      await Bun.sleep(APART_MS)
      beside.push(await one())
      await many
      await Bun.sleep(APART_MS)
    }
    judgeCrowd(bench, quiet, beside)
  }
}

export function judgeCrowd(
  { row }: Pick<Bench, 'row'>,
  quiet: readonly LoadResult[],
  beside: readonly LoadResult[]
): void {
  const medians = (rounds: readonly LoadResult[]) => rounds.map(({ p50 }) => p50)
  const refused = beside.reduce((sum, round) => sum + failures(round) + (round.statuses[429] ?? 0), 0)
  const ratio = median(medians(beside)) / median(medians(quiet))
  row(
    'P5',
    `beside ${CROWD} searches at a time of one account: another's p50 ≤ ${OF_QUIET}× quiet, none refused`,
    `${roundsText(medians(beside), ' ms', 1)} against ${roundsText(medians(quiet), ' ms', 1)}, ${refused} refused`,
    ratio <= OF_QUIET && refused === 0,
    `${ratio.toFixed(2)}×`
  )
}
