/** The value of most lists of most records; shared, because these lists are never changed. */
export const NO_TEXTS: string[] = []

/** Each item once. */
export const unique = <T>(items: T[]): T[] => (items.length > 1 ? [...new Set(items)] : items)
