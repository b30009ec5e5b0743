import type { Context } from '#api/context.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { databaseGauges } from './gauge-store.ts'
import type { Gauges, PrometheusMetrics } from './prometheus.ts'

interface Place {
  port: number
  hostname: string
}

type Measured = Pick<Context, 'sql' | 'engine' | 'admissions' | 'charges' | 'deliveries'>

/**
 * Tells the metrics on a port of their own, which no proxy of the product leads to. Calls that come together are told the
 * same, so nobody loads the database by asking.
 *
 * @returns Stops.
 */
export function serveMetrics(context: Measured, metrics: PrometheusMetrics, place: Place): () => unknown {
  let telling: Promise<string> | null = null
  const tell = () => {
    telling ??= metrics
      .text(() => gaugesOf(context))
      .finally(() => {
        telling = null
      })
    return telling
  }
  const server = Bun.serve({
    ...place,
    async fetch({ method, url }) {
      if (new URL(url).pathname !== '/metrics') return new Response(null, { status: 404 })
      if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405 })
      return new Response(await tell(), { headers: { 'content-type': metrics.contentType } })
    },
    error(error) {
      log.error('metrics_failed', { error })
      return new Response(null, { status: 500 })
    }
  })
  return () => server.stop(true)
}

async function gaugesOf({ sql, engine, admissions, charges, deliveries }: Measured): Promise<Gauges> {
  const [index, rows] = await Promise.all([
    engine.health().catch(() => null),
    databaseGauges(sql).catch(error => {
      if (!isDatabaseDown(error)) throw error
      return null
    })
  ])
  return {
    searches: admissions.search.counts(),
    chargesWaiting: charges.waiting,
    deliveriesUnwritten: deliveries.waiting,
    index: index && { isUp: index.ok, behind: index.behind, records: index.records },
    databaseGauges: rows
  }
}
