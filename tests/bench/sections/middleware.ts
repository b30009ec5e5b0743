import type { Bench, Section } from '#tests/bench/bench.ts'
import { median, told } from '#tests/bench/numbers.ts'
import { cpuOf } from '#tests/bench/processes.ts'
import { startServer } from '#tests/bench/server.ts'

const MOST = 1.3
const ROUNDS = 5
const CONNECTIONS = 16
const SECONDS = 2
const ROUTES = [
  { path: '/api/auth/turnstile-config', what: 'without a session' },
  { path: '/api/search/field_labels', what: 'with a session, which is one look-up in Postgres' }
]

interface Target {
  port: number
  pid: number
}

/** P1: the same JSON from the product with all its middleware and from bare Elysia, each a process of its own. */
export const middleware: Section = {
  ids: ['P1'],
  async run(bench) {
    const [product, askers] = [await bench.product(), await bench.askers()]
    const cookies = askers.paying.slice(0, 1)
    const bodies = await Promise.all(
      ROUTES.map(async ({ path }) => {
        const answer = await fetch(`${product.url}${path}`, { headers: { Cookie: cookies[0] ?? '' } })
        return [path, await answer.json()]
      })
    )
    const bare = await startServer('bare-server.ts', Object.fromEntries(bodies), 1)
    try {
      for (const { path, what } of ROUTES) {
        const [ours, theirs]: [number[], number[]] = [[], []]
        // The first round warms both up.
        for (let round = 0; round <= ROUNDS; round += 1) {
          const pair = [
            await cpuOfRequests(bench, bare, path, cookies),
            await cpuOfRequests(bench, product, path, cookies)
          ]
          if (round === 0) continue
          theirs.push(pair[0] ?? 0)
          ours.push(pair[1] ?? 0)
        }
        const ratio = median(ours) / median(theirs)
        const measured = `${told(ours, ' µs', 1)} against ${told(theirs, ' µs', 1)}`
        bench.row(
          'P1',
          `GET ${path} (${what}) ≤ ${MOST}× the CPU of bare Elysia`,
          measured,
          ratio <= MOST,
          `${ratio.toFixed(2)}×`
        )
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
  cookies: string[]
): Promise<number> {
  const before = cpuOf(pid)
  const asks = [{ kind: path, method: 'GET' as const, path }]
  const { count } = await bench.load({ port, connections: CONNECTIONS, seconds: SECONDS, asks, cookies })
  return (cpuOf(pid) - before) / count
}
