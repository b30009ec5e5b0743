import type { SQL } from 'bun'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'

export interface ReconciliationResult {
  users: number
  payments: number
  addresses: number
  /** In Russian. */
  findings: string[]
}

const RECONCILIATIONS_KEPT = 30
const LISTED = 100
/** The newest, to spare the nodes. */
const ADDRESSES = 500

export async function isReconciliationDue(sql: SQL, hours: number): Promise<boolean> {
  const [row] = await sql`SELECT coalesce(max(at) < now() - make_interval(hours => ${hours}), true) AS due
    FROM payment_reconciliation`
  return row.due
}

export async function storeReconciliation(
  sql: SQL,
  result: ReconciliationResult
): Promise<StoredReconciliation> {
  const stored = { ...result, findings: result.findings.slice(0, LISTED) }
  const [row] = await sql`INSERT INTO payment_reconciliation (detail)
    VALUES (${JSON.stringify(stored)}::text::jsonb) RETURNING at`
  await sql`DELETE FROM payment_reconciliation
    WHERE id < (SELECT min(id) FROM (SELECT id FROM payment_reconciliation ORDER BY id DESC LIMIT ${RECONCILIATIONS_KEPT}) newest)`
  return { ...stored, at: row.at }
}

export type StoredReconciliation = ReconciliationResult & { at: Date }

export async function lastReconciliation(sql: SQL): Promise<StoredReconciliation | null> {
  const [row] = await sql`SELECT at, detail FROM payment_reconciliation ORDER BY id DESC LIMIT 1`
  return row ? { at: row.at, ...row.detail } : null
}

export async function wrongBalances(
  sql: SQL
): Promise<{ all: number; wrong: { userId: number; balance: number; ledger: number }[] }> {
  const wrong =
    await sql`SELECT u.id AS "userId", u.requests_count AS balance, coalesce(l.sum, 0)::int AS ledger
    FROM users u LEFT JOIN (SELECT user_id, sum(delta) AS sum FROM credit_ledger GROUP BY user_id) l ON l.user_id = u.id
    WHERE u.requests_count <> coalesce(l.sum, 0) ORDER BY u.id LIMIT ${LISTED}`
  const [counted] = await sql`SELECT count(*)::int AS all FROM users`
  return { all: counted.all, wrong }
}

/** Credited amounts that differ from the ledger, or completed payments without a row. */
export async function wrongPayments(
  sql: SQL
): Promise<{ all: number; wrong: { id: string; credited: number; ledger: number }[] }> {
  const wrong = await sql`SELECT p.id, p.credited, coalesce(l.sum, 0)::int AS ledger FROM payment p
    LEFT JOIN (SELECT split_part(ref, ':', 1) AS id, sum(delta) AS sum FROM credit_ledger WHERE kind = 'payment' GROUP BY 1) l
      ON l.id = p.id::text
    WHERE p.credited <> coalesce(l.sum, 0) OR (p.status = 'completed' AND coalesce(l.sum, 0) = 0 AND p.exception <> 'review')
    ORDER BY p.created_at LIMIT ${LISTED}`
  const [counted] = await sql`SELECT count(*)::int AS all FROM payment`
  return { all: counted.all, wrong }
}

/** Addresses that may have received money since. */
export async function addressesOf(
  sql: SQL,
  network: NetworkKey,
  days: number
): Promise<{ id: string; account: string; bookedUnits: string }[]> {
  return await sql`SELECT p.id, p.account,
      coalesce((SELECT sum(t.units) FROM payment_transfer t
        WHERE t.payment_id = p.id AND t.network = ${network} AND t.state <> 'orphaned'), 0)::text AS "bookedUnits"
    FROM payment p WHERE p.network = ${network} AND p.created_at > now() - make_interval(days => ${days})
    ORDER BY p.created_at DESC LIMIT ${ADDRESSES}`
}

/** @throws Refusal `FORBIDDEN` for a former administrator. */
export const auditReconciliation = (sql: SQL, actor: Actor): Promise<void> =>
  noteAdminAct(orm(sql), { ...actor, action: 'payment_reconcile' })
