import type { Candidate, SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import { emptyFields } from '#api/engines/fields.ts'
import type { Hit } from './searching.ts'

/** A record under the labels of its source. */
export function candidateOf(
  { stored, subjectKeys }: Hit,
  source: SourceKey,
  { sources, suppressedKeys }: SearchPolicy
): Candidate {
  const labels = sources.get(source)?.labels ?? []
  const fields = emptyFields()
  for (const [position, value] of (stored?.v ?? []).entries()) {
    const label = labels[position]
    if (value !== '' && label !== undefined) fields[label] = value
  }
  return {
    record_id: `${source}:${stored?.r ?? ''}`,
    source,
    fields,
    subjectKeys: suppressedKeys ? subjectKeys : null
  }
}
