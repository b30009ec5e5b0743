import type { List } from '#shared/contracts/lists/lists.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { mixOf, searchAsk } from '#tests/bench/mix.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { exactQueries } from '#tests/bench/queries.ts'
import { SEED } from '#tests/bench/stage.ts'
import { type Client, createClient } from '#tests/kit/client.ts'
import { listOf } from '#tests/kit/lists.ts'
import { memoryOf } from '#tests/torture/measures.ts'

const ID = 'P22'
const ROWS = 10_000
const PRICE_MAX_MS = 2_000
const RATE_MIN = 60
const GROWTH_MAX_MB = 50
const OF_QUIET = 1.3
const ROUNDS = 5
const SECONDS = 10
/** Searches of people who type: each second so many, whoever waits. */
const PER_SECOND = 10
const CONNECTIONS = 8
const LOOK_MS = 250
/** Longer than a list is cautious after a search. */
const QUIET_MS = 2_000

/** P22: a list of 10,000 full names with dates: its price, its rate and memory, and single searches beside it. */
export const listSearch: Section = {
  ids: [ID],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const client = createClient(product.url)
    client.cookies.set('access_token', (askers.paying.at(-1) ?? '').replace('access_token=', ''))
    const lines = exactQueries(stage.people, SEED, 2 * ROWS).get('dated') ?? []
    const [first, second] = [lines.slice(0, ROWS), lines.slice(ROWS)]
    const memory = memoryPeaks(product.pid)
    const id = await price(bench, client, first)
    // Before the other, so that the process has searched, one by one too, when its memory is held against before.
    await besideSearches(bench, client, askers.paying, await draftFrom(client, { lines: second }))
    await alone(bench, client, id, memory)
    memory.stop()
  }
}

interface MemoryPeaks {
  /** The most since the last call, in megabytes; null where there is no /proc. */
  take(): number | null
  stop(): void
}

function memoryPeaks(pid: number): MemoryPeaks {
  let peak: number | null = null
  const look = () => {
    const now = memoryOf(pid)
    if (now !== null) peak = Math.max(peak ?? 0, now)
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    take() {
      look()
      const most = peak
      peak = null
      return most
    },
    stop: () => clearInterval(timer)
  }
}

async function draftFrom(client: Client, body: object): Promise<string> {
  const { status, body: answer } = await client.post('/api/lists', body)
  if (status !== 201) throw new Error(`no list: ${status}`)
  return answer.list.id
}

/** Leaves a draft behind. */
async function price(bench: Bench, client: Client, lines: readonly string[]): Promise<string> {
  const file = () => {
    const form = new FormData()
    form.append('file', new File([`ФИО и дата\n${lines.join('\n')}\n`], 'people.csv'))
    return form
  }
  const ways: [what: string, body: () => object][] = [
    ['lines', () => ({ lines })],
    ['CSV', file]
  ]
  let id = ''
  for (const [what, body] of ways) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      if (id !== '') await client.delete(`/api/lists/${id}`)
      const startedAt = performance.now()
      id = await draftFrom(client, body())
      times.push(performance.now() - startedAt)
    }
    const isSoon = Math.max(...times) <= PRICE_MAX_MS
    bench.row(
      ID,
      `price of ${ROWS} rows as ${what} ≤ ${PRICE_MAX_MS} ms`,
      roundsText(times, ' ms', 0),
      isSoon
    )
  }
  return id
}

async function alone(bench: Bench, client: Client, id: string, memory: MemoryPeaks): Promise<void> {
  const before = memory.take()
  const startedAt = performance.now()
  await client.post(`/api/lists/${id}/start`, {})
  let list = await listOf(client, id)
  for (; list.state === 'running'; list = await listOf(client, id)) await Bun.sleep(LOOK_MS)
  const seconds = (performance.now() - startedAt) / 1000
  const rate = list.answered / seconds
  const isWhole = list.state === 'done' && list.answered === ROWS && list.charged === ROWS
  const words = `${rate.toFixed(0)} rows/s: ${list.answered} answered, ${list.charged} charged, ${list.failed} failed in ${seconds.toFixed(0)} s`
  bench.row(ID, `a list of ${ROWS} alone ≥ ${RATE_MIN} rows/s`, words, isWhole && rate >= RATE_MIN)
  const most = memory.take()
  const grown = before === null || most === null ? null : most - before
  bench.row(
    ID,
    `the most memory of the process meanwhile, over the most before: +${GROWTH_MAX_MB} MB at most`,
    grown === null ? 'not measured' : `${grown} MB over ${before} MB`,
    grown === null ? null : grown <= GROWTH_MAX_MB
  )
}

/** Searches of the mix but for frequent surnames, of which just so many are that they would toss for the p95. */
async function besideSearches(bench: Bench, client: Client, cookies: string[], id: string): Promise<void> {
  const asks = mixOf(await bench.stage())
    .filter(({ kind }) => kind !== 'surname')
    .map(searchAsk)
  const order = { port: (await bench.product()).port, connections: CONNECTIONS, perSecond: PER_SECOND, asks }
  const measure = () => bench.load({ ...order, cookies: cookies.slice(0, -1), seconds: SECONDS })
  const [quiet, beside, rows]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push((await measure()).p95)
    await client.post(`/api/lists/${id}/start`, {})
    const before = await begun(client, id)
    beside.push((await measure()).p95)
    const after = await listOf(client, id)
    if (after.state !== 'running') throw new Error('no list ran beside the searches')
    rows.push((after.answered - before.answered) / SECONDS)
    await client.post(`/api/lists/${id}/pause`, {})
    await Bun.sleep(QUIET_MS)
  }
  await client.post(`/api/lists/${id}/stop`, {})
  const ratio = median(beside.map((each, at) => each / (quiet[at] ?? each)))
  bench.row(
    ID,
    `p95 of ${PER_SECOND} single searches a second beside a list ≤ ${OF_QUIET}× quiet`,
    `${roundsText(beside, ' ms', 1)} against ${roundsText(quiet, ' ms', 1)}, the list at ${roundsText(rows, ' rows/s', 0)}`,
    ratio <= OF_QUIET,
    `${ratio.toFixed(2)}×`
  )
}

async function begun(client: Client, id: string): Promise<List> {
  const { answered } = await listOf(client, id)
  for (;;) {
    const list = await listOf(client, id)
    if (list.answered > answered || list.state !== 'running') return list
    await Bun.sleep(LOOK_MS)
  }
}
