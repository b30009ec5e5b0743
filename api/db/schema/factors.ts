import { bigint, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytes, moment } from './column-types.ts'

/** A draft until its first correct code. */
export const totps = pgTable('totp', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** AES-256-GCM: nonce, text, tag (`features/second-factor/factor-keys.ts`). */
  sealedSecret: bytes('sealed_secret').notNull(),
  /** 30-second step of the last accepted code; earlier ones are refused. */
  lastStep: bigint('last_step', { mode: 'number' }),
  createdAt: moment('created_at').notNull().defaultNow(),
  enabledAt: moment('enabled_at')
})

export const backupCodes = pgTable(
  'backup_code',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** HMAC-SHA256 under a server key. */
    codeHash: bytes('code_hash').notNull(),
    usedAt: moment('used_at')
  },
  table => [primaryKey({ columns: [table.userId, table.codeHash] })]
)

export const passkeys = pgTable(
  'passkey',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    title: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsed: moment('last_used')
  },
  table => [unique('passkey_credential_id').on(table.credentialId), index('passkey_user').on(table.userId)]
)

export const providerAccounts = pgTable(
  'provider_account',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow()
  },
  table => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('provider_account_user').on(table.userId)
  ]
)

/** Recent places; others are new. */
export const loginPlaces = pgTable(
  'login_place',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ipPrefix: text('ip_prefix').notNull(),
    lastAt: moment('last_at').notNull().defaultNow()
  },
  table => [
    primaryKey({ columns: [table.userId, table.ipPrefix] }),
    index('login_place_age').on(table.lastAt)
  ]
)
