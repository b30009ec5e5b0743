import type { SQL } from 'bun'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import type { Channel } from '#shared/labels/messengers.ts'

export interface CheckEvent {
  userId: number
  channel: Channel
  outcome: 'found' | 'not_found' | 'failed'
  /** Keyed hash of the number, as in the audit of searches. */
  token: bigint
  ipPrefix: string | null
}

export async function recordCheck(sql: SQL, event: CheckEvent): Promise<void> {
  const { userId, channel, outcome, token, ipPrefix } = event
  await noteAct(orm(sql), {
    actorId: userId,
    action: 'messenger_check',
    queryTokens: [token],
    resultCount: outcome === 'found' ? 1 : 0,
    ipPrefix,
    detail: { channel, outcome }
  })
}
