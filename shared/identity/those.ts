/** The wanted items of a list; the list itself when all are. */
export const those = <T>(list: readonly T[], isWanted: (item: T) => boolean): readonly T[] => {
  for (const item of list) if (!isWanted(item)) return list.filter(isWanted)
  return list
}
