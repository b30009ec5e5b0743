import type { Context } from '#api/context.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { type BothStages, type ClusterStage, openClusterStage } from '#tests/bench/cluster-stage.ts'
import { median, p95, quantile, roundsText } from '#tests/bench/numbers.ts'
import { exactAgainstRaw, linesByKind, type TimedAnswer, timeSearch } from '#tests/bench/side-by-side.ts'
import { openStage, type Stage } from '#tests/bench/stage.ts'
import { WARM_SECONDS } from '#tests/bench/warming.ts'
import { copyVocabulary } from '#tests/kit/copy-vocabulary.ts'
import { findDistribution } from '#tests/kit/elastic/distribution.ts'
import { startNodes } from '#tests/kit/elastic/nodes.ts'
import { compareLoading, compareProducts, compareTypos } from './both-engines.ts'
import { HEAVY } from './growth.ts'

/** Enough for ten million records. */
const HEAP = '2g'
const TIMES_LESS = 10
const GOALS_FROM_RECORDS = 5_000_000
const LINES = 60
const ROUNDS = 3
const AT_ONCE = 32
const CROWD_SECONDS = 10
const OF_RAW = 1.2
const MOST_MS = 6
const GROWTH_MOST = 0.3
/** Kinds that the goals name; the others stand beside them. */
const QUICK = ['phone', 'inn', 'name']

type Sides = Record<'postgres' | 'elastic', TimedAnswer[]>

/** P15, and what P4–P6, P8 and P9 ask, on both engines side by side: the same lines, in turn. */
export const engines: Section = {
  ids: ['P15'],
  async run(bench) {
    const server = await openServer()
    if (typeof server === 'string')
      return bench.row('P15', 'Elasticsearch', `nothing was measured: ${server}`, null)
    try {
      await compare(bench, server.url)
    } finally {
      await server.stop()
    }
  }
}

/** That of `ELASTICSEARCH_URL`, else one of its own. A text says why there is none. */
async function openServer(): Promise<{ url: string; stop(): Promise<void> } | string> {
  const url = process.env.ELASTICSEARCH_URL
  if (url) return { url, async stop() {} }
  const distribution = await findDistribution()
  if (typeof distribution === 'string') return distribution
  const { urls, stop } = await startNodes(distribution, { password: crypto.randomUUID(), heap: HEAP })
  return { url: urls[0] ?? '', stop }
}

async function compare(bench: Bench, server: string): Promise<void> {
  const postgres = await bench.stage()
  const elastic = await openClusterStage(server, bench.people, bench.say)
  try {
    await copyVocabulary(postgres.database.owner, elastic.database.owner)
    tellLoading(bench, postgres, elastic)
    await compareLoading(bench, server, postgres.records)
    await warm({ postgres, elastic })
    const large = await askAll({ postgres, elastic })
    tellKinds(bench, large, postgres.records >= GOALS_FROM_RECORDS)
    await compareWithRaw(bench, elastic, server)
    await crowd(bench, { postgres, elastic })
    await compareTypos(bench, { postgres, elastic })
    await tellGrowth(bench, large, server)
    await compareProducts(bench, { postgres, elastic }, server)
  } finally {
    await elastic.close()
  }
}

async function askAll({ postgres, elastic }: BothStages): Promise<Map<string, Sides>> {
  const kinds = new Map<string, Sides>()
  for (const [kind, lines] of [...linesByKind(postgres.people, LINES), ...Object.entries(HEAVY)]) {
    const sides: Sides = { postgres: [], elastic: [] }
    kinds.set(kind, sides)
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const line of lines) {
        const [one, other] = [
          await timeSearch(postgres.context, line),
          await timeSearch(elastic.context, line)
        ]
        if (round === 0) continue
        sides.postgres.push(one)
        sides.elastic.push(other)
      }
  }
  return kinds
}

const timesOf = (answers: readonly TimedAnswer[]) => answers.map(({ ms }) => ms)
const asTimes = (answers: readonly TimedAnswer[]) =>
  `${median(timesOf(answers)).toFixed(2)} / ${p95(timesOf(answers)).toFixed(2)} ms`
const asRate = (count: number, seconds: number) => `${(count / seconds / 1000).toFixed(1)} k/s`

function tellLoading({ row }: Bench, { loading }: Stage, elastic: ClusterStage): void {
  const { records, indexed } = elastic.loading
  const beside = loading
    ? `Postgres ${asRate(loading.records, loading.indexed)}`
    : 'Postgres was loaded before'
  const measured = `Elasticsearch ${asRate(records, indexed)}, ${beside}`
  row('P15', 'P9: loaded and indexed, people made on the way', measured, null)
}

