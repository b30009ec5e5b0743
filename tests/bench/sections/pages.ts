import type { Section } from '#tests/bench/bench.ts'
import { BUFFERS_PER_LOOKUP, measureLookups, TENTH_TO_SECOND } from '#tests/bench/lookups.ts'
import { exactQueries } from '#tests/bench/queries.ts'
import { SEED } from '#tests/bench/stage.ts'

const QUERIES = 100

/** P7: pages an exact look-up touches, and whether a prepared statement keeps its plan. */
export const lookUps: Section = {
  ids: ['P7'],
  async run({ row, stage }) {
    const ready = await stage()
    const kinds = await measureLookups(ready, exactQueries(ready.people, SEED, QUERIES))
    for (const { kind, buffers, searchBuffers } of kinds) {
      const measured = `${buffers.toFixed(1)} (whole search ${searchBuffers.toFixed(0)})`
      const goal = `buffers per exact look-up ≤ ${BUFFERS_PER_LOOKUP}: ${kind}`
      row('P7', goal, measured, buffers <= BUFFERS_PER_LOOKUP)
    }
    for (const { kind, buffersRatio, timeRatio } of kinds) {
      const worst = Math.max(buffersRatio, timeRatio)
      const measured = `${buffersRatio.toFixed(2)}× buffers, ${timeRatio.toFixed(2)}× time`
      const goal = `10th run ≤ ${TENTH_TO_SECOND}× the 2nd: ${kind}`
      row('P7', goal, measured, worst <= TENTH_TO_SECOND, `${worst.toFixed(2)}×`)
    }
  }
}
