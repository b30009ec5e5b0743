/** Shared by most lists of most records, which are never changed. */
export const NO_TEXTS: string[] = []

export const unique = <T>(items: T[]): T[] => (items.length > 1 ? [...new Set(items)] : items)