function tellKinds({ row, say }: Bench, kinds: ReadonlyMap<string, Sides>, isJudged: boolean): void {
  let [lines, different] = [0, 0]
  for (const [kind, { postgres, elastic }] of kinds) {
    const measured = `Elasticsearch ${asTimes(elastic)}, Postgres ${asTimes(postgres)}`
    const isQuick = QUICK.includes(kind)
    const goal = isQuick ? `p95 ≤ ${MOST_MS} ms: ${kind}` : kind
    const holds = isQuick && isJudged ? p95(timesOf(elastic)) <= MOST_MS : null
    row('P15', `P4: p50 / p95 of a search by the engine, ${goal}`, measured, holds)
    for (const [at, one] of postgres.entries()) {
      const other = elastic[at]
      if (!other || one.isPartial || other.isPartial) continue
      lines += 1
      if (String(one.ids) === String(other.ids)) continue
      different += 1
      const of = (more: TimedAnswer, less: TimedAnswer) =>
        more.ids.filter(id => !less.ids.includes(id)).join(' ') || 'none'
      say(
        `different ${kind}, «${one.line}»: only Postgres ${of(one, other)}; only Elasticsearch ${of(other, one)}`
      )
    }
  }
  row('P15', 'the same records of both', `${lines} answers, different ${different}`, different === 0)
}

async function compareWithRaw({ row, people }: Bench, elastic: ClusterStage, server: string): Promise<void> {
  const ask = exactAgainstRaw(elastic, server)
  for (const [kind, lines] of linesByKind(people, LINES)) {
    if (kind === 'surname' || kind === 'typing error') continue
    const rounds: { engine: number; raw: number }[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [engine, raw]: number[][] = [[], []]
      for (const line of lines) {
        engine?.push(await ask.engine(line))
        raw?.push(await ask.raw(line))
      }
      if (round > 0) rounds.push({ engine: p95(engine ?? []), raw: p95(raw ?? []) })
    }
    const [engine, raw] = [rounds.map(round => round.engine), rounds.map(round => round.raw)]
    const ratio = median(engine) / median(raw)
    row(
      'P15',
      `p95 of an exact look-up ≤ ${OF_RAW}× the same raw multi search: ${kind}`,
      `${roundsText(engine, ' ms', 2)} against ${roundsText(raw, ' ms', 2)}`,
      ratio <= OF_RAW,
      `${ratio.toFixed(2)}×`
    )
  }
}

/** Times of searches by one engine, so many at once for so long. */
async function askAtOnce(context: Context, people: number, seconds: number): Promise<number[]> {
  const lines = [...linesByKind(people, LINES).values()].flat()
  const times: number[] = []
  const until = performance.now() + seconds * 1_000
  let next = 0
  const ask = async () => {
    while (performance.now() < until)
      times.push((await timeSearch(context, lines[next++ % lines.length] ?? '')).ms)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return times
}

/** A server that has just started runs code that is not compiled yet, several times as long. */
async function warm({ postgres, elastic }: BothStages): Promise<void> {
  for (const { context } of [postgres, elastic]) await askAtOnce(context, postgres.people, WARM_SECONDS)
}

async function crowd({ row }: Bench, { postgres, elastic }: BothStages): Promise<void> {
  const rows: string[] = []
  for (const [name, { context }] of [
    ['Elasticsearch', elastic],
    ['Postgres', postgres]
  ] as const) {
    const times = await askAtOnce(context, postgres.people, CROWD_SECONDS)
    const sorted = times.toSorted((one, other) => one - other)
    const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
    const rate = (times.length / CROWD_SECONDS).toFixed(0)
    rows.push(`${name} ${p50.toFixed(1)} / ${p99.toFixed(1)} ms, ${rate}/s`)
  }
  row('P15', `P5: p50 / p99 of ${AT_ONCE} searches at once by the engine`, rows.join('; '), null)
}

async function tellGrowth(bench: Bench, large: ReadonlyMap<string, Sides>, server: string): Promise<void> {
  const people = Math.ceil(bench.people / TIMES_LESS)
  const postgres = await openStage(bench.shelf, people, bench.say)
  try {
    const elastic = await openClusterStage(server, people, bench.say)
    try {
      await copyVocabulary(postgres.database.owner, elastic.database.owner)
      const small = await askAll({ postgres, elastic })
      for (const [kind, sides] of large) {
        const exponentOf = (side: keyof Sides) =>
          Math.log10(p95(timesOf(sides[side])) / p95(timesOf(small.get(kind)?.[side] ?? [])))
        const isQuick = QUICK.includes(kind)
        const isJudged = isQuick && postgres.records * TIMES_LESS >= GOALS_FROM_RECORDS
        const [own, beside] = [exponentOf('elastic'), exponentOf('postgres')]
        bench.row(
          'P15',
          `P6: growth of p95 over ten times less${isQuick ? ` ≤ ${GROWTH_MOST}` : ''}: ${kind}`,
          `Elasticsearch ${own.toFixed(2)}, Postgres ${beside.toFixed(2)}`,
          isJudged ? own <= GROWTH_MOST : null
        )
      }
    } finally {
      await elastic.close()
    }
  } finally {
    await postgres.close()
  }
}
