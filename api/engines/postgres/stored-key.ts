import { hashKey } from './hash.ts'

/** The stored form of a key as statements write it. */
export const storedKey = (key: string): string => String(hashKey(key))
