const TRIES = 3
/** Some systems count processor time in steps of several milliseconds. */
const MEASURED_MS = 40
const RATED_WORDS = 1_000

/** A fixed work of the kind that readers of lines do: about a millisecond of a quiet machine. */
function fixedWork(): number {
  let length = 0
  for (let at = 0; at < RATED_WORDS; at += 1)
    length += `слово ${at.toString(36)}`.replace(/\p{L}+/gu, word => word.toUpperCase()).length
  return length
}

function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Of one of as many runs as can be measured. */
function meanCpuMs(work: () => unknown): number {
  let [ms, runs] = [0, 0]
  for (; ms < MEASURED_MS; runs += 1) ms += cpuMs(work)
  return ms / runs
}

/** Least processor time of this thread, in milliseconds: what others run meanwhile does not count. For ratios. */
export const leastCpuMs = (work: () => unknown): number =>
  Math.min(...Array.from({ length: TRIES }, () => meanCpuMs(work)))

let unitMs: number | undefined

/**
 * What a work costs this thread at least, in units of a fixed work that takes about a millisecond of a quiet machine:
 * a slow processor makes both dearer. Too coarse for less than some units.
 *
 * @param enough It is not tried again once it has cost no more.
 */
export function costOf(work: () => unknown, enough: number): number {
  unitMs ??= leastCpuMs(fixedWork)
  let cost = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && cost > enough; tries += 1) cost = Math.min(cost, cpuMs(work) / unitMs)
  return cost
}
