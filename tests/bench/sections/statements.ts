import type { Bench, Section } from '#tests/bench/bench.ts'
import { countStatements } from '#tests/bench/counting.ts'
import type { Line } from '#tests/bench/mix.ts'
import { linesAsked, linesOf, openPaid } from './single.ts'

const MOST = 4
const SEARCHES = 1_000

/** P4: what Postgres executes for a full name, one search at a time: nothing is shared with another. */
export const statements: Section = {
  ids: ['P4'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const paid = await openPaid(product.port, askers)
    try {
      const calls = await countStatements(stage.database.owner, async () => {
        for (const line of namesNotAsked(bench, stage)) await paid.ask(line)
      })
      paid.assertPaid()
      judgeStatements(bench, calls, SEARCHES)
    } finally {
      paid.close()
    }
  }
}

/** A large answer of a line that was asked before would cost no look-up. */
function namesNotAsked(bench: Bench, stage: Parameters<typeof linesOf>[0]): Line[] {
  const place = linesAsked(bench)
  return new Map(linesOf(stage, place + SEARCHES)).get('full name')?.slice(place) ?? []
}

export function judgeStatements({ row }: Pick<Bench, 'row'>, calls: number, searches: number): void {
  const each = (calls / searches).toFixed(2)
  const measured = `${each}, those included that the product executes by the clock`
  row('P4', `statements of a paid search of a full name ≤ ${MOST}`, measured, Number(each) <= MOST)
}
