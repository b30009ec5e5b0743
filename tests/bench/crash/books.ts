import type { SQL } from 'bun'
import type { Row } from '../goal.ts'
import { type Call, type Journal, type Kill, nameOf, wasAnswered, wasLost } from './journal.ts'

interface Booked {
  username: string
  query: string
  charges: number
  refunds: number
}

/** What the whole database says of its credits. */
export interface Sums {
  charges: number
  refunds: number
  deliveries: number
  differing: number
  negative: number
  incomplete: number
  audited: number
}

/** An answer this long before a kill was confirmed before it, if it ever was. */
const CONFIRMED_MS = 1_000

export async function sumsOf(owner: SQL): Promise<Sums> {
  const [sums] = await owner<Sums[]>`SELECT
      (SELECT count(*)::int FROM credit_ledger WHERE kind = 'search') AS charges,
      (SELECT count(*)::int FROM credit_ledger WHERE kind = 'refund') AS refunds,
      (SELECT count(*)::int FROM search_delivery) AS deliveries,
      (SELECT count(*)::int FROM users u WHERE requests_count <> (
        SELECT coalesce(sum(delta), 0) FROM credit_ledger l WHERE l.user_id = u.id)) AS differing,
      (SELECT count(*)::int FROM users WHERE requests_count < 0) AS negative,
      (SELECT count(*)::int FROM credit_ledger l
        LEFT JOIN search_history h ON h.id = l.ref::bigint AND h.user_id = l.user_id
        LEFT JOIN audit_event a ON a.actor_id = l.user_id AND a.detail->>'history_id' = l.ref
          AND a.action = CASE l.kind WHEN 'search' THEN 'search' ELSE 'search_refund' END
        WHERE l.kind IN ('search', 'refund') AND (h.id IS NULL OR a.id IS NULL)) AS incomplete,
      (SELECT count(*)::int FROM audit_event
        WHERE action = 'search' AND (detail->>'charged')::int > 0) AS audited`
  if (!sums) throw new Error('no sums')
  return sums
}

/** What holds of the credits whoever asked for what, when every charge is delivered or refunded. */
export const soundness = (sums: Sums): Omit<Row, 'id'>[] => [
  none('deliveries left', sums.deliveries),
  none('balances that differ from their ledger', sums.differing),
  none('negative balances', sums.negative),
  none('ledger rows without history or audit', sums.incomplete),
  // Each of the former has a row of the audit: as many are the same ones, once each.
  {
    goal: 'searches audited as charged = charged',
    measured: `${sums.audited} = ${sums.charges}`,
    holds: sums.audited === sums.charges
  }
]

/** Holds what the people saw against what is booked, when every charge is delivered or refunded. */
export async function holdAgainst(journal: Journal, owner: SQL): Promise<Row[]> {
  const sums = await sumsOf(owner)
  const booked = await owner<Booked[]>`SELECT u.username, h.query, count(l.id)::int AS charges,
      count(r.id)::int AS refunds
    FROM search_history h JOIN users u ON u.id = h.user_id
    LEFT JOIN credit_ledger l ON l.kind = 'search' AND l.ref = h.id::text
    LEFT JOIN credit_ledger r ON r.kind = 'refund' AND r.ref = h.id::text
    GROUP BY u.username, h.query`
  return compare(journal, new Map(booked.map(each => [nameOf(each), each])), sums)
}

function compare(journal: Journal, booked: ReadonlyMap<string, Booked>, sums: Sums): Row[] {
  const byQuestion = Map.groupBy(journal.calls, call => nameOf(call.question))
  const answered = journal.calls.filter(wasAnswered)
  const counts = { acknowledged: 0, unanswered: 0, lost: 0, twice: 0, both: 0, late: 0 }
  let longestMs = 0
  for (const [name, calls] of byQuestion) {
    const { charges, refunds } = booked.get(name) ?? { charges: 0, refunds: 0 }
    const isKeyed = calls.every(call => call.question.key !== null)
    const acknowledged = acknowledgedCharges(calls)
    const paid = charges - refunds
    counts.acknowledged += acknowledged
    counts.lost += Math.max(0, acknowledged - charges)
    counts.unanswered += Math.max(0, paid - answeredCharges(calls, isKeyed))
    if (isKeyed) counts.twice += Math.max(0, paid - 1)
    if (charges === 0 || paid > 0 || !calls.some(call => call.complete)) continue
    const ms = beforeKill(calls.filter(wasAnswered), journal.kills)
    longestMs = Math.max(longestMs, ms)
    counts.both += 1
    if (ms > CONFIRMED_MS) counts.late += 1
  }
  const both = counts.both > 0 ? `${counts.both}, answered ≤ ${longestMs.toFixed(0)} ms before a kill` : '0'
  return [
    count('calls', journal.calls.length),
    count('calls without an answer', journal.calls.filter(wasLost).length),
    count('acknowledged answers', answered.length),
    count('of these to a retry after a crash', answered.filter(call => call.isRetry).length),
    count('charges acknowledged', counts.acknowledged),
    count('charges in the ledger', sums.charges),
    count('refunds in the ledger', sums.refunds),
    none('charges without answer or refund', counts.unanswered),
    none('acknowledged charges that the ledger lost', counts.lost),
    none('client keys paid for twice', counts.twice),
    { ...count('answered and refunded all the same', counts.both), measured: both },
    none(`of these answered more than ${CONFIRMED_MS} ms before a kill`, counts.late),
    ...soundness(sums)
  ].map((row, at) => ({ id: String(at + 1), ...row }))
}

export const count = (goal: string, measured: number) => ({ goal, measured: String(measured), holds: true })
export const none = (what: string, measured: number) => ({
  goal: `${what} = 0`,
  measured: String(measured),
  holds: measured === 0
})

/** Calls of one client key all tell of the one charge. */
function acknowledgedCharges(calls: readonly Call[]): number {
  const keys = calls.filter(call => call.charged > 0).map(call => call.question.key)
  return keys.filter(key => key === null).length + new Set(keys.filter(key => key !== null)).size
}

/** A free answer stands for a charge only where a call was lost: otherwise it repeats one that was acknowledged. */
function answeredCharges(calls: readonly Call[], isKeyed: boolean): number {
  if (isKeyed) return calls.some(wasAnswered) ? 1 : 0
  const free = calls.filter(call => wasAnswered(call) && call.charged === 0).length
  return acknowledgedCharges(calls) + Math.min(free, calls.filter(wasLost).length)
}

/**
 * From the last answer to the kill that followed it, infinite when none did. What is read while something dies was
 * sent before.
 */
function beforeKill(answers: readonly Call[], kills: readonly Kill[]): number {
  const last = Math.max(...answers.map(call => call.at))
  const kill = kills.find(each => each.overAt >= last)
  return kill ? Math.max(0, kill.at - last) : Number.POSITIVE_INFINITY
}
