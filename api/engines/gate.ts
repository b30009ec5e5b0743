import { emptyFields } from '#api/book/fields.ts'
import { statedParties } from '#shared/identity/parties/stated.ts'
import { subjectsOfPeople } from '#shared/identity/parties/subjects.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { hasTooManyPairs, peopleIn } from '#shared/identity/records/subject.ts'
import type { Candidate, SearchPolicy, SourceInPolicy } from './contract.ts'

/** Decides what leaves the product, for every engine and role. A suppressed record looks like no record. */
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

type Judged = Pick<Candidate, 'source' | 'subjectKeys'> & Partial<Pick<Candidate, 'fields'>>

export const mayBeShown = (record: Judged, policy: SearchPolicy): boolean => {
  const source = policy.sources.get(record.source)
  return source !== undefined && !isSuppressed(record, source, policy)
}

/** Fail closed: a candidate whose subject keys were not read counts as suppressed. */
function isSuppressed(record: Judged, source: SourceInPolicy, policy: SearchPolicy): boolean {
  const { suppressedKeys } = policy
  if (suppressedKeys === null) return false
  const keys = source.olderRule ? keysOfFields(record.fields, source, policy) : record.subjectKeys
  return keys === null || keys.some(key => suppressedKeys.has(key))
}

/** Recomputed subject keys; null when nobody can tell whose the record is. */
export function keysOfFields(
  fields: Judged['fields'],
  { columns, parties }: SourceInPolicy,
  { subjectKey }: SearchPolicy
): string[] | null {
  if (!fields) return null
  const attributes = readAttributes(fields, columns)
  if (hasTooManyPairs(peopleIn(attributes))) return null
  return subjectsOfPeople(attributes, statedParties(fields, columns, parties)).map(subjectKey)
}

function withLabels(fields: Record<string, string>, labels: readonly string[]): Record<string, string> {
  const labelled = emptyFields()
  for (const [label, value] of Object.entries(fields)) if (labels.includes(label)) labelled[label] = value
  return labelled
}
