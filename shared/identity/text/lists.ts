/** What most records lack; shared, as the lists of a record are never changed. */
export const NO_TEXTS: string[] = []

/** The wanted items of a list; the list itself when all are. */
export const those = <T>(list: readonly T[], isWanted: (item: T) => boolean): readonly T[] => {
  for (const item of list) if (!isWanted(item)) return list.filter(isWanted)
  return list
}

/** A longer list is cheaper looked through by a set. */
const FEW = 8

/** True for a list in which a text may come again. */
const mayHaveTwins = (texts: readonly string[]): boolean => {
  if (texts.length > FEW) return true
  for (let at = 1; at < texts.length; at += 1) if (texts.indexOf(texts[at] ?? '') < at) return true
  return false
}

/** Each text once; the list itself when none comes again in a short one. */
export const unique = (texts: string[]): string[] => (mayHaveTwins(texts) ? [...new Set(texts)] : texts)
