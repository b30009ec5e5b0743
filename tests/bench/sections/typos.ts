import type { Section } from '#tests/bench/bench.ts'
import { measureFuzzy } from '#tests/bench/fuzzy.ts'

const MOST_MS = 20
const RECALL = 0.98
const OF_TRIGRAM = 30
const TYPOS = 200
/** Trigrams over more names take minutes to build; they grow slower with every name, so fewer speak for them. */
const TRIGRAM_RECORDS = 1_000_000

const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`

/** P8: full names with one typing error. */
export const typos: Section = {
  ids: ['P8'],
  async run({ row, stage }) {
    const { typos, engine, trigram } = await measureFuzzy(await stage(), {
      typos: TYPOS,
      trigramRecords: TRIGRAM_RECORDS
    })
    const times = `${milliseconds(engine.p95Ms)}, median ${milliseconds(engine.medianMs)}`
    row(
      'P8',
      `p95 of ${typos} full names with a typing error ≤ ${MOST_MS} ms`,
      times,
      engine.p95Ms <= MOST_MS
    )
    row('P8', `of them found ≥ ${RECALL}`, engine.recall.toFixed(3), engine.recall >= RECALL)
    if (!trigram) return row('P8', 'trigrams on records', 'this server has no pg_trgm', null)
    const ratio = trigram.p95Ms / engine.p95Ms
    const measured = `p95 ${milliseconds(trigram.p95Ms)} on ${trigram.records} names, found ${trigram.recall.toFixed(3)}`
    const goal = `≥ ${OF_TRIGRAM}× faster than trigrams on records`
    row('P8', goal, measured, ratio >= OF_TRIGRAM, `${ratio.toFixed(1)}×`)
  }
}
