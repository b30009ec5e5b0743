import type { Section } from '#tests/bench/bench.ts'

const BYTES_A_RECORD = 300

/** P10: what is stored beside the records so that they can be found. */
export const structures: Section = {
  ids: ['P10'],
  async run({ row, stage }) {
    const { records, keys, surnames, numbers, vocabulary, heap } = (await stage()).structures
    const each = (bytes: number) => (bytes / records).toFixed(0)
    const all = keys + surnames + numbers + vocabulary
    row(
      'P10',
      `search structures ≤ ${BYTES_A_RECORD} B a record`,
      `${each(all)} B: keys ${each(keys)}, surnames ${each(surnames)}, numbers ${each(numbers)}, vocabulary ${each(vocabulary)}`,
      all <= BYTES_A_RECORD * records
    )
    row('P10', 'the records themselves', `${each(heap)} B`, null)
  }
}
