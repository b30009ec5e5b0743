import type { SQL } from 'bun'
import {
  RISK_ADDRESSES_PER_HOUR,
  RISK_NUMBERS_IN_A_ROW,
  RISK_RECORDS_PER_DAY,
  RISK_SAME_PERSON_PER_WEEK
} from '#shared/constants.ts'
import type { SignalKind } from '#shared/labels/signals.ts'

/** How the audit is looked through for a kind: what of an account's rows in a window counts, and how often it is looked. */
interface Look {
  hours: number
  everySeconds: number
  from: number
  /** How long the amount of an open signal may stand, where counting takes long. */
  openSeconds?: number
  /** After the query `rows`: one row with the columns amount, first_at and last_at. */
  counted: string
}

/** Newest records of an account that a look compares at most, however often a list or a program shows the same. */
const RECORDS_MAX = 10 * RISK_RECORDS_PER_DAY

const LOOKS: Record<SignalKind, Look> = {
  enumeration: {
    hours: 24,
    everySeconds: 20,
    from: RISK_NUMBERS_IN_A_ROW,
    counted: `SELECT count(DISTINCT query_tokens)::int AS amount, min(at) AS first_at, max(at) AS last_at FROM rows
      WHERE detail ? 'number_block' GROUP BY detail->>'number_block' ORDER BY 1 DESC LIMIT 1`
  },
  same_person: {
    hours: 168,
    everySeconds: 600,
    from: RISK_SAME_PERSON_PER_WEEK,
    counted: `SELECT count(*)::int AS amount, min(at) AS first_at, max(at) AS last_at FROM rows
      WHERE action = 'search' AND query_tokens <> '{}' GROUP BY query_tokens ORDER BY 1 DESC LIMIT 1`
  },
  many_records: {
    hours: 24,
    everySeconds: 60,
    from: RISK_RECORDS_PER_DAY,
    openSeconds: 600,
    // Each record once, which takes far longer than their sum. Equal rows are put together first: a page that polls writes
    // one every few seconds.
    counted: `, shown AS (
        SELECT record_ids, min(at) AS first_at, max(at) AS last_at,
          sum(cardinality(record_ids)) OVER (ORDER BY max(at) DESC ROWS UNBOUNDED PRECEDING) AS so_far
        FROM rows GROUP BY record_ids
      )
      SELECT min(first_at) AS first_at, max(last_at) AS last_at, (SELECT count(*)::int FROM (
          SELECT DISTINCT number FROM shown CROSS JOIN unnest(record_ids) AS number WHERE so_far <= ${RECORDS_MAX}
        ) AS different) AS amount
      FROM shown HAVING max(so_far) >= ${RISK_RECORDS_PER_DAY}`
  },
  many_addresses: {
    hours: 1,
    everySeconds: 60,
    from: RISK_ADDRESSES_PER_HOUR,
    counted: `SELECT count(DISTINCT ip_prefix)::int AS amount, min(at) AS first_at, max(at) AS last_at FROM rows
      WHERE via = 'api'`
  }
}
export const DETECTED_SIGNAL_KINDS = Object.keys(LOOKS) as SignalKind[]

/** Newest rows of an account that a look reads at most. */
const ROWS_MAX = 50_000

/**
 * Looks through the audit for a kind of signal, when it is time, at the accounts that have searched, or read lists, since the
 * last look: what is there already counts on. Of processes that look at once one does. What an administrator has closed is not counted again.
 *
 * @param isDue Whether to look whatever the time.
 * @returns How many signals are new.
 */
export async function detectSignals(sql: SQL, kind: SignalKind, isDue = false): Promise<number> {
  const { hours, everySeconds, from, openSeconds = 0, counted } = LOOKS[kind]
  const rows = await sql<{ isNew: boolean }[]>`WITH before AS (
      SELECT at FROM risk_look WHERE kind = ${kind}
    ), turn AS (
      INSERT INTO risk_look AS l (kind, at) VALUES (${kind}, now())
      ON CONFLICT (kind) DO UPDATE SET at = now()
        WHERE ${isDue} OR l.at < now() - make_interval(secs => ${everySeconds})
      RETURNING kind
    ), account AS (
      SELECT u.id, greatest(now() - make_interval(hours => ${hours}), (SELECT max(decided_at) FROM risk_signal
          WHERE user_id = u.id AND kind = ${kind} AND state = 'closed')) AS since
      FROM turn CROSS JOIN (SELECT DISTINCT actor_id FROM audit_event
        WHERE action IN ('search', 'search_repeat', 'search_more', 'list_rows', 'list_export') AND at >= greatest(
          -- Whoever writes a row may commit it a while after its moment.
          (SELECT at FROM before) - make_interval(secs => ${60 + openSeconds}), now() - make_interval(hours => ${hours}))) AS recent
      JOIN users u ON u.id = recent.actor_id
      WHERE NOT EXISTS (SELECT FROM risk_signal o WHERE o.user_id = u.id AND o.kind = ${kind} AND o.state <> 'closed'
        AND o.last_at > now() - make_interval(secs => ${openSeconds}))
    ), found AS (
      SELECT account.id AS user_id, counted.* FROM account CROSS JOIN LATERAL (
        WITH rows AS (SELECT * FROM audit_event e WHERE e.actor_id = account.id AND e.at > account.since
          AND action IN ('search', 'search_repeat', 'search_more', 'list_rows', 'list_export') ORDER BY e.at DESC LIMIT ${ROWS_MAX})
        ${sql.unsafe(counted)}
      ) AS counted WHERE amount >= ${from}
    )
    INSERT INTO risk_signal AS s (user_id, kind, amount, first_at, last_at)
      SELECT user_id, ${kind}, amount, first_at, last_at FROM found
      ON CONFLICT (user_id, kind) WHERE state <> 'closed'
      DO UPDATE SET amount = excluded.amount, first_at = least(s.first_at, excluded.first_at), last_at = excluded.last_at
      RETURNING xmax = 0 AS "isNew"`
  return rows.filter(({ isNew }) => isNew).length
}
