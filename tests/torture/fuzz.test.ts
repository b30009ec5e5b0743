import { expect, test } from 'bun:test'
import { SLICE_MS, sliceOf } from './slice.ts'

test(
  'bad inputs break no invariant',
  async () => {
    const { broken, done } = await sliceOf('fuzz')
    expect(broken).toEqual([])
    expect(done).toBeGreaterThan(0)
  },
  SLICE_MS
)
