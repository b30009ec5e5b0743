import type { Section } from '#tests/bench/bench.ts'

const BYTES_A_RECORD = 300

/** P10: what is stored of every record so that it can be found: key indexes, surnames, record numbers. */
export const structures: Section = {
  ids: ['P10'],
  async run({ row, stage }) {
    const { records, keys, surnames, numbers, vocabulary, heap } = (await stage()).structures
    const each = (bytes: number) => (bytes / records).toFixed(0)
    const all = keys + surnames + numbers
    row(
      'P10',
      `search structures ≤ ${BYTES_A_RECORD} B a record`,
      `${each(all)} B: keys ${each(keys)}, surnames ${each(surnames)}, numbers ${each(numbers)}`,
      all <= BYTES_A_RECORD * records
    )
    const words = `${each(vocabulary)} B, ${(vocabulary / 1e6).toFixed(0)} MB in all`
    row('P10', 'the vocabulary, which grows with different names and not with records', words, null)
    row('P10', 'the records themselves', `${each(heap)} B`, null)
  }
}
