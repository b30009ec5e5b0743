/** How thoroughly a run measures: `quick` is for a daily look. */
export type Pace = 'full' | 'quick'

/** Until most of what a search runs through is compiled: a server that has just started is half as quick. */
export const WARM_SECONDS = 30
const WARM_ROUND_SECONDS = 8
/** The compiler of JavaScript goes on for about two minutes. */
const WARM_BOUNDS = { full: { least: WARM_SECONDS, most: 150 }, quick: { least: 16, most: 32 } }
/** A round this much cheaper than the two before it says that there is more to come. */
const STILL_FALLS = 0.05

/**
 * Keeps a server at work in rounds until its processor time a search, which `round` answers, no longer falls, but not
 * for ever. Answers how that went, to stand beside the figures.
 */
export async function warmUp(round: (seconds: number) => Promise<number>, pace: Pace): Promise<string> {
  const { least, most } = WARM_BOUNDS[pace]
  const costs: number[] = []
  for (let seconds = WARM_ROUND_SECONDS; seconds <= most; seconds += WARM_ROUND_SECONDS) {
    costs.push(await round(WARM_ROUND_SECONDS))
    if (seconds >= least && isSteady(costs)) return `steady after ${seconds} s`
  }
  return `not steady after ${costs.length * WARM_ROUND_SECONDS} s`
}

function isSteady(costs: readonly number[]): boolean {
  const [before, previous, last] = costs.slice(-3)
  if (before === undefined || previous === undefined || last === undefined) return false
  return last >= ((before + previous) / 2) * (1 - STILL_FALLS)
}
