import type { SQL } from 'bun'
import type { NetworkKey, PaymentException, PaymentStatus, ReviewReason } from '#shared/labels/payments.ts'

type Moment = Date | null

export interface DuePayment {
  id: string
  userId: number
  network: NetworkKey
  amountCents: number
  rate: number
  bonusThreshold: number
  bonusMultiplier: number
  dueAt: Date
  cancelledAt: Moment
  deletedAt: Moment
  confirmedAt: Moment
  completedAt: Moment
  witnessedAt: Moment
  status: PaymentStatus
  exception: PaymentException
  credited: number
  /** Null when the account is deleted. */
  username: string | null
  /** 0 when the account is deleted. */
  balance: number
  chainTime: Moment
}

export interface DueTransfer {
  id: number
  paymentId: string
  network: NetworkKey
  txHash: string
  blockNumber: number
  blockTime: Date
  micro: number
  state: 'seen' | 'settled'
  reviewReason: ReviewReason | null
  isDecided: boolean
}

/** The new state, written as is because the row is locked. */
export interface Booking {
  id: string
  userId: number
  status: PaymentStatus
  exception: PaymentException
  expiresAt: string
  receivedMicro: number
  seenMicro: number
  bonusApplied: boolean
  credited: number
  delta: number
  completedAt: string | null
  lastHash: string | null
  lastBlock: number | null
  lastNetwork: NetworkKey | null
  review: { id: number; reason: ReviewReason | null }[]
  notes: { key: string; text: string }[]
}

/** Locks users, payments and transfers in this order, by id, so that bookings cannot deadlock. */
export async function lockPayments(tx: SQL, ids: readonly string[]): Promise<DuePayment[]> {
  const wanted = `{${ids.join(',')}}`
  await tx`SELECT id FROM users WHERE id IN (SELECT user_id FROM payment WHERE id = ANY (${wanted}::uuid[]))
    ORDER BY id FOR NO KEY UPDATE`
  return await tx`SELECT p.id, p.user_id AS "userId", p.network, p.amount_cents AS "amountCents",
      p.rate::float8 AS rate, p.bonus_threshold::float8 AS "bonusThreshold",
      p.bonus_multiplier::float8 AS "bonusMultiplier", p.due_at AS "dueAt", p.cancelled_at AS "cancelledAt",
      p.deleted_at AS "deletedAt", p.confirmed_at AS "confirmedAt", p.completed_at AS "completedAt",
      p.witnessed_at AS "witnessedAt", p.status, p.exception, p.credited, u.username,
      coalesce(u.requests_count, 0) AS balance, c.settled_time AS "chainTime"
    FROM payment p LEFT JOIN users u ON u.id = p.user_id LEFT JOIN chain_cursor c ON c.network = p.network
    WHERE p.id = ANY (${wanted}::uuid[]) ORDER BY p.user_id, p.id FOR NO KEY UPDATE OF p`
}

export async function duePayments(sql: SQL, most: number): Promise<string[]> {
  const rows: { id: string }[] =
    await sql`SELECT id FROM payment WHERE due ORDER BY user_id, id LIMIT ${most}`
  return rows.map(({ id }) => id)
}

export async function transfersOf(tx: SQL, ids: readonly string[]): Promise<DueTransfer[]> {
  return await tx`SELECT id::float8 AS id, payment_id AS "paymentId", network, tx_hash AS "txHash",
      block_number::float8 AS "blockNumber", block_time AS "blockTime", micro::float8 AS micro, state,
      review_reason AS "reviewReason", decision IS NOT NULL AS "isDecided"
    FROM payment_transfer
    WHERE payment_id = ANY (${`{${ids.join(',')}}`}::uuid[]) AND state <> 'orphaned' ORDER BY block_number, log_index, id`
}

/** In the caller's transaction. */
export async function writeBookings(tx: SQL, bookings: readonly Booking[]): Promise<void> {
  const all = JSON.stringify(bookings)
  await tx`UPDATE payment p SET status = s.status, exception = s.exception, expires_at = s."expiresAt",
      received_micro = s."receivedMicro", seen_micro = s."seenMicro", bonus_applied = s."bonusApplied",
      credited = s.credited, completed_at = s."completedAt", last_hash = s."lastHash", last_block = s."lastBlock",
      last_network = s."lastNetwork", due = false
    FROM jsonb_to_recordset(${all}::text::jsonb) AS s (id uuid, status text, exception text, "expiresAt" timestamptz,
      "receivedMicro" bigint, "seenMicro" bigint, "bonusApplied" boolean, credited integer, "completedAt" timestamptz,
      "lastHash" text, "lastBlock" bigint, "lastNetwork" text)
    WHERE p.id = s.id`
  const credits = bookings.filter(({ delta }) => delta > 0)
  if (credits.length > 0) {
    // The reference is the amount credited before, so that each step is booked once.
    const rows: { balance: number | null }[] =
      await tx`SELECT post_credit(s."userId", 'payment', s.ref, s.delta) AS balance
      FROM (SELECT * FROM jsonb_to_recordset(${JSON.stringify(
        credits.map(({ id, userId, credited, delta }) => ({
          userId,
          delta,
          ref: `${id}:${credited - delta}`
        }))
      )}::text::jsonb) AS c ("userId" integer, ref text, delta integer) ORDER BY "userId", ref) s`
    if (rows.some(({ balance }) => balance === null)) throw new Error('a payment was credited before')
  }
  const reviews = bookings.flatMap(({ review }) => review)
  if (reviews.length > 0)
    await tx`UPDATE payment_transfer t SET review_reason = r.reason
      FROM jsonb_to_recordset(${JSON.stringify(reviews)}::text::jsonb) AS r (id bigint, reason text) WHERE t.id = r.id`
  const notes = bookings.flatMap(each => each.notes)
  if (notes.length > 0)
    await tx`INSERT INTO payment_note (key, detail)
      SELECT n.key, jsonb_build_object('text', n.text)
      FROM jsonb_to_recordset(${JSON.stringify(notes)}::text::jsonb) AS n (key text, text text)
      ON CONFLICT (key) DO NOTHING`
}
