const US_PER_MS = 1_000
/** Each bin is a fifth longer, the accuracy of a quantile. */
const PER_DOUBLING = 4

/** Under a millisecond to over 16 s. */
const LAST_BIN = PER_DOUBLING * 14

function binOf(tookUs: number): number {
  const bin = 1 + Math.floor(PER_DOUBLING * Math.log2(tookUs / US_PER_MS))
  return Math.max(0, Math.min(bin, LAST_BIN))
}

/** In milliseconds. */
const startOf = (bin: number): number => (bin === 0 ? 0 : 2 ** ((bin - 1) / PER_DOUBLING))

/** Trailing empty bins are omitted. */
export function addDuration(bins: number[], tookUs: number): void {
  const bin = binOf(tookUs)
  while (bins.length <= bin) bins.push(0)
  bins[bin] = (bins[bin] ?? 0) + 1
}

export function addBins(bins: number[], more: readonly number[]): void {
  for (const [bin, count] of more.entries()) bins[bin] = (bins[bin] ?? 0) + count
}

/** Milliseconds with one digit; null without data. */
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
