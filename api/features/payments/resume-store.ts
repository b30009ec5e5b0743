import type { SQL } from 'bun'
import { noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import type { ChainNetwork } from '#api/networks/contract.ts'
import type { Decision } from './decision-store.ts'

/** Marks a cursor that accepts any block. */
export const ANY_BLOCK_HASH = ''

/**
 * Lifts a halt. The cursor goes back one range, so that replaced blocks are read again; credits stay.
 * @returns False when it was not halted.
 */
export async function resumeNetwork(
  sql: SQL,
  { key, rangeMax }: Pick<ChainNetwork, 'key' | 'rangeMax'>,
  { userId, ipPrefix }: Omit<Decision, 'id'>
): Promise<boolean> {
  return await sql.begin(async tx => {
    const [halted] = await tx`UPDATE chain_watch w SET is_halted = false, failures = 0, next_at = now()
      FROM (SELECT network, last_error FROM chain_watch WHERE network = ${key} FOR UPDATE) before
      WHERE w.network = before.network AND w.is_halted RETURNING before.last_error AS "lastError"`
    if (!halted) return false
    const [cursor] =
      await tx`UPDATE chain_cursor c SET settled_block = greatest(0, before.settled_block - ${rangeMax}),
        settled_hash = ${ANY_BLOCK_HASH}
      FROM (SELECT network, settled_block, settled_hash FROM chain_cursor WHERE network = ${key} FOR UPDATE) before
      WHERE c.network = before.network
      RETURNING before.settled_block::float8 AS block, before.settled_hash AS hash, c.settled_block::float8 AS "goesOnAfter"`
    await noteAdminAct(orm(tx), {
      actorId: userId,
      action: 'payment_network_resume',
      ipPrefix,
      detail: {
        network: key,
        before: {
          is_halted: true,
          error: halted.lastError,
          settled_block: cursor?.block,
          settled_hash: cursor?.hash
        },
        after: { is_halted: false, settled_block: cursor?.goesOnAfter }
      }
    })
    return true
  })
}
