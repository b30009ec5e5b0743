import { createPasswords } from '#api/features/auth/passwords.ts'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import type { LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk } from '#tests/bench/mix.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { PASSWORD } from '#tests/kit/names.ts'

const PER_SECOND = 70
const STORM = 2
const AT_ONCE = 16
const VERIFICATIONS = 120
const ROUNDS = 3
const SECONDS = 5
/** Searches that come at an even pace whatever else happens, as those of a busy desk do. */
const SEARCHES_PER_SECOND = 50
const SEARCH_CONNECTIONS = 16

/** P12: what a password costs, and what a storm of logins leaves to those who search. */
export const hashing: Section = {
  ids: ['P12'],
  async run(bench) {
    await verify(bench)
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const asks = mixOf(stage).map(line => searchAsk(line))
    const searches = { port: product.port, connections: SEARCH_CONNECTIONS, seconds: SECONDS, asks }
    const search = () => bench.load({ ...searches, perSecond: SEARCHES_PER_SECOND, cookies: askers.paying })
    // Everybody is right, so every place that a limit of failures takes is given back.
    const logins = askers.names.map(username => ({
      kind: 'login',
      method: 'POST' as const,
      path: '/api/auth/login',
      body: JSON.stringify({ username, password: PASSWORD, turnstile_token: BYPASS_TOKEN })
    }))
    const storm = () =>
      bench.load({ port: product.port, connections: AT_ONCE, seconds: SECONDS, asks: logins, cookies: [] })

    await search()
    const [quiet, stormy, loggedIn]: [LoadResult[], LoadResult[], LoadResult[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await search())
      const [beside, logged] = await Promise.all([search(), storm()])
      stormy.push(beside)
      loggedIn.push(logged)
    }
    const p95Of = (results: LoadResult[]) => results.map(result => result.p95)
    const rates = loggedIn.map(result => result.perSecond)
    bench.row(
      'P12',
      `logins over HTTP, ${AT_ONCE} at once; one core is kept free of them`,
      roundsText(rates, '/s', 0),
      null
    )
    const ratio = median(p95Of(stormy)) / median(p95Of(quiet))
    const measured = `${roundsText(p95Of(stormy), ' ms', 1)} against ${roundsText(p95Of(quiet), ' ms', 1)}`
    const goal = `p95 of ${SEARCHES_PER_SECOND} paid searches a second in the storm ≤ ${STORM}× quiet`
    bench.row('P12', goal, measured, ratio <= STORM, `${ratio.toFixed(2)}×`)
  }
}

/** The product's own hashes, on as many threads as there are cores. */
async function verify({ row }: Bench): Promise<void> {
  const hash = await createPasswords().hash(PASSWORD)
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    const results = await Promise.all(
      Array.from({ length: VERIFICATIONS }, () => Bun.password.verify(PASSWORD, hash))
    )
    if (results.includes(false)) throw new Error('a right password was refused')
    rates.push((VERIFICATIONS * 1000) / (performance.now() - startedAt))
  }
  const cost = /\$(m=\d+,t=\d+,p=\d+)\$/.exec(hash)?.[1]
  row(
    'P12',
    `argon2id (${cost}) on all cores ≥ ${PER_SECOND} verifications a second`,
    roundsText(rates, '/s', 0),
    median(rates) >= PER_SECOND
  )
}
