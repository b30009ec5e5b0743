/** What most records lack; shared, as the lists of a record are never changed. */
export const NONE: string[] = []

/** The wanted items of a list; the list itself when all are. */
export const those = <T>(list: readonly T[], isWanted: (item: T) => boolean): readonly T[] => {
  for (const item of list) if (!isWanted(item)) return list.filter(isWanted)
  return list
}

/** Each text once. */
export const unique = (texts: string[]): string[] => (texts.length > 1 ? [...new Set(texts)] : texts)
