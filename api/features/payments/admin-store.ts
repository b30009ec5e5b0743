import type { SQL } from 'bun'
import type { AdminPaymentsQuery, ReviewQuery } from '#shared/contracts/admin/payments.ts'
import type { NetworkKey, ReviewReason } from '#shared/labels/payments.ts'
import type { CreditTerms } from '#shared/rules/payments.ts'
import type { StoredPayment } from './store.ts'

interface PaymentTotals {
  cents: number
  micro: number
  grantedInAll: number
}

const NO_TOTALS: PaymentTotals = { cents: 0, micro: 0, grantedInAll: 0 }

export interface Page<Row> {
  rows: Row[]
  total: number
}

export interface StoredTransfer {
  id: number
  paymentId: string
  network: NetworkKey
  txHash: string
  fromAccount: string
  micro: number
  state: 'seen' | 'settled' | 'orphaned'
  blockTime: Date
}

interface StoredReview extends StoredTransfer, CreditTerms {
  reason: ReviewReason
  userId: number
  username: string | null
}

const TRANSFERS_SHOWN = 20

const escaped = (text: string) => text.replace(/[\\%_]/g, sign => `\\${sign}`)

/** `search`: part of the user's name, prefix of an id or address, or a whole hash. */
export async function pageOfPayments(
  sql: SQL,
  query: AdminPaymentsQuery
): Promise<Page<StoredPayment> & { totals: PaymentTotals }> {
  const { status, network, user, from, to, search, limit, offset } = query
  const part = escaped(search)
  const counted: (StoredPayment & PaymentTotals & { total: number })[] =
    await sql`SELECT *, count(*) OVER ()::int AS total, sum("amountCents") OVER ()::float8 AS cents,
      sum("receivedMicro") OVER ()::float8 AS micro, sum(granted) OVER ()::float8 AS "grantedInAll" FROM payment_shown
    WHERE NOT "isDeleted" AND (${status} = '' OR status = ${status}) AND (${network} = '' OR network = ${network})
      AND (${user} = '' OR "userId" = nullif(${user}, '')::int)
      AND (${from} = '' OR "createdAt" >= nullif(${from}, '')::date::timestamp AT TIME ZONE 'Europe/Moscow')
      AND (${to} = '' OR "createdAt" < (nullif(${to}, '')::date + 1)::timestamp AT TIME ZONE 'Europe/Moscow')
      AND (${search} = '' OR username ILIKE ${`%${part}%`} OR id::text ILIKE ${`${part}%`} OR address ILIKE ${`${part}%`}
        OR id IN (SELECT payment_id FROM payment_transfer WHERE tx_hash = lower(${search})))
    ORDER BY "createdAt" DESC, id LIMIT ${limit} OFFSET ${offset}`
  const [first] = counted
  if (!first && offset > 0)
    return { ...(await pageOfPayments(sql, { ...query, limit: 1, offset: 0 })), rows: [] }
  return { rows: counted, total: first?.total ?? 0, totals: first ?? NO_TOTALS }
}

export async function lastTransfers(sql: SQL, ids: readonly string[]): Promise<StoredTransfer[]> {
  return await sql`SELECT t.id::float8 AS id, t.payment_id AS "paymentId", t.network, t.tx_hash AS "txHash",
      t.from_account AS "fromAccount", t.micro::float8 AS micro, t.state, t.block_time AS "blockTime"
    FROM unnest(${`{${ids.join(',')}}`}::uuid[]) AS wanted (id),
      LATERAL (SELECT * FROM payment_transfer p WHERE p.payment_id = wanted.id
        ORDER BY p.block_number DESC, p.log_index DESC LIMIT ${TRANSFERS_SHOWN}) t
    ORDER BY t.block_number DESC, t.log_index DESC`
}

export async function pageOfReview(sql: SQL, { limit, offset }: ReviewQuery): Promise<Page<StoredReview>> {
  const rows: StoredReview[] = await sql`SELECT t.id::float8 AS id, t.payment_id AS "paymentId", t.network,
      t.tx_hash AS "txHash", t.from_account AS "fromAccount", t.micro::float8 AS micro, t.state, t.block_time AS "blockTime",
      t.review_reason AS reason, p.user_id AS "userId", u.username, p.rate::float8 AS rate,
      p.bonus_threshold::float8 AS "bonusThreshold", p.bonus_multiplier::float8 AS "bonusMultiplier"
    FROM payment_transfer t JOIN payment p ON p.id = t.payment_id LEFT JOIN users u ON u.id = p.user_id
    WHERE t.review_reason IS NOT NULL AND t.decision IS NULL ORDER BY t.id LIMIT ${limit} OFFSET ${offset}`
  const [counted] = await sql`SELECT count(*)::int AS total FROM payment_transfer
    WHERE review_reason IS NOT NULL AND decision IS NULL`
  return { rows, total: counted.total }
}

export async function countAllPending(sql: SQL): Promise<number> {
  const [row] = await sql`SELECT count(*)::int AS count FROM payment_shown
    WHERE NOT "isDeleted" AND status = 'pending'`
  return row.count
}
