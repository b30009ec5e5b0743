import { ElasticDownError } from './failures.ts'

/** Keeps calls away from a cluster that does not answer. */
interface Breaker {
  /** Passes a call at once or after a probe; else rejects with `ElasticDownError`. */
  enter(): Promise<void>
  succeeded(): void
  failed(): void
}

/** In a row; fewer may be one failing node. */
const FAILURES_MAX = 3
const PAUSE_MS = 300

/** @param probe Whether the cluster answers within a second. */
export function createBreaker(probe: () => Promise<boolean>): Breaker {
  let failures = 0
  let probing: Promise<boolean> | undefined
  let probedAt = Number.NEGATIVE_INFINITY

  async function runProbe(): Promise<boolean> {
    const answers = await probe()
    if (answers) failures = 0
    probedAt = performance.now()
    probing = undefined
    return answers
  }

  return {
    async enter() {
      if (failures < FAILURES_MAX) return
      if (!probing && performance.now() - probedAt < PAUSE_MS) throw new ElasticDownError()
      probing ??= runProbe()
      if (!(await probing)) throw new ElasticDownError()
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
    }
  }
}
