const OF_ANSWER = ['record_id', 'duplicates', 'duplicate_ids']
const PROTOTYPE = '__proto__'
/** Input checks drop these keys. */
const DROPPED = new Set([PROTOTYPE, 'constructor', 'prototype'])
const RESERVED = [...OF_ANSWER, PROTOTYPE]

const asColumn = (name: string): string => `${name} (колонка)`

/** Safe name of a column, changed only where corrections or answers would lose it. */
export const safeColumnName = (name: string): string => (DROPPED.has(name) ? asColumn(name) : name)

/** Renames fields that would collide with keys of an answer; usually the same object. */
export function shownFields(fields: Record<string, string>): Record<string, string> {
  if (!RESERVED.some(name => Object.hasOwn(fields, name))) return fields
  const shown: [string, string][] = []
  for (const [name, value] of Object.entries(fields)) {
    let free = name
    while (RESERVED.includes(free) || (free !== name && Object.hasOwn(fields, free))) free = asColumn(free)
    shown.push([free, value])
  }
  return Object.fromEntries(shown)
}
