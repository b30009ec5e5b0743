import { SQL } from 'bun'
import type { Database } from '#api/db/connect.ts'
import { deliverWebhooks } from '#api/features/webhooks/service.ts'
import { createOutageLog } from '#api/lib/log.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { NO_METRICS } from '#api/metrics/contract.ts'
import { connectionOf, spawnOf } from './killable-process.ts'

interface Order {
  connection: object
  secrets: Secrets
  ca: string
}

/** Starts a process that delivers what waits to a receiver of this machine, meant to be killed on its way. */
export function startDelivering({ owner }: Pick<Database, 'owner'>, order: Omit<Order, 'connection'>) {
  return spawnOf(import.meta.path, { connection: connectionOf(owner), ...order }, 'inherit')
}

if (import.meta.main) {
  const { connection, secrets, ca }: Order = JSON.parse(process.argv[2] ?? '')
  deliverWebhooks({
    sql: new SQL({ ...connection, max: 2 }),
    secrets,
    outages: createOutageLog(),
    metrics: NO_METRICS,
    webhookNetwork: { resolve: async () => ['127.0.0.1'], isPublic: () => true, ca }
  })
}
