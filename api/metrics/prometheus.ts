import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from './contract.ts'
import type { DatabaseGauge } from './gauge-store.ts'

/** What is counted, and how to tell it. */
export interface PrometheusMetrics extends Metrics {
  /** Everything in the text format of Prometheus, with how things stand now. */
  text(read: ReadGauges): Promise<string>
  contentType: string
}

/** How things stand when they are asked for. */
export interface Gauges {
  /** Of this process. */
  searches: { running: number; waiting: number }
  chargesWaiting: number
  deliveriesUnwritten: number
  /** Null where it did not answer. */
  index: { isUp: boolean; behind: number | null; records: number | null } | null
  /** Of the database, null where it did not answer. */
  databaseGauges: DatabaseGauge[] | null
}
export type ReadGauges = () => Promise<Gauges>

/** Of those that the library knows, the ones that Bun has true figures for. */
const OF_PROCESS = [
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p99_seconds'
]
const SEARCH_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5]
const JOB_SECONDS = [0.01, 0.1, 0.5, 1, 5, 10, 60]

/** Gauges of the database by what `databaseGauges` calls them: name, help, label. */
const OF_DATABASE: Record<string, [name: string, help: string, label?: string]> = {
  payments: ['sverka_payments', 'Payments by status', 'status'],
  imports: ['sverka_import_jobs', 'Imports, remaps and rekeys by state', 'state'],
  lists: ['sverka_lists', 'Lists by state', 'state'],
  webhooks: ['sverka_webhook_deliveries', 'Notifications of users’ systems by state', 'state'],
  webhooks_oldest: ['sverka_webhook_oldest_waiting_seconds', 'Age of the oldest notification that waits'],
  undelivered: ['sverka_search_deliveries_waiting', 'Charges whose answer is not known to be handed over'],
  notes: ['sverka_payment_notes_waiting', 'Notes to administrators that are not sent'],
  connections: ['sverka_database_connections', 'Connections to the database by state', 'state'],
  network_lag: [
    'sverka_network_lag_seconds',
    'Age of the newest block that was looked at, by network',
    'network'
  ]
}

export function openMetrics(): PrometheusMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const { name } of registry.getMetricsAsArray())
    if (!OF_PROCESS.includes(name)) registry.removeSingleMetric(name)
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram({ name, help, buckets, labelNames, registers })

  const searches = counter('sverka_searches_total', 'Searches', 'door', 'kind', 'outcome')
  const seconds = histogram(
    'sverka_search_duration_seconds',
    'From the call to the charge, of searches that were answered',
    SEARCH_SECONDS,
    'door'
  )
  const credits = counter('sverka_credits_charged_total', 'Credits that searches took', 'door')
  // Not `job`: that label is Prometheus' own, which would rename ours.
  const jobs = counter('sverka_job_runs_total', 'Rounds of jobs', 'task', 'outcome')
  const jobSeconds = histogram('sverka_job_duration_seconds', 'Rounds of jobs', JOB_SECONDS, 'task')
  const webhooks = counter('sverka_webhook_sends_total', 'Tries to notify users’ systems', 'outcome')

  const running = gauge('sverka_searches_running', 'Searches under way')
  const waiting = gauge('sverka_searches_waiting', 'Searches that wait for a slot')
  const charges = gauge('sverka_charges_waiting', 'Charges that wait for a transaction')
  const unwritten = gauge('sverka_deliveries_unwritten', 'Deliveries that are not written down yet')
  const databaseUp = gauge('sverka_database_up', 'Whether the database answers')
  const indexUp = gauge('sverka_index_up', 'Whether the search index answers')
  const indexBehind = gauge('sverka_index_behind_changes', 'Changes of records that the index lacks')
  const indexRecords = gauge('sverka_index_records', 'Records in the index')
  const ofDatabase = Object.entries(OF_DATABASE).map(([what, [name, help, label]]) => ({
    what,
    label,
    gauge: gauge(name, help, ...(label ? [label] : []))
  }))

  function set({ searches: own, chargesWaiting, deliveriesUnwritten, index, databaseGauges }: Gauges): void {
    running.set(own.running)
    waiting.set(own.waiting)
    charges.set(chargesWaiting)
    unwritten.set(deliveriesUnwritten)
    databaseUp.set(databaseGauges ? 1 : 0)
    indexUp.set(index?.isUp ? 1 : 0)
    indexBehind.set(index?.behind ?? 0)
    indexRecords.set(index?.records ?? 0)
    for (const { what, label, gauge } of ofDatabase) {
      gauge.reset()
      for (const row of databaseGauges ?? [])
        if (row.what === what) gauge.set(label ? { [label]: row.label } : {}, row.value)
    }
  }

  return {
    contentType: registry.contentType,
    searched({ door, kind, outcome, seconds: took }) {
      searches.inc({ door, kind: kind ?? 'none', outcome })
      if (outcome === 'complete' || outcome === 'partial') seconds.observe({ door }, took)
    },
    charged: (number, door) => credits.inc({ door }, number),
    jobRan(job, isDone, took) {
      jobs.inc({ task: job, outcome: isDone ? 'done' : 'failed' })
      jobSeconds.observe({ task: job }, took)
    },
    webhookSent: failure => webhooks.inc({ outcome: failure ?? 'delivered' }),
    async text(read) {
      set(await read())
      return await registry.metrics()
    }
  }
}
