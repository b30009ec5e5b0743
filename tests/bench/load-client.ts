import { createInterface } from 'node:readline'
import type { LoadOrder, LoadResult, Times } from './load.ts'
import { quantile } from './numbers.ts'
import { CHARGED, connect, requestText, type Wire } from './wire.ts'

/** The process that `runLoad` starts: an order is the line on stdin, what was measured goes to stdout. */

const order = await new Promise<LoadOrder>(resolve => {
  const stdin = createInterface({ input: process.stdin })
  stdin.once('line', line => resolve(JSON.parse(line)))
  // It ends with the bench, also when that is killed.
  stdin.once('close', () => process.exit(1))
})
const kinds = [...new Set(order.asks.map(ask => ask.kind))]
const times = kinds.map((): number[] => [])
const kindOf = order.asks.map(ask => kinds.indexOf(ask.kind))
const statuses: Record<string, number> = {}
let next = order.from
let charged = 0
let bytes = 0

const requestAt = (place: number): string => {
  const { method, path, body } = order.asks[place % order.asks.length] as LoadOrder['asks'][number]
  return requestText(method, path, order.cookies[place % order.cookies.length] ?? '', body)
}

async function ask(wire: Wire, place: number, dueAt: number): Promise<void> {
  const reply = await wire.ask(requestAt(place)).catch(() => null)
  const status = reply?.status ?? 0
  statuses[status] = (statuses[status] ?? 0) + 1
  times[kindOf[place % order.asks.length] ?? 0]?.push(performance.now() - dueAt)
  if (!reply) return
  bytes += reply.bytes
  if (reply.tail.includes(CHARGED)) charged += 1
}

const wires = await Promise.all(Array.from({ length: order.connections }, () => connect(order.port)))
const startedAt = performance.now()
const until = startedAt + order.seconds * 1000

/** Every connection asks as soon as it is answered. */
async function flatOut(wire: Wire): Promise<void> {
  while (performance.now() < until) await ask(wire, next++, performance.now())
}

/** Asks are due at an even pace, whether a connection is free or not: who waits for one waits. */
async function paced(wire: Wire, perSecond: number): Promise<void> {
  for (;;) {
    const dueAt = startedAt + ((next - order.from) * 1000) / perSecond
    if (dueAt >= until) return
    const place = next++
    const early = dueAt - performance.now()
    if (early > 0) await Bun.sleep(early)
    // A timer that is late is the client's fault; a connection that was not free is the server's.
    await ask(wire, place, early > 0 ? performance.now() : dueAt)
  }
}

const { perSecond } = order
await Promise.all(wires.map(wire => (perSecond === undefined ? flatOut(wire) : paced(wire, perSecond))))
const seconds = (performance.now() - startedAt) / 1000
for (const wire of wires) wire.close()

function timesOf(all: readonly number[]): Times {
  const sorted = Float64Array.from(all).sort()
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(part => quantile(sorted, part))
  return { count: sorted.length, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0, max: sorted.at(-1) ?? 0 }
}

const all = timesOf(times.flat())
const result: LoadResult = {
  ...all,
  seconds,
  perSecond: all.count / seconds,
  statuses,
  charged,
  bytes,
  kinds: Object.fromEntries(kinds.map((kind, at) => [kind, timesOf(times[at] ?? [])])),
  next
}
console.log(JSON.stringify(result))
process.exit(0)
