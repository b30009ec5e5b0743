/** What most records lack; shared, as the lists of a record are never changed. */
export const NO_TEXTS: string[] = []

/** The wanted items of a list; the list itself when all are. */
export const those = <T>(list: readonly T[], isWanted: (item: T) => boolean): readonly T[] => {
  for (const item of list) if (!isWanted(item)) return list.filter(isWanted)
  return list
}

/** A longer list is cheaper looked through by a set. */
const FEW = 8

/** True for a list in which an item may come again. */
const mayHaveTwins = (items: readonly unknown[]): boolean => {
  if (items.length > FEW) return true
  for (let at = 1; at < items.length; at += 1) if (items.indexOf(items[at]) < at) return true
  return false
}

/** Each item once; the list itself when none comes again in a short one. */
export const unique = <T>(items: T[]): T[] => (mayHaveTwins(items) ? [...new Set(items)] : items)
