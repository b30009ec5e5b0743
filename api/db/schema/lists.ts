import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique
} from 'drizzle-orm/pg-core'
import type { ListFile, RowChoice } from '#shared/contracts/lists/lists.ts'
import type { MatchBand } from '#shared/contracts/match.ts'
import type { PersonLabel } from '#shared/contracts/person.ts'
import type { Headline } from '#shared/contracts/search.ts'
import type { VerdictValue } from '#shared/contracts/verdict.ts'
import type { ListState, PauseReason } from '#shared/labels/lists.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import { users } from './accounts.ts'
import { bigints, bytes, jsonObject, moment } from './column-types.ts'

/** Its `runner` renews a lease while searching. */
export const lists = pgTable(
  'list',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    publicId: bytes('public_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    isApi: boolean('is_api').notNull(),
    state: text().$type<ListState>().notNull().default('draft'),
    pauseReason: text('pause_reason').$type<PauseReason>(),
    sourceKeys: text('source_keys').array(),
    /** Of the user who started it, for the audit. */
    ipPrefix: text('ip_prefix'),
    runner: text(),
    leaseUntil: moment('lease_until'),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    changedAt: moment('changed_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
    /** When its user looked at its end or pause; null since it was started again. */
    seenAt: moment('seen_at'),
    /** Of a draft made from a file: its columns. */
    file: jsonObject<ListFile>()('file'),
    purpose: text().$type<PurposeCode>(),
    caseRef: text('case_ref'),
    /** The policy for which `withdrawn` rows were told last. */
    shownPolicy: text('shown_policy')
  },
  table => [
    unique('list_public_id').on(table.publicId),
    index('list_user').on(table.userId, table.id.desc()),
    index('list_age').on(table.createdAt),
    index('list_running').on(table.leaseUntil).where(sql`state = 'running'`),
    check('list_state_known', sql`${table.state} in ('draft', 'running', 'paused', 'stopped', 'done')`),
    check(
      'list_pause_known',
      sql`(${table.pauseReason} is not null) = (${table.state} = 'paused') and ${table.pauseReason} in ('user', 'credits')`
    )
  ]
)

/** Lines, outcomes and record numbers, never contents of records. */
export const listRows = pgTable(
  'list_row',
  {
    listId: bigint('list_id', { mode: 'number' })
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    line: text().notNull(),
    /** Kept, never searched. */
    label: text(),
    state: text().$type<'waiting' | 'done' | 'failed' | 'repeat' | 'skipped'>().notNull(),
    /** Code of a skip or the last failure. */
    reason: text(),
    repeatOf: integer('repeat_of'),
    choices: jsonObject<RowChoice[]>()('choices'),
    reading: jsonObject<{ kind: string; value?: string }>()('reading'),
    tries: smallint().notNull().default(0),
    tryAfter: moment('try_after'),
    /** Never `one` unless the best person matches. */
    headline: text().$type<Headline['code']>(),
    /** Where a number, an address or several people were asked. */
    headlineText: text('headline_text'),
    people: integer(),
    bestLabel: text('best_label').$type<PersonLabel>(),
    bestBand: text('best_band').$type<MatchBand>(),
    bestScore: real('best_score'),
    bestRecords: bigints('best_records'),
    sources: integer(),
    results: integer(),
    searchId: bytes('search_id'),
    charged: smallint().notNull().default(0),
    answeredAt: moment('answered_at'),
    verdict: text().$type<VerdictValue>(),
    note: text(),
    verdictAt: moment('verdict_at'),
    /** Nobody of those found may be shown, as far as is known. */
    withdrawn: boolean().notNull().default(false)
  },
  table => [
    primaryKey({ columns: [table.listId, table.n] }),
    index('list_row_waiting').on(table.listId, table.n).where(sql`state = 'waiting'`),
    check('list_row_state_known', sql`${table.state} in ('waiting', 'done', 'failed', 'repeat', 'skipped')`),
    check('list_row_one_matches', sql`${table.headline} <> 'one' or ${table.bestLabel} = 'match'`),
    check('list_row_repeats', sql`(${table.repeatOf} is not null) = (${table.state} = 'repeat')`),
    check('list_row_verdict_known', sql`${table.verdict} in ('same', 'other', 'unclear')`)
  ]
)
