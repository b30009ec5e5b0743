import type { Socket } from 'bun'
import { createRandom } from '#api/db/seed/random.ts'
import { makeAskers } from '#tests/bench/crash/askers.ts'
import { holdAgainst, none } from '#tests/bench/crash/books.ts'
import type { Journal } from '#tests/bench/crash/journal.ts'
import { startLoad } from '#tests/bench/crash/rounds.ts'
import { requestText } from '#tests/bench/wire.ts'
import { descriptorsOf, growthRow, memoryOf } from './measures.ts'
import { add, type Counts, isServerFault, type Order, type Outcome, scaled, sumOf } from './phase.ts'
import { inTrial, type Trial } from './trial.ts'

const WAYS = [
  'reads nothing',
  'stops in its head',
  'stops in its body',
  'a byte a second',
  'leaves at once'
] as const
type Way = (typeof WAYS)[number]

const ACCOUNTS = 60
const EACH = 60
const HONEST = 4
const LASTS_MS = 12_000
/** Of a small part too, in which those who send a byte a second are there together. */
const LASTS_LEAST_MS = 4_000
const LEAVES_MS = 40
/** More than any buffer between them takes. */
const LARGE = requestText('GET', '/api/openapi.json', '')
const LARGE_TIMES = 100
const GROWTH_MAX_MB = 150
const HONEST_MAX_MS = 5_200
/** Of descriptors, when all of them have gone. */
const LEFT_OVER_MAX = 20
/** The product waits 30 s for the next byte of anybody. */
const FORGOTTEN_MS = 45_000

/** Clients that never read, never finish and leave, beside some that only want an answer. */
export async function slowClients(order: Order): Promise<Outcome> {
  return inTrial(ACCOUNTS, async trial => {
    const { product, arena } = trial
    const journal: Journal = { calls: [], kills: [] }
    const askers = await trial.asOwner(owner => makeAskers(product.url, owner, arena.lines, order.seed))
    const before = descriptorsOf(product.pid)
    const random = createRandom(order.seed, 0)
    const each = scaled(order, EACH)
    const timed: number[] = []
    const memory = memoryOf(product.pid)
    const load = startLoad(askers.slice(0, HONEST), HONEST, journal)
    const slow = await Promise.all(
      WAYS.flatMap(way =>
        Array.from({ length: each }, (_, at) => comeSlowly(trial, way, at, random.below(LEAVES_MS)))
      )
    )
    const honest = await pages(product.url, Math.max(LASTS_LEAST_MS, scaled(order, LASTS_MS)), timed)
    const memoryAfter = memoryOf(product.pid)
    for (const socket of slow) socket?.terminate()
    await load.stop()
    const after = await descriptorsAtRest(product.pid, before)
    const isAlive = await trial.isAlive()
    const audited = await trial.audit()
    const counts: Counts = { ...honest }
    for (const { status } of journal.calls) add(counts, status)
    const books = await trial.asOwner(owner => holdAgainst(journal, owner))
    const slowest = Math.max(...timed)
    return {
      counts,
      rows: [
        { goal: 'slow clients', measured: String(slow.length), holds: true },
        none('answers 5xx', sumOf(counts, isServerFault)),
        none('others without an answer', counts['no answer'] ?? 0),
        {
          goal: `others wait ≤ ${HONEST_MAX_MS} ms for a page`,
          measured: `${slowest.toFixed(0)} ms`,
          holds: slowest <= HONEST_MAX_MS
        },
        growthRow(`memory grows ≤ ${GROWTH_MAX_MB} MB`, [memory, memoryAfter], GROWTH_MAX_MB, ' MB'),
        growthRow(`descriptors left over ≤ ${LEFT_OVER_MAX}`, [before, after], LEFT_OVER_MAX),
        { goal: 'the process lives', measured: '', holds: isAlive },
        ...books.filter(row => /lost|twice/.test(row.goal)),
        ...audited
      ]
    }
  })
}

/** Null when it has already left. */
async function comeSlowly(
  { product, arena }: Trial,
  way: Way,
  at: number,
  leavesMs: number
): Promise<Socket | null> {
  const query = arena.lines[at % arena.lines.length] ?? ''
  const cookie = arena.cookies[at % arena.cookies.length] ?? ''
  const request = Buffer.from(requestText('POST', '/api/search/perform', cookie, JSON.stringify({ query })))
  const headEnd = request.indexOf('\r\n\r\n')
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: product.port,
    socket: { data: () => {}, open: opened => void (way === 'reads nothing' && opened.pause()) }
  })
  const sendFirst = (bytes: number) => socket.write(request.subarray(0, bytes))
  if (way === 'reads nothing') socket.write(Buffer.concat([request, Buffer.from(LARGE.repeat(LARGE_TIMES))]))
  if (way === 'stops in its head') sendFirst(headEnd - 5)
  if (way === 'stops in its body') sendFirst(request.length - 5)
  if (way === 'a byte a second') void drip(socket, request)
  if (way !== 'leaves at once') return socket
  sendFirst(request.length)
  await Bun.sleep(leavesMs)
  socket.terminate()
  return null
}

async function drip(socket: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    if (socket.readyState !== 1) return
    socket.write(Buffer.from([byte]))
    await Bun.sleep(1_000)
  }
}

/** Asks for a page and a call of the API, again and again. */
async function pages(url: string, ms: number, timed: number[]): Promise<Counts> {
  const counts: Counts = {}
  const until = performance.now() + ms
  while (performance.now() < until) {
    for (const path of ['/login', '/api/search/health']) {
      const started = performance.now()
      const status = await fetch(url + path).then(
        async answer => {
          await answer.arrayBuffer()
          return answer.status
        },
        () => null
      )
      timed.push(performance.now() - started)
      add(counts, status)
    }
  }
  return counts
}

/** Waits until the product has let go of those who left. */
async function descriptorsAtRest(pid: number, before: number | null): Promise<number | null> {
  const until = performance.now() + FORGOTTEN_MS
  const most = (before ?? 0) + LEFT_OVER_MAX
  while (performance.now() < until && (descriptorsOf(pid) ?? 0) > most) await Bun.sleep(500)
  return descriptorsOf(pid)
}
