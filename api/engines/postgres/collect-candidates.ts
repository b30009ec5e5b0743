import type { Candidate, Found, SearchPolicy } from '#api/engines/contract.ts'
import type { Answered, Lookup, Row } from './statement.ts'

/** What a search has gathered so far, and what it may take. */
export interface Gathered {
  policy: SearchPolicy
  found: Found
  /** Source by the engine's number. */
  keyOf: ReadonlyMap<number, string>
  /** Ids of the records that were taken. */
  seen: Set<string>
  /** How many candidates each source has given in all look-ups. */
  taken: Map<string, number>
}

/** Adds the rows of one look-up that are new, and notes which sources have more or cannot be read. */
export function collect(lookup: Lookup, { rows, hasMore }: Answered, gathered: Gathered): void {
  if (rows.length === 0) return
  const { found, keyOf, seen, taken, policy } = gathered
  const counts = new Map<string, number>()
  for (const [position, row] of rows.entries()) {
    const source = keyOf.get(row.src)
    if (source === undefined) continue
    const recordId = `${source}:${row.rid}`
    if (seen.has(recordId)) continue
    const count = (counts.get(source) ?? 0) + 1
    counts.set(source, count)
    const over = lookup.each === 'source' ? count > lookup.limit : position >= lookup.limit
    const already = taken.get(source) ?? 0
    if (over || already >= policy.perSource) {
      found.more.add(source)
      continue
    }
    taken.set(source, already + 1)
    seen.add(recordId)
    const candidate = read(row, recordId, source, policy)
    if (candidate) found.candidates.push(candidate)
    else found.failed.add(source)
  }
  // Nothing says which sources the rows that were not taken belong to.
  if (hasMore) for (const source of counts.keys()) found.more.add(source)
}

/** A stored row as a candidate, or undefined when its values cannot be read: then its source has failed. */
function read(row: Row, recordId: string, source: string, policy: SearchPolicy): Candidate | undefined {
  const labels = policy.sources.get(source)?.labels ?? []
  const fields: Record<string, string> = {}
  try {
    const values: string[] = JSON.parse(row.doc)
    let position = 0
    for (const value of values) {
      const label = labels[position++]
      if (value !== '' && label !== undefined) fields[label] = value
    }
  } catch {
    return undefined
  }
  return { record_id: recordId, source, fields, subjectKeys: subjectKeysOf(row) }
}

/** From the array literal, where the policy asked for it. */
function subjectKeysOf({ subj }: Row): string[] | null {
  if (subj === undefined) return null
  return subj.length > 2 ? subj.slice(1, -1).split(',') : []
}
