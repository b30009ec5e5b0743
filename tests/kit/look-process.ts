import { SQL } from 'bun'
import { createWatcher } from '#api/features/payments/watcher.ts'
import { openChain } from '#api/networks/chain.ts'
import type { NetworkRow } from '#api/networks/network-rows.ts'
import { connectionOf, spawnOf } from './killable-process.ts'
import type { PaymentWorld } from './payment-world.ts'

/**
 * A process that looks at one network without a pause, as the product does with one: `bun look-process.ts <json>`. Prints a
 * line before each look, and is meant to be killed.
 */
export interface LookOrder {
  connection: object
  row: NetworkRow
  xpub: string
  url: string
}

/** Starts one over a world; it has begun to look. */
export async function startLooking({ app, row, network, chain }: PaymentWorld) {
  const connection = connectionOf(app.database.app)
  const order: LookOrder = { connection, row, xpub: network.xpub, url: chain.url }
  const child = spawnOf(import.meta.path, order, 'pipe')
  await child.stdout.getReader().read()
  return child
}

if (import.meta.main) {
  const { connection, row, xpub, url }: LookOrder = JSON.parse(process.argv[2] ?? '')
  const sql = new SQL({ ...connection, max: 2 })
  const network = openChain(row, xpub, [url])
  const { look } = createWatcher(sql, network, [network])
  for (;;) {
    await sql`UPDATE chain_watch SET next_at = now(), held_until = now() - interval '1 second'`
    console.log('look')
    await look()
  }
}
