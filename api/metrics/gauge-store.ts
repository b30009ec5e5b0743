import type { SQL } from 'bun'

/** How many of something stand how, at a moment. */
export interface DatabaseGauge {
  what: string
  label: string
  value: number
}

/**
 * What waits and stands in the database, in one statement: everything here is counted by an index or has few rows. The
 * clocks of networks and addresses are seconds.
 */
export async function databaseGauges(sql: SQL): Promise<DatabaseGauge[]> {
  return await sql`
    SELECT 'payments' AS what, status AS label, count(*)::float8 AS value FROM payment WHERE deleted_at IS NULL GROUP BY 2
    UNION ALL SELECT 'imports', state, count(*) FROM import_job GROUP BY 2
    UNION ALL SELECT 'lists', state, count(*) FROM list GROUP BY 2
    UNION ALL SELECT 'webhooks', state, count(*) FROM webhook_delivery GROUP BY 2
    UNION ALL SELECT 'webhooks_oldest', '', coalesce(extract(epoch FROM now() - min(d.queued_at)), 0)
      FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id JOIN users u ON u.id = w.user_id
      WHERE d.state = 'waiting' AND u.blocked_at IS NULL
    UNION ALL SELECT 'undelivered', '', count(*) FROM search_delivery
    UNION ALL SELECT 'notes', '', count(*) FROM payment_note WHERE done_at IS NULL
    UNION ALL SELECT 'connections', coalesce(state, 'other'), count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' GROUP BY 2
    UNION ALL SELECT 'network_lag', network, greatest(0, extract(epoch FROM now() - head_time)) FROM chain_cursor`
}
