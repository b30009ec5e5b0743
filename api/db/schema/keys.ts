import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes } from './column-types.ts'

/** Which keys the data were made with (`api/db/keys.ts`). The keys themselves stay outside the database. */
export const keyFingerprints = pgTable('key_fingerprint', {
  /** The variable that gives the key. */
  name: text().primaryKey(),
  fingerprint: bytes().notNull()
})
