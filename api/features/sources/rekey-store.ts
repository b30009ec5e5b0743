import type { SQL } from 'bun'

/* A job per source with keys of an older `RECORD_RULE`, never given up: the keys would pass for current ones. */

/** In the transaction that raises the rule. */
export async function queueRekeys(tx: SQL): Promise<void> {
  await tx`INSERT INTO import_job (id, kind, state, source_key, queued_at)
    SELECT 'rekey:' || key, 'rekey', 'waiting', key, now() FROM source WHERE records > 0 AND NOT adopted
    ON CONFLICT (id) DO UPDATE SET state = 'waiting', cursor = NULL, part = 0, runner = NULL, beat_at = NULL,
      attempts = 0, note = NULL, queued_at = now(), touched_at = now(), finished_at = NULL`
}

/** Starts over before an undo, which restores earlier versions behind the cursor. */
export async function restartRekey(sql: SQL, sourceKey: string): Promise<void> {
  await sql`UPDATE import_job SET cursor = NULL WHERE id = 'rekey:' || ${sourceKey}::text AND state <> 'done'`
}
