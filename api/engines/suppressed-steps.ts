import type { Reading } from '#shared/contracts/reading.ts'
import { identifierKeyLists } from '#shared/identity/lookup/identifier-key-lists.ts'
import { identifierKind } from '#shared/identity/lookup/plan.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import { identifierSubjects } from '#shared/identity/records/subject.ts'
import type { Lookup, SearchPolicy } from './contract.ts'

/** No key ends like this. */
const UNKNOWN = ' '

/**
 * Replaces suppressed identifiers by values nobody has, so that such a look-up takes its usual time and finds nothing.
 */
export function createSuppressedSteps(
  { readings }: SearchPlan,
  { suppressedKeys, subjectKey }: SearchPolicy
): (lookup: Lookup) => Lookup {
  if (!suppressedKeys) return lookup => lookup
  const isSuppressed = (reading: Reading) => {
    const kind = identifierKind(reading)
    if (kind === null) return false
    return identifierSubjects(kind, reading.value).some(subject => suppressedKeys.has(subjectKey(subject)))
  }
  const identifiers = readings.flatMap(reading => [reading, ...(reading.parts ?? [])])
  const hidden = identifiers.filter(isSuppressed).flatMap(identifierKeyLists)
  if (hidden.length === 0) return lookup => lookup
  return lookup => ({ ...lookup, steps: lookup.steps.map(step => asUnknown(step, hidden)) })
}

function asUnknown(step: PlanStep, hidden: readonly string[][]): PlanStep {
  const keys = hidden.filter(list => list.every(key => step.keys.includes(key))).flat()
  return keys.length === 0
    ? step
    : { ...step, keys: step.keys.map(key => (keys.includes(key) ? key + UNKNOWN : key)) }
}
