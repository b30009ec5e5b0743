import type { SourceKey } from '#api/engines/contract.ts'

/** Where the records of sources are. */
export const indexOf = (namespace: string, source: SourceKey): string => `${namespace}-${source}`
/** Whether an index has been made by this product, for whatever database. */
export const isOwnIndex = (index: string): boolean => /^sverka-[0-9a-f]{12}-/.test(index)
export const sourceOf = (namespace: string, index: string): SourceKey => index.slice(namespace.length + 1)
