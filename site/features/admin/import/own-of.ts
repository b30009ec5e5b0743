/** What is said of a column: one called `toString` has nothing said of it by every object having that. */
export const ownOf = <T>(said: Readonly<Record<string, T>>, label: string): T | undefined =>
  Object.hasOwn(said, label) ? said[label] : undefined
