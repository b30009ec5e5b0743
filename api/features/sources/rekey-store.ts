import type { SQL } from 'bun'

/*
 * A source with records of an older rule (`RECORD_RULE`) has a row among the jobs, by an id of its own, which is done when all
 * of them are made anew. Nobody gives it up and nobody forgets it: without it records of an older rule would be taken for
 * records of the present one.
 */

/** Has the records of all sources made anew from their beginning, in the transaction that raises the rule. */
export async function queueRekeys(tx: SQL): Promise<void> {
  await tx`INSERT INTO import_job (id, kind, state, source_key, queued_at)
    SELECT 'rekey:' || key, 'rekey', 'waiting', key, now() FROM source WHERE records > 0 AND NOT adopted
    ON CONFLICT (id) DO UPDATE SET state = 'waiting', cursor = NULL, part = 0, runner = NULL, beat_at = NULL,
      attempts = 0, note = NULL, queued_at = now(), touched_at = now(), finished_at = NULL`
}

/**
 * Lets what is left of a source be made anew from its beginning: earlier versions that an undo gives back lie where it has
 * been already. Under the lock of the undo, and before it.
 */
export async function restartRekey(sql: SQL, sourceKey: string): Promise<void> {
  await sql`UPDATE import_job SET cursor = NULL WHERE id = 'rekey:' || ${sourceKey}::text AND state <> 'done'`
}
