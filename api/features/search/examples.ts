import { EXAMPLES } from '#api/db/seed/examples.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { search } from '#api/engines/search.ts'
import type { CurrentSources, Sources } from '#api/features/sources/service.ts'
import type { ExamplesAnswer } from '#shared/contracts/search.ts'
import { parseLine } from './parse-query.ts'

export type ReadExamples = () => Promise<ExamplesAnswer>

/** Records may come to a source, and go, without a change of the policy. */
const FRESH_MS = 60_000

/**
 * Lines to try, each of which finds somebody now: a click on one costs a credit. Only while everybody who can be found is
 * invented, so that nobody takes a living person for an example.
 */
export function createExamples({
  engine,
  sources
}: {
  engine: SearchEngine
  sources: Sources
}): ReadExamples {
  let latest:
    | { policy: CurrentSources['policy']; readAt: number; answer: Promise<ExamplesAnswer> }
    | undefined

  async function read({ policy, sources: byKey }: CurrentSources): Promise<ExamplesAnswer> {
    const all = [...byKey.values()]
    const isSynthetic = all.every(({ origin, basis }) => origin === 'synthetic' && basis === 'synthetic')
    if (all.length === 0 || !isSynthetic) return { success: true, examples: [], all_synthetic: false }
    const examples: ExamplesAnswer['examples'] = []
    for (const example of EXAMPLES) {
      const plan = parseLine(example.query, null)
      const { candidates } = await search(engine, plan, policy, new AbortController().signal)
      if (passGate(candidates, policy).length > 0) examples.push(example)
    }
    return { success: true, examples, all_synthetic: true }
  }

  return async () => {
    const current = await sources.current()
    const now = performance.now()
    if (latest?.policy === current.policy && now - latest.readAt < FRESH_MS) return await latest.answer
    const answer = read(current)
    latest = { policy: current.policy, readAt: now, answer }
    answer.catch(() => {
      latest = undefined
    })
    return await answer
  }
}
