import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import type { NetworkKey, PaymentException, PaymentStatus, ReviewReason } from '#shared/labels/payments.ts'
import { jsonObject, moment } from './column-types.ts'

const micro = (name: string) => bigint(name, { mode: 'number' })
const decimal = (name: string) => numeric(name, { precision: 14, scale: 4, mode: 'number' })

/** One row, or none for the default (`CREDIT_TERMS`). */
export const paymentTerms = pgTable(
  'payment_terms',
  {
    id: integer().primaryKey().default(1),
    rate: decimal('rate').notNull(),
    bonusThreshold: decimal('bonus_threshold').notNull(),
    bonusMultiplier: decimal('bonus_multiplier').notNull()
  },
  table => [
    check('payment_terms_one', sql`${table.id} = 1`),
    check('payment_terms_positive', sql`${table.rate} >= 0.01 and ${table.bonusMultiplier} >= 1`)
  ]
)

/** An address index is never given twice. */
export const paymentKeys = pgTable('payment_key', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  xpub: text().notNull().unique(),
  nextIndex: integer('next_index').notNull().default(0)
})

/** Status, exception, amounts and deadline are computed by `paymentState` whenever `due` is set. */
export const payments = pgTable(
  'payment',
  {
    id: uuid().primaryKey(),
    /** No foreign key: it outlives the account. */
    userId: integer('user_id').notNull(),
    network: text().$type<NetworkKey>().notNull(),
    tokenContract: text('token_contract').notNull(),
    /** As the network writes it. */
    address: text().notNull(),
    /** The address as 40 hex digits, common to the networks of a key. */
    account: text().notNull().unique(),
    keyId: integer('key_id')
      .notNull()
      .references(() => paymentKeys.id),
    keyIndex: integer('key_index').notNull(),
    amountCents: integer('amount_cents').notNull(),
    rate: decimal('rate').notNull(),
    bonusThreshold: decimal('bonus_threshold').notNull(),
    bonusMultiplier: decimal('bonus_multiplier').notNull(),
    /** Nothing can have arrived before. */
    createdBlock: bigint('created_block', { mode: 'number' }),
    clientKey: text('client_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Original deadline; `expires_at` may be later after a part. */
    dueAt: moment('due_at').notNull(),
    cancelledAt: moment('cancelled_at'),
    deletedAt: moment('deleted_at'),
    confirmedAt: moment('confirmed_at'),
    confirmedBy: integer('confirmed_by'),
    confirmReason: text('confirm_reason'),

    status: text().$type<PaymentStatus>().notNull().default('pending'),
    exception: text().$type<PaymentException>().notNull().default('none'),
    expiresAt: moment('expires_at').notNull(),
    receivedMicro: micro('received_micro').notNull().default(0),
    seenMicro: micro('seen_micro').notNull().default(0),
    bonusApplied: boolean('bonus_applied').notNull().default(false),
    /** Sum of its ledger rows of kind `payment`. */
    credited: integer().notNull().default(0),
    completedAt: moment('completed_at'),
    lastHash: text('last_hash'),
    lastBlock: bigint('last_block', { mode: 'number' }),
    lastNetwork: text('last_network').$type<NetworkKey>(),
    /** Its state must be computed again. */
    due: boolean().notNull().default(false),
    /** Last comparison of balance and transfers. */
    witnessedAt: moment('witnessed_at')
  },
  table => [
    unique('payment_index_once').on(table.keyId, table.keyIndex),
    index('payment_user').on(table.userId, table.createdAt.desc()),
    index('payment_newest').on(table.createdAt.desc()),
    index('payment_due').on(table.userId, table.id).where(sql`due`),
    index('payment_open').on(table.network, table.expiresAt).where(sql`status = 'pending'`),
    uniqueIndex('payment_client_key').on(table.userId, table.clientKey).where(sql`client_key is not null`),
    check('payment_status_known', sql`${table.status} in ('pending', 'completed', 'expired', 'cancelled')`),
    check(
      'payment_exception_known',
      sql`${table.exception} in ('none', 'partial', 'over', 'late', 'marked', 'review')`
    ),
    check('payment_amounts', sql`${table.amountCents} > 0 and ${table.credited} >= 0`)
  ]
)

/** Each token log once. */
export const paymentTransfers = pgTable(
  'payment_transfer',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    network: text().$type<NetworkKey>().notNull(),
    txHash: text('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    blockHash: text('block_hash').notNull(),
    blockTime: moment('block_time').notNull(),
    fromAccount: text('from_account').notNull(),
    toAccount: text('to_account').notNull(),
    tokenContract: text('token_contract').notNull(),
    /** Smallest unit, and whole millionths. */
    units: numeric({ precision: 78, scale: 0 }).notNull(),
    micro: micro('micro').notNull(),
    /** `seen`: unconfirmed; `settled`: final; `orphaned`: reversed by the chain. */
    state: text().$type<'seen' | 'settled' | 'orphaned'>().notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    reviewReason: text('review_reason').$type<ReviewReason>(),
    decision: text().$type<'credited' | 'dismissed'>(),
    decidedBy: integer('decided_by'),
    decidedAt: moment('decided_at'),
    decidedCredits: integer('decided_credits').notNull().default(0)
  },
  table => [
    unique('payment_transfer_once').on(table.network, table.txHash, table.logIndex),
    index('payment_transfer_payment').on(table.paymentId),
    index('payment_transfer_seen').on(table.network).where(sql`state = 'seen'`),
    index('payment_transfer_review').on(table.id).where(sql`review_reason is not null and decision is null`),
    index('payment_transfer_hash').on(table.txHash),
    check('payment_transfer_some', sql`${table.units} > 0 and ${table.micro} >= 0`),
    check('payment_transfer_state', sql`${table.state} in ('seen', 'settled', 'orphaned')`),
    check('payment_transfer_decision', sql`${table.decision} in ('credited', 'dismissed')`)
  ]
)

/** Moves in the transaction that stores the transfers. */
export const chainCursors = pgTable('chain_cursor', {
  network: text().$type<NetworkKey>().primaryKey(),
  /** Transfers are settled up to this block; its hash shows a reorganised chain (empty after a halt was lifted). */
  settledBlock: bigint('settled_block', { mode: 'number' }).notNull(),
  settledHash: text('settled_hash').notNull(),
  settledTime: moment('settled_time').notNull(),
  headBlock: bigint('head_block', { mode: 'number' }).notNull(),
  headTime: moment('head_time').notNull(),
  scannedAt: moment('scanned_at').notNull().defaultNow()
})

/** Watching process and last error, apart from the cursor. */
export const chainWatches = pgTable('chain_watch', {
  network: text().$type<NetworkKey>().primaryKey(),
  holder: uuid(),
  heldUntil: moment('held_until').notNull().default(sql`now()`),
  nextAt: moment('next_at').notNull().default(sql`now()`),
  /** Only an administrator can lift a halt. */
  isHalted: boolean('is_halted').notNull().default(false),
  failures: integer().notNull().default(0),
  lastError: text('last_error'),
  lastErrorAt: moment('last_error_at')
})

/** Messages written with their cause. */
export const paymentNotes = pgTable(
  'payment_note',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull().unique(),
    detail: jsonObject<{ text: string }>()().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    nextAt: moment('next_at').notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    /** Chats that received it. */
    sentTo: text('sent_to').array().notNull().default(sql`'{}'`),
    doneAt: moment('done_at'),
    lastError: text('last_error')
  },
  table => [index('payment_note_due').on(table.nextAt).where(sql`done_at is null`)]
)

/** Daily check of the books. */
export const reconciliations = pgTable('payment_reconciliation', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
  detail: jsonObject<{ users: number; payments: number; addresses: number; findings: string[] }>()().notNull()
})
