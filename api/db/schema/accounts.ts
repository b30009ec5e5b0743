import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid
} from 'drizzle-orm/pg-core'
import type { SessionEntry } from '#shared/contracts/account/security.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import type { Role } from '#shared/labels/roles.ts'
import { bytes, moment } from './column-types.ts'

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: text().notNull(),
    /** Lower case: names are unique ignoring case. */
    usernameKey: text('username_key').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    role: text().$type<Role>().notNull(),
    /** Cached sum of the ledger, never negative. */
    requestsCount: integer('requests_count').notNull().default(0),
    telegramChatId: text('telegram_chat_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    blockedAt: moment('blocked_at'),
    blockedReason: text('blocked_reason'),
    lastLoginAt: moment('last_login_at'),
    purpose: text().$type<PurposeCode>(),
    caseRef: text('case_ref'),
    /** By an administrator or on the machine. */
    factorsResetAt: moment('factors_reset_at')
  },
  table => [
    check('users_requests_not_negative', sql`${table.requestsCount} >= 0`),
    check('users_blocked_with_reason', sql`(${table.blockedAt} is null) = (${table.blockedReason} is null)`),
    check('users_role_known', sql`${table.role} in ('Обычный пользователь', 'Инфинити', 'Администратор')`)
  ]
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256; the token is never stored. */
    refreshHash: bytes('refresh_hash').notNull().unique(),
    /** Valid for seconds after a rotation; later use revokes the session. */
    previousHash: bytes('previous_hash'),
    rotatedAt: moment('rotated_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    device: text(),
    ipPrefix: text('ip_prefix'),
    entry: text().$type<SessionEntry>(),
    /** Title of the passkey used. */
    entryKey: text('entry_key'),
    isNewPlace: boolean('is_new_place').notNull().default(false),
    /** Last proof beyond the session. */
    provedAt: moment('proved_at')
  },
  table => [
    index('sessions_user').on(table.userId),
    index('sessions_previous').on(table.previousHash),
    index('sessions_end').on(table.expiresAt)
  ]
)

export const throttles = pgTable(
  'throttles',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: moment('window_ends_at').notNull()
  },
  table => [index('throttles_window').on(table.windowEndsAt)]
)

export const ipExceptions = pgTable('ip_exceptions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  ipAddress: text('ip_address').notNull().unique(),
  name: text().notNull(),
  description: text(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: moment('created_at').notNull().defaultNow(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' })
})

export const apiTokens = pgTable(
  'api_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** From 0; unique, so that concurrent creation cannot exceed the limit. */
    slot: smallint().notNull(),
    tokenHash: bytes('token_hash').notNull().unique(),
    /** `ps_abcd…wxyz` */
    masked: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsed: moment('last_used'),
    purpose: text().$type<PurposeCode>(),
    caseRef: text('case_ref'),
    title: text(),
    expiresAt: moment('expires_at'),
    /** CIDR; null for any address. */
    networks: text().array(),
    /** Valid until `previous_until`. */
    previousHash: bytes('previous_hash'),
    previousUntil: moment('previous_until')
  },
  table => [
    unique('api_tokens_slot').on(table.userId, table.slot),
    unique('api_tokens_previous_hash').on(table.previousHash),
    check('api_tokens_previous_ends', sql`(${table.previousHash} is null) = (${table.previousUntil} is null)`)
  ]
)

/** Accepted calls per day in Moscow. */
export const tokenDays = pgTable(
  'token_day',
  {
    tokenId: integer('token_id')
      .notNull()
      .references(() => apiTokens.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    calls: integer().notNull()
  },
  table => [primaryKey({ columns: [table.tokenId, table.day] })]
)

export const apiCalls = pgTable('api_call', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  at: moment('at').notNull()
})
/** One row, or none for the default (`SIGNUP_REQUESTS`). */
export const signupTerms = pgTable(
  'signup_terms',
  { id: integer().primaryKey().default(1), requests: integer().notNull() },
  table => [
    check('signup_terms_one', sql`${table.id} = 1`),
    check('signup_terms_some', sql`${table.requests} >= 0`)
  ]
)

export const news = pgTable('news', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  title: text().notNull(),
  category: text().notNull(),
  date: moment('date').notNull().defaultNow(),
  summary: text().notNull(),
  author: text().notNull(),
  isFeatured: boolean('is_featured').notNull().default(false),
  isDraft: boolean('is_draft').notNull().default(false)
})
