import { EXAMPLES } from '#api/db/seed/examples.ts'
import { passGate } from '#api/engines/gate.ts'
import { type SearchEngines, search } from '#api/engines/search.ts'
import type { CurrentSources, Sources } from '#api/features/sources/service.ts'
import type { ExamplesAnswer } from '#shared/contracts/search.ts'
import { parseLine } from './answer/parse-query.ts'

export type ReadExamples = () => Promise<ExamplesAnswer>

/** Records may change without the policy. */
const FRESH_MS = 60_000

/** Lines that find somebody now, because a click costs a credit; only while all people are synthetic. */
export function createExamples({
  engine,
  external,
  sources
}: SearchEngines & { sources: Sources }): ReadExamples {
  let latest:
    | { policy: CurrentSources['policy']; readAt: number; reading: ReturnType<typeof read> }
    | undefined

  async function read({ policy, sources: byKey }: CurrentSources) {
    const all = [...byKey.values()]
    const isSynthetic = all.every(({ origin, basis }) => origin === 'synthetic' && basis === 'synthetic')
    const answer: ExamplesAnswer = {
      success: true,
      examples: [],
      all_synthetic: all.length > 0 && isSynthetic
    }
    let isComplete = true
    if (!answer.all_synthetic) return { answer, isComplete }
    for (const example of EXAMPLES) {
      const plan = parseLine(example.query, null)
      const { candidates, failed } = await search(
        { engine, external },
        plan,
        policy,
        new AbortController().signal
      )
      if (passGate(candidates, policy).length > 0) answer.examples.push(example)
      if (failed.size > 0) isComplete = false
    }
    return { answer, isComplete }
  }

  return async () => {
    const current = await sources.current()
    const now = performance.now()
    if (latest?.policy === current.policy && now - latest.readAt < FRESH_MS)
      return (await latest.reading).answer
    const own = { policy: current.policy, readAt: now, reading: read(current) }
    latest = own
    const forget = () => {
      if (latest === own) latest = undefined
    }
    own.reading.then(({ isComplete }) => isComplete || forget(), forget)
    return (await own.reading).answer
  }
}
