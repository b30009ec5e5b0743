import type { Candidate, SearchPolicy } from './contract.ts'

/**
 * The authority on what leaves the product, the same for every engine and every role: only sources that the policy
 * allows, nobody who is suppressed, only labels that the passport lists. A suppressed record looks like no record.
 */
export function passGate(candidates: readonly Candidate[], policy: SearchPolicy): Candidate[] {
  const passed: Candidate[] = []
  for (const candidate of candidates) {
    const source = policy.sources.get(candidate.source)
    if (!source || isSuppressed(candidate, policy)) continue
    passed.push(source.fields ? { ...candidate, fields: only(candidate.fields, source.fields) } : candidate)
  }
  return passed
}

/** Of whom nobody read the subject keys may be anybody. */
function isSuppressed({ subjectKeys }: Candidate, policy: SearchPolicy): boolean {
  return policy.isSuppressed !== null && (subjectKeys === null || policy.isSuppressed(subjectKeys))
}

function only(fields: Record<string, string>, labels: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([label]) => labels.includes(label)))
}
