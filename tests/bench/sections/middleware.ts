import type { BareOrder } from '#tests/bench/bare-server.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { cpuOf } from '#tests/bench/processes.ts'
import { startServer } from '#tests/bench/server.ts'

const MOST = 1.3
const ROUNDS = 5
const CONNECTIONS = 16
const SECONDS = 2
const ROUTES = [
  { path: '/api/auth/turnstile-config', looksUp: false, baseline: 'bare Elysia' },
  {
    path: '/api/search/field_labels',
    looksUp: true,
    baseline: 'bare Elysia that makes the same one look-up in Postgres'
  }
]

interface Target {
  port: number
  pid: number
}

/** P1: the same JSON from the product with all its middleware and from bare Elysia, each a process of its own. */
export const middleware: Section = {
  ids: ['P1'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const [ourCookies, bareCookies] = [askers.paying.slice(0, 1), askers.plain.slice(0, 1)]
    const routes = await Promise.all(
      ROUTES.map(async ({ path, looksUp }) => {
        const answer = await fetch(`${product.url}${path}`, { headers: { Cookie: ourCookies[0] ?? '' } })
        return { path, looksUp, body: await answer.json() }
      })
    )
    const bare = await startServer<BareOrder>('bare-server.ts', { dataDir: stage.dataDir, routes }, 1)
    try {
      for (const { path, looksUp, baseline } of ROUTES) {
        const [ours, theirs]: [number[], number[]] = [[], []]
        // The first round warms both up.
        for (let round = 0; round <= ROUNDS; round += 1) {
          const ofBare = await cpuOfRequests(bench, bare, path, looksUp ? bareCookies : [])
          const ofProduct = await cpuOfRequests(bench, product, path, looksUp ? ourCookies : [])
          if (round === 0) continue
          theirs.push(ofBare)
          ours.push(ofProduct)
        }
        const ratio = median(ours) / median(theirs)
        const measured = `${roundsText(ours, ' µs', 1)} against ${roundsText(theirs, ' µs', 1)}`
        const goal = `GET ${path} (${looksUp ? 'with' : 'without'} a session) ≤ ${MOST}× the CPU of ${baseline}`
        bench.row('P1', goal, measured, ratio <= MOST, `${ratio.toFixed(2)}×`)
      }
    } finally {
      await bare.stop()
    }
  }
}

/** Processor time of the server for each request, in microseconds. */
async function cpuOfRequests(
  bench: Bench,
  { port, pid }: Target,
  path: string,
  cookies: readonly string[]
): Promise<number> {
  const before = cpuOf(pid)
  const asks = [{ kind: path, method: 'GET' as const, path }]
  const { count } = await bench.load({ port, connections: CONNECTIONS, seconds: SECONDS, asks, cookies })
  return (cpuOf(pid) - before) / count
}
