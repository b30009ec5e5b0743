const US_PER_MS = 1_000
/** Bins for each doubling of a time. Each is a fifth longer than the one before it, and a quantile no more exact. */
const PER_DOUBLING = 4

/** The first bin takes all under a millisecond, the last one all from 16 s on. */
const LAST_BIN = PER_DOUBLING * 14

function binOf(tookUs: number): number {
  const bin = 1 + Math.floor(PER_DOUBLING * Math.log2(tookUs / US_PER_MS))
  return Math.max(0, Math.min(bin, LAST_BIN))
}

/** Where a bin begins, in milliseconds. */
const startOf = (bin: number): number => (bin === 0 ? 0 : 2 ** ((bin - 1) / PER_DOUBLING))

/** Counts one duration. Bins after the last that was met are left out. */
export function addDuration(bins: number[], tookUs: number): void {
  const bin = binOf(tookUs)
  while (bins.length <= bin) bins.push(0)
  bins[bin] = (bins[bin] ?? 0) + 1
}

export function addBins(bins: number[], more: readonly number[]): void {
  for (const [bin, count] of more.entries()) bins[bin] = (bins[bin] ?? 0) + count
}

/** So large a share of the durations was shorter, in milliseconds with one digit after the point; null without any. */
export function quantileMs(bins: readonly number[], share: number): number | null {
  let left = share * bins.reduce((sum, count) => sum + count, 0)
  if (left === 0) return null
  for (const [bin, count] of bins.entries()) {
    if (left <= count) {
      const [start, end] = [startOf(bin), startOf(bin + 1)]
      return Math.round((start + (end - start) * (left / count)) * 10) / 10
    }
    left -= count
  }
  return startOf(bins.length)
}
