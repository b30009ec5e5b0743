import { expect, test } from 'bun:test'
import { SLICE_MS, sliceOf } from './slice.ts'

test(
  'calls that race break no invariant',
  async () => {
    const { broken, done } = await sliceOf('races')
    expect(broken).toEqual([])
    expect(done).toBeGreaterThan(0)
  },
  SLICE_MS
)
