import { findDistribution } from '#tests/kit/elastic/distribution.ts'
import { type FaultRound, openFaultyCluster } from '#tests/kit/elastic/fault-rounds.ts'
import { SLOW, SUDDEN } from '#tests/kit/elastic/faults.ts'
import { startNodes } from '#tests/kit/elastic/nodes.ts'
import { openElasticOn } from '#tests/kit/elastic/open-elastic.ts'
import { elasticServer } from '#tests/kit/elastic/shared-server.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { add, type Counts, isOver, type Order, type Outcome, scaled } from './phase.ts'

const ANSWER_MAX_MS = 5_200
const BACK_MAX_MS = 10_000
const NODES = 3
const ASKERS = 8
const BEFORE_MS = 2_000
const AFTER_MS = 20_000
const ROWS = 90
const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Телефон', kind: 'phone' as const }
]
const phoneOf = (at: number) => `+7 973 100-00-${10 + (at % ROWS)}`

/** Elasticsearch answers wrongly, late or not at all, and loses a node of three under load. */
export async function clusterTroubles(order: Order): Promise<Outcome> {
  const server = await elasticServer('measured')
  if (!server) return { counts: {}, rows: [{ goal: 'an Elasticsearch', measured: 'none here', holds: null }] }
  const counts: Counts = {}
  const faults = await brokenCalls(server, order, counts)
  const killed = await killedNode(order, counts)
  return { counts, rows: [...faults, ...killed] }
}

async function brokenCalls(server: string, order: Order, counts: Counts): Promise<Outcome['rows']> {
  const cluster = await openFaultyCluster(server)
  const rounds: FaultRound[] = []
  for (const [name, fault] of Object.entries({ ...SUDDEN, ...SLOW })) {
    if (isOver(order)) break
    const round = await cluster.round(name, fault)
    order.say(
      `  ${name}: ${round.status} in ${Math.round(round.ms)} ms, back in ${Math.round(round.backMs)} ms`
    )
    add(counts, round.status)
    rounds.push(round)
  }
  await cluster.stop()
  const named = (is: (round: (typeof rounds)[number]) => boolean) =>
    rounds
      .filter(is)
      .map(({ fault }) => fault)
      .join(', ')
  const none = (goal: string, which: string) => ({ goal, measured: which || 'none', holds: which === '' })
  return [
    { goal: 'faults', measured: String(rounds.length), holds: rounds.length > 0 },
    none(
      `answers later than ${ANSWER_MAX_MS} ms`,
      named(({ ms }) => ms > ANSWER_MAX_MS)
    ),
    none(
      'answers that hide a failed source',
      named(({ status, failed }) => !(status === 503 || (status === 200 && failed.length > 0)))
    ),
    none(
      'charged all the same',
      named(({ charged }) => charged > 0)
    ),
    none(
      'calls left running',
      named(({ stillRunning }) => stillRunning > 0)
    ),
    none(
      `not back within ${BACK_MAX_MS / 1_000} s`,
      named(({ backMs }) => backMs > BACK_MAX_MS)
    )
  ]
}

async function killedNode(order: Order, counts: Counts): Promise<Outcome['rows']> {
  const distribution = await findDistribution()
  if (typeof distribution === 'string') return [{ goal: 'three nodes', measured: distribution, holds: null }]
  const nodes = await startNodes(distribution, { count: NODES })
  const app = await startApp({ SIGNUP_REQUESTS: '1000000' }, database => openElasticOn(nodes.urls, database))
  try {
    const rows = Array.from({ length: ROWS }, (_, at) => [`${at}`, phoneOf(at)])
    await loadSource(app, 'kept', { title: 'Есть', kind: 'ordinary', columns: COLUMNS, rows })
    await untilCopied(nodes.urls[0] ?? '')
    const people = await Promise.all(Array.from({ length: ASKERS }, () => registerAndLogin(app)))
    const wrong: string[] = []
    let [searches, slowestMs] = [0, 0]
    let isOn = true
    const working = people.map(async person => {
      while (isOn) {
        const startedAt = performance.now()
        const query = phoneOf(searches++)
        const { status, body } = await person.post('/api/search/perform', { query })
        slowestMs = Math.max(slowestMs, performance.now() - startedAt)
        add(counts, status)
        if (status !== 200 || body.results_count !== 1 || body.failed_sources.length > 0)
          wrong.push(`${status} ${body.code ?? body.results_count}`)
      }
    })
    await Bun.sleep(BEFORE_MS)
    nodes.kill(order.seed % NODES)
    await Bun.sleep(scaled(order, AFTER_MS))
    isOn = false
    await Promise.all(working)
    return [
      {
        goal: 'searches while a node of three is killed',
        measured: `${searches}, the slowest ${Math.round(slowestMs)} ms`,
        holds: searches > 0
      },
      { goal: 'answers lost', measured: wrong.slice(0, 5).join(', ') || '0', holds: wrong.length === 0 }
    ]
  } finally {
    await app.stop()
    await nodes.stop()
  }
}

/** A search survives its node when another one has a copy. */
async function untilCopied(url: string): Promise<void> {
  await fetch(`${url}/_cluster/health?wait_for_status=green&timeout=60s`)
}
