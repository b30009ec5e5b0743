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
  unique
} from 'drizzle-orm/pg-core'
import type { ContactChannel, RequestState, Want } from '#shared/labels/subject-requests.ts'
import { users } from './accounts.ts'
import { bigints, bytes, moment } from './column-types.ts'

/** `docs/guides/subject-requests.md` */
export const subjectRequests = pgTable(
  'subject_request',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    keyHash: bytes('key_hash').notNull(),
    want: text().$type<Want>().notNull(),
    state: text().$type<RequestState>().notNull().default('new'),
    onBehalf: boolean('on_behalf').notNull(),
    channel: text().$type<ContactChannel>().notNull(),
    /** Sealed (`seal.ts`), as `code` and `answer`; null when deleted. */
    stated: bytes('stated'),
    codeHash: bytes('code_hash'),
    /** Only when an administrator hands it over. */
    code: bytes('code'),
    codeExpiresAt: moment('code_expires_at').notNull(),
    codeSentAt: moment('code_sent_at').notNull().defaultNow(),
    codes: smallint().notNull().default(1),
    attempts: smallint().notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    confirmedAt: moment('confirmed_at'),
    /** Last day of the term in Moscow. */
    dueOn: date('due_on'),
    extendedAt: moment('extended_at'),
    decidedAt: moment('decided_at'),
    decidedBy: integer('decided_by').references(() => users.id, { onDelete: 'set null' }),
    reason: text(),
    answer: bytes('answer'),
    /** When the notifier took the answer. */
    answeredAt: moment('answered_at'),
    /** A document proved the identity, so the report may use all that was stated. */
    identityChecked: boolean('identity_checked').notNull().default(false),
    /** Records of somebody else. */
    leftOut: bigints('left_out').notNull().default(sql`'{}'`),
    reportHash: bytes('report_hash'),
    reportExpiresAt: moment('report_expires_at'),
    reportOpenedAt: moment('report_opened_at')
  },
  table => [
    unique('subject_request_key_hash').on(table.keyHash),
    unique('subject_request_report_hash').on(table.reportHash),
    index('subject_request_state').on(table.state, table.dueOn, table.id),
    check('subject_request_want_known', sql`${table.want} in ('access', 'correct', 'object', 'erase')`),
    check(
      'subject_request_state_known',
      sql`${table.state} in ('new', 'open', 'document', 'done', 'refused')`
    ),
    check('subject_request_channel_known', sql`${table.channel} in ('email', 'phone')`),
    check(
      'subject_request_confirmed',
      sql`(${table.state} <> 'new') = (${table.confirmedAt} is not null and ${table.dueOn} is not null)`
    ),
    check(
      'subject_request_decided',
      sql`(${table.state} in ('done', 'refused')) = (${table.decidedAt} is not null)`
    )
  ]
)

export const subjectRequestTokens = pgTable(
  'subject_request_token',
  {
    requestId: integer('request_id')
      .notNull()
      .references(() => subjectRequests.id, { onDelete: 'cascade' }),
    token: bytes('token').notNull(),
    kind: text().notNull(),
    /** The value it is a looser form of; null for the value. */
    mainToken: bytes('main_token')
  },
  table => [
    primaryKey({ columns: [table.requestId, table.token] }),
    index('subject_request_token_token').on(table.token)
  ]
)
