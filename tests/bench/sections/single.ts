import { parseLine } from '#api/features/search/parse-query.ts'
import { hash64 } from '#api/lib/hash64.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { type Kind, mixOf, searchAsk } from '#tests/bench/mix.ts'
import { median, p95, told } from '#tests/bench/numbers.ts'
import { CHARGED, connect, requestText, type Wire } from '#tests/bench/wire.ts'

const FREE = 1.6
const PAID = 3.5
const MOST_MS = 1.5
const ROUNDS = 3
const QUERIES = 400
const WARM = 100
/** A person and a line may have met within the free replay of another section. */
const UNPAID_SHARE = 0.01
/** What the raw statement fetches at most, as the prototype's did. */
const RAW_ROWS = 100
const SETTINGS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }

type Way = 'raw' | 'free' | 'paid'

/** P4: one person at a time, the same look-up by raw SQL, by a free and by a paid search in turn. */
export const single: Section = {
  ids: ['P4'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const sql = stage.database.openConnection(SETTINGS)
    const wire = await connect(product.port)
    const lines = mixOf(stage)
    // A surname alone is a look-up of another kind, of hundreds of rows; it is told apart.
    const plain = lines.filter(({ kind }) => kind !== 'surname')
    const surnames = lines.filter(({ kind }) => kind === 'surname').slice(0, WARM)
    let count = 0
    let unpaid = 0

    const search = async (cookies: readonly string[], line: { kind: Kind; line: string }) => {
      const { method, path, body } = searchAsk(line)
      count += 1
      const { ms, charged } = await timed(
        wire,
        requestText(method, path, cookies[count % cookies.length] ?? '', body)
      )
      if (cookies === askers.paying && !charged) unpaid += 1
      return ms
    }
    const ways: Record<Way, (line: { kind: Kind; line: string }) => Promise<number>> = {
      async raw({ line }) {
        const [step] = parseLine(line, null).steps
        const keys = `{${(step?.keys ?? []).map(hash64).join(',')}}`
        const startedAt = performance.now()
        await sql`SELECT src, rid, doc, subj::text AS subj FROM rec WHERE k @> ${keys}::int8[] LIMIT ${RAW_ROWS}`
        return performance.now() - startedAt
      },
      free: line => search(askers.unlimited, line),
      paid: line => search(askers.paying, line)
    }
    try {
      const rounds: Record<Way, number[]> = { raw: [], free: [], paid: [] }
      for (const line of plain.slice(-WARM))
        for (const way of ['raw', 'free', 'paid'] as const) await ways[way](line)
      for (let round = 0; round < ROUNDS; round += 1) {
        const times: Record<Way, number[]> = { raw: [], free: [], paid: [] }
        for (const line of plain.slice(round * QUERIES, (round + 1) * QUERIES))
          for (const way of ['raw', 'free', 'paid'] as const) times[way].push(await ways[way](line))
        for (const way of ['raw', 'free', 'paid'] as const) rounds[way].push(p95(times[way]))
      }
      if (unpaid > QUERIES * ROUNDS * UNPAID_SHARE) throw new Error(`${unpaid} paid searches were free`)
      report(bench, rounds)
      const alone: number[] = []
      for (const line of surnames) alone.push(await ways.paid(line))
      bench.row('P4', 'a frequent surname alone, paid: p95', milliseconds(p95(alone)), null)
    } finally {
      wire.close()
      await sql.close()
    }
  }
}

async function timed(wire: Wire, request: string): Promise<{ ms: number; charged: boolean }> {
  const startedAt = performance.now()
  const { status, tail } = await wire.ask(request)
  const ms = performance.now() - startedAt
  if (status !== 200) throw new Error(`a search was answered with ${status}`)
  return { ms, charged: tail.includes(CHARGED) }
}

const milliseconds = (ms: number) => `${ms.toFixed(2)} ms`

function report({ row }: Bench, rounds: Record<Way, number[]>): void {
  const raw = median(rounds.raw)
  for (const [way, most] of [
    ['free', FREE],
    ['paid', PAID]
  ] as const) {
    const ratio = median(rounds[way]) / raw
    const measured = `${told(rounds[way], ' ms', 2)} against ${told(rounds.raw, ' ms', 2)}`
    row(
      'P4',
      `one connection: ${way} search p95 ≤ ${most}× raw SQL`,
      measured,
      ratio <= most,
      `${ratio.toFixed(2)}×`
    )
  }
  const worst = Math.max(median(rounds.free), median(rounds.paid))
  row('P4', `never above ${MOST_MS} ms`, milliseconds(worst), worst <= MOST_MS)
}
