import { type Fault, type FaultProxy, startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { openElastic } from './open-elastic.ts'

const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Телефон', kind: 'phone' as const }
]
const SOURCE = 'faulty'
const ROWS = 90
const BACK_MAX_MS = 10_000
const ENDED_MAX_MS = 1_000
/** Whoever keeps the index asks by other paths, and waits longer than a search. */
const SEARCHES = /search/

export interface FaultRound {
  fault: string
  status: number
  code: string | undefined
  ms: number
  /** Sources that the answer says have failed. */
  failed: string[]
  charged: number
  /** Searches of the cluster that still go on a second after the answer. */
  stillRunning: number
  /** From the end of the fault to the next whole answer; above the most that is waited for there was none. */
  backMs: number
}

/** The product on a real cluster behind a proxy that breaks what is asked of it. */
export interface FaultyCluster {
  source: string
  balance(): Promise<number>
  round(name: string, fault: Fault): Promise<FaultRound>
  stop(): Promise<void>
}

export async function openFaultyCluster(server: string): Promise<FaultyCluster> {
  const proxy: FaultProxy = await startFaultProxy(server)
  const app: TestApp = await startApp({ SIGNUP_REQUESTS: '10000' }, database =>
    openElastic(proxy.url, database)
  )
  const rows = Array.from({ length: ROWS }, (_, at) => [`${at}`, 'Сбоев', `+7 973 100-00-${10 + at}`])
  await loadSource(app, SOURCE, { title: 'За посредником', kind: 'ordinary', columns: COLUMNS, rows })
  const person: Person = await registerAndLogin(app)
  let rounds = 0

  async function ask() {
    // Another line each time, so that nobody is answered from memory.
    const query = `+7 973 100-00-${10 + (rounds++ % ROWS)}`
    const startedAt = performance.now()
    const { status, body } = await person.post('/api/search/perform', { query })
    return { status, body, ms: performance.now() - startedAt }
  }

  /** Until a search finds what there is and all sources have answered. */
  async function untilBack(): Promise<number> {
    const startedAt = performance.now()
    for (;;) {
      const { status, body } = await ask()
      const ms = performance.now() - startedAt
      if (status === 200 && body.results_count === 1 && body.failed_sources.length === 0) return ms
      if (ms > BACK_MAX_MS) return ms
      await Bun.sleep(100)
    }
  }

  async function untilEnded(): Promise<number> {
    const until = performance.now() + ENDED_MAX_MS
    while (proxy.underWay(SEARCHES) > 0 && performance.now() < until) await Bun.sleep(10)
    return proxy.underWay(SEARCHES)
  }

  const cluster: FaultyCluster = {
    source: SOURCE,
    async balance() {
      const [row] = await app.database.owner`SELECT requests_count FROM users WHERE id = ${person.user.id}`
      return row.requests_count
    },
    async round(name, fault) {
      await proxy.begin(fault)
      const { status, body, ms } = await ask()
      const stillRunning = await untilEnded()
      await proxy.end()
      return {
        fault: name,
        status,
        code: body.code,
        ms,
        failed: body.failed_sources ?? [],
        charged: body.charged ?? 0,
        stillRunning,
        backMs: await untilBack()
      }
    },
    async stop() {
      await app.stop()
      await proxy.stop()
    }
  }
  await untilBack()
  return cluster
}
