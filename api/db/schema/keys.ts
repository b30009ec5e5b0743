import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes } from './column-types.ts'

/** Fingerprints (`api/db/keys.ts`); the keys stay outside. */
export const keyFingerprints = pgTable('key_fingerprint', {
  name: text().primaryKey(),
  fingerprint: bytes().notNull()
})
