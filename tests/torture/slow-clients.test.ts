import { expect, test } from 'bun:test'
import { SLICE_MS, sliceOf } from './slice.ts'

test(
  'slow clients break no invariant',
  async () => {
    const { broken, done } = await sliceOf('slow')
    expect(broken).toEqual([])
    expect(done).toBeGreaterThan(0)
  },
  SLICE_MS
)
