import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, openBench } from '#tests/bench/bench.ts'
import { type Row, renderTable } from '#tests/bench/goal.ts'
import { type LoadOrder, type LoadResult, runLoad, successes } from '#tests/bench/load.ts'
import { median, p95, roundsText } from '#tests/bench/numbers.ts'
import { originNow } from '#tests/bench/results.ts'
import { assertPaid } from '#tests/bench/sections/paid.ts'
import { openShelf, peopleFor } from '#tests/bench/stage.ts'
import { CHARGED, connect, requestText, type Wire } from '#tests/bench/wire.ts'
import { KINDS, type Kind, match, paidSearch, SHOWN, textSearch, type Way } from './questions.ts'
import { type Target, writeEntities } from './targets.ts'
import { startYente, VERSION, type Yente } from './yente.ts'

const TIMES_FASTER = 20
/** After one in which the answers are read and which is not timed. */
const ROUNDS = 3
const SLICE = 30
const CONNECTIONS = 8
const CROWD_SECONDS = 10
const MS = 1_000

interface Order {
  records: number
  /** How many people are asked for. */
  targets: number
  python: string
  data: string | undefined
}

/** A way on a running server. */
interface Server {
  way: Way
  port: number
  /** Used in turn; none asks without. */
  cookies: readonly string[]
}

interface Side extends Server {
  wire: Wire
}

/** What a way came to of a kind: the recall once, the times of every round. */
interface Outcome {
  recall: number
  p50: number[]
  p95: number[]
}

/** Loads both, asks both in turn, and prints the table. Answers the exit code: 1 when a row is behind. */
export async function compare({ records, targets: count, python, data }: Order): Promise<number> {
  const origin = originNow()
  const say = (text: string) => console.error(`  ${text}`)
  const shelf = openShelf(data)
  const people = peopleFor(records)
  const bench = openBench({ shelf: shelf.path, people, pace: 'full' }, () => {}, say)
  const folder = join(shelf.path, 'yente')
  mkdirSync(folder, { recursive: true })
  let yente: Yente | undefined
  try {
    const stage = await bench.stage()
    const entities = join(folder, 'entities.ftm.json')
    const written = await writeEntities(entities, people, count)
    if (written.records !== stage.records)
      throw new Error(`the product has ${stage.records} records and yente ${written.records}`)
    yente = await startYente(python, folder, entities)
    say(`yente has loaded ${written.records} records in ${yente.loadedInSeconds.toFixed(0)} s`)
    const rows = [
      ...(await askAll(bench, yente, written.targets)),
      await crowd(bench, yente, written.targets),
      ratesRow(stage.loading, written.records / yente.loadedInSeconds)
    ]
    const heading = Object.values(origin).join(', ')
    console.log(
      `\n${heading}, ${stage.records} records of ${people} people, ${written.targets.length} asked for, yente ${VERSION}\n`
    )
    console.log(renderTable(rows))
    return rows.every(({ holds }) => holds !== false) ? 0 : 1
  } finally {
    await yente?.stop()
    await bench.close()
    shelf.close()
  }
}

/** By every kind, some people of one side, then the same of the next one, so that whatever else runs falls on all. */
async function askAll(bench: Bench, yente: Yente, people: readonly Target[]): Promise<Row[]> {
  const [{ port }, { paying }] = [await bench.product(), await bench.askers()]
  const ours = { way: paidSearch, port, cookies: paying }
  const servers = [ours, ...[match, textSearch].map(way => ({ way, port: yente.port, cookies: [] }))]
  const kinds = KINDS.map(kind => ({ kind, outcomes: new Map<Way, Outcome>() }))
  let turn = 0
  for (const { kind, outcomes } of kinds)
    for (const server of servers) {
      const recalls: number[] = []
      for (const person of people) recalls.push(await recallOf(server, kind, person, turn++))
      outcomes.set(server.way, { recall: mean(recalls), p50: [], p95: [] })
    }
  // Not before: a connection that waits is closed.
  const sides = await Promise.all(servers.map(async each => ({ ...each, wire: await connect(each.port) })))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { kind, outcomes } of kinds) {
      const times = new Map<Way, number[]>(sides.map(({ way }) => [way, []]))
      for (let from = 0; from < people.length; from += SLICE)
        for (const side of sides)
          for (const person of people.slice(from, from + SLICE))
            times.get(side.way)?.push(await timeAsk(side, kind, person, turn++))
      for (const [way, own] of times) {
        outcomes.get(way)?.p50.push(median(own))
        outcomes.get(way)?.p95.push(p95(own))
      }
    }
  for (const { wire } of sides) wire.close()
  return kinds.flatMap(({ kind, outcomes }) => [
    rowOf(kind, outcomes, match, TIMES_FASTER),
    rowOf(kind, outcomes, textSearch, 1)
  ])
}

