import type { Candidate, SearchPolicy } from './contract.ts'
import { emptyFields } from './fields.ts'

/**
 * The authority on what leaves the product, for every engine and role: only sources of the policy, nobody suppressed,
 * only labels that the passport allows. A suppressed record looks like no record.
 */
export function passGate(candidates: readonly Candidate[], policy: SearchPolicy): Candidate[] {
  const passed: Candidate[] = []
  for (const candidate of candidates) {
    const source = policy.sources.get(candidate.source)
    if (!source || !mayBeShown(candidate, policy)) continue
    passed.push(
      source.fields ? { ...candidate, fields: withLabels(candidate.fields, source.fields) } : candidate
    )
  }
  return passed
}

/** Whether anything of a record may leave. */
export const mayBeShown = (
  record: Pick<Candidate, 'source' | 'subjectKeys'>,
  policy: SearchPolicy
): boolean => policy.sources.has(record.source) && !isSuppressed(record, policy)

/** Fail closed: a candidate whose subject keys were not read counts as suppressed. */
function isSuppressed(
  { subjectKeys }: Pick<Candidate, 'subjectKeys'>,
  { suppressedKeys }: SearchPolicy
): boolean {
  return suppressedKeys !== null && (subjectKeys === null || subjectKeys.some(key => suppressedKeys.has(key)))
}

function withLabels(fields: Record<string, string>, labels: readonly string[]): Record<string, string> {
  const labelled = emptyFields()
  for (const [label, value] of Object.entries(fields)) if (labels.includes(label)) labelled[label] = value
  return labelled
}
