/** What a record in an answer has beside the values of its columns. */
const OF_ANSWER = ['record_id', 'duplicates', 'duplicate_ids']
/** Readers of JSON drop it. */
const PROTOTYPE = '__proto__'
/** Checks of input leave these out of objects. */
const DROPPED = new Set([PROTOTYPE, 'constructor', 'prototype'])
const RESERVED = [...OF_ANSWER, PROTOTYPE]

const asColumn = (name: string): string => `${name} (колонка)`

/** The name under which a column of a file is kept: itself but where corrections or answers would lose it. */
export const safeColumnName = (name: string): string => (DROPPED.has(name) ? asColumn(name) : name)

/**
 * Values under names that no key of an answer's record replaces, and that replace none. The same object where none is
 * called so.
 */
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
