/** The value below which `part` of the sorted numbers lie; 0 of none. */
export function quantile(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const ascending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)

export const p95 = (numbers: Iterable<number>) => quantile(ascending(numbers), 0.95)

export function median(numbers: Iterable<number>): number {
  const sorted = ascending(numbers)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** Median of the rounds with the smallest and the largest beside it, so that the noise is seen. */
export function roundsText(rounds: readonly number[], unit: string, digits: number): string {
  const sorted = ascending(rounds)
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const spread = sorted.length > 1 ? ` (${least.toFixed(digits)}–${most.toFixed(digits)})` : ''
  return `${median(sorted).toFixed(digits)}${unit}${spread}`
}
