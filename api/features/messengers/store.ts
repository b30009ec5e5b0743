import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import type { Channel } from '#shared/labels/messengers.ts'

/** A check as the audit keeps it: who, through which messenger, with which outcome, and no number. */
export interface CheckNote {
  userId: number
  channel: Channel
  outcome: 'found' | 'not_found' | 'failed'
  /** Keyed hash of the number, as in the audit of searches. */
  token: bigint
  ipPrefix: string | null
}

export async function noteCheck(sql: SQL, note: CheckNote): Promise<void> {
  await sql`INSERT INTO audit_event (actor_kind, actor_id, via, action, query_tokens, result_count, ip_prefix, detail)
    VALUES ('user', ${note.userId}, 'ui', 'messenger_check', ${bigintArray([note.token])}::int8[],
      ${note.outcome === 'found' ? 1 : 0}, ${note.ipPrefix},
      jsonb_build_object('channel', ${note.channel}::text, 'outcome', ${note.outcome}::text))`
}