const mean = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0) / numbers.length
const cookieOf = ({ cookies }: Server, turn: number) => cookies[turn % cookies.length] ?? ''

/** The share of the person's records that an answer shows. */
async function recallOf(side: Server, kind: Kind, person: Target, turn: number): Promise<number> {
  const { method, path, body = null } = side.way.askOf(kind, person)
  const headers = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    cookie: cookieOf(side, turn)
  }
  const answer = await fetch(`http://127.0.0.1:${side.port}${path}`, { method, headers, body })
  if (!answer.ok) throw new Error(`${side.way.name} answered ${answer.status}: ${await answer.text()}`)
  const shown = side.way.idsOf(await answer.json()).slice(0, SHOWN)
  return shown.filter(id => person.records.has(id)).length / person.records.size
}

/** Milliseconds from the request to the last byte of the answer. */
async function timeAsk(side: Side, kind: Kind, person: Target, turn: number): Promise<number> {
  const { method, path, body } = side.way.askOf(kind, person)
  const request = requestText(method, path, cookieOf(side, turn), body)
  const startedAt = performance.now()
  const { status, tail } = await side.wire.ask(request)
  const ms = performance.now() - startedAt
  if (status !== 200) throw new Error(`${side.way.name} answered ${status}`)
  if (side.way === paidSearch && !tail.includes(CHARGED)) throw new Error('a search was not charged')
  return ms
}

/** Holds when the product finds no less and its median answer comes so many times as fast, the slow ones too no later. */
function rowOf(kind: Kind, outcomes: ReadonlyMap<Way, Outcome>, other: Way, times: number): Row {
  const of = (way: Way): Outcome => outcomes.get(way) ?? { recall: 0, p50: [], p95: [] }
  const tell = ({ recall, p50, p95 }: Outcome) =>
    `${recall.toFixed(3)}, ${roundsText(p50, '', 1)} / ${roundsText(p95, ' ms', 1)}`
  const [own, theirs] = [of(paidSearch), of(other)]
  const [ratio, ratioOfSlow] = [median(theirs.p50) / median(own.p50), median(theirs.p95) / median(own.p95)]
  return {
    id: kind,
    goal: `recall@${SHOWN} no less, p50 ≥ ${times}× and p95 faster than ${other.name}`,
    measured: `${tell(own)} against ${tell(theirs)}`,
    ratio: `${ratio.toFixed(1)}× / ${ratioOfSlow.toFixed(1)}×`,
    holds: own.recall >= theirs.recall && ratio >= times && ratioOfSlow >= 1
  }
}

/** Full names by several connections at once, from a process of its own. */
async function crowd(bench: Bench, yente: Yente, people: readonly Target[]): Promise<Row> {
  const asksOf = (way: Way) => people.map(person => way.askOf('full name', person))
  const order = { connections: CONNECTIONS, seconds: CROWD_SECONDS }
  const { port } = await bench.product()
  const { paying } = await bench.askers()
  const orders: Omit<LoadOrder, 'from'>[] = [
    { ...order, port, asks: asksOf(paidSearch), cookies: paying },
    { ...order, port: yente.port, asks: asksOf(match), cookies: [] }
  ]
  const rates: number[][] = orders.map(() => [])
  const next = orders.map(() => 0)
  // The first warms up.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [side, each] of orders.entries()) {
      const result: LoadResult = await runLoad({ ...each, from: next[side] ?? 0 })
      if (successes(result) < 1) throw new Error(`answers: ${JSON.stringify(result.statuses)}`)
      if (side === 0) assertPaid(result)
      next[side] = result.next
      if (round > 0) rates[side]?.push(result.perSecond)
    }
  const [ours = [], theirs = []] = rates
  const ratio = median(ours) / median(theirs)
  return {
    id: `full name, ${CONNECTIONS} connections`,
    goal: `≥ ${TIMES_FASTER}× as many a second as ${match.name}`,
    measured: `${roundsText(ours, '/s', 0)} against ${roundsText(theirs, '/s', 1)}`,
    ratio: `${ratio.toFixed(1)}×`,
    holds: ratio >= TIMES_FASTER
  }
}

function ratesRow(loading: { records: number; indexed: number } | null, theirs: number): Row {
  const ours = loading && loading.records / loading.indexed
  const asRate = (perSecond: number) => `${(perSecond / MS).toFixed(1)} k/s`
  return {
    id: 'load and index',
    goal: 'faster than yente reindex',
    measured: `${ours === null ? 'loaded before' : asRate(ours)} against ${asRate(theirs)}`,
    ...(ours !== null && { ratio: `${(ours / theirs).toFixed(1)}×` }),
    holds: ours === null ? null : ours > theirs
  }
}
