import { SQL } from 'bun'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { type Askers, bookBalances } from '#tests/bench/askers.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { type Line, searchAsk, surnames } from '#tests/bench/mix.ts'
import { median, p95, roundsText } from '#tests/bench/numbers.ts'
import { exactQueries, IDENTIFIERS } from '#tests/bench/queries.ts'
import { SEED, type Stage } from '#tests/bench/stage.ts'
import { CHARGED, connect, requestText } from '#tests/bench/wire.ts'

/** Times the raw SQL of the same look-up and a commit. */
const MOST = { identifier: 3, 'full name': 4 }
const SURNAME_P95_MS = 12
const ROUNDS = { full: 3, quick: 2 }
const QUERIES = 400
const WARM = 100
/** A person and a line may have met within the free replay of another section. */
const UNPAID_SHARE = 0.01
/** What the raw statement fetches at most, as the prototype's did. */
const RAW_ROWS = 100
const SETTINGS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }
/** A large answer is shared with whoever asks the same for a while: each of these is asked for the first time. */
const SPELLINGS = [
  (surname: string) => surname.toLowerCase(),
  (surname: string) => surname.toUpperCase(),
  (surname: string) => surname.slice(0, 1).toLowerCase() + surname.slice(1).toUpperCase()
]

type Kind = keyof typeof MOST

/** Milliseconds of one search each way. */
export interface Round {
  raw: number[]
  paid: number[]
}

/** P4: one person at a time; the look-up and a commit by raw SQL, and the paid search for the same line, in turn. */
export const single: Section = {
  ids: ['P4'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const raw = openRaw(stage, askers)
    const paid = await openPaid(product.port, askers)
    try {
      for (const [kind, lines] of linesOf(stage, linesAsked(bench))) {
        const rounds: Round[] = []
        for (const line of lines.splice(0, WARM)) {
          await raw.ask(line)
          await paid.ask(line)
        }
        while (lines.length > 0) {
          const round: Round = { raw: [], paid: [] }
          for (const line of lines.splice(0, QUERIES)) {
            round.raw.push(await raw.ask(line))
            round.paid.push(await paid.ask(line))
          }
          rounds.push(round)
        }
        judgeKind(bench, kind, rounds)
      }
      const frequent = surnames()
      for (const line of frequent) await paid.ask({ kind: 'surname', line })
      const rounds: number[][] = []
      for (const spell of SPELLINGS) {
        const round: number[] = []
        for (const surname of frequent) round.push(await paid.ask({ kind: 'surname', line: spell(surname) }))
        rounds.push(round)
      }
      judgeSurnames(bench, rounds)
      paid.assertPaid()
    } finally {
      paid.close()
      await raw.close()
      await bookBalances(stage)
    }
  }
}

/** How many lines of each kind have been asked afterwards. */
export const linesAsked = ({ pace }: Pick<Bench, 'pace'>) => WARM + ROUNDS[pace] * QUERIES

/** So many lines of each kind, those of every identifier in turn. */
export function linesOf(stage: Pick<Stage, 'people'>, count: number): [Kind, Line[]][] {
  const exact = exactQueries(stage.people, SEED, count)
  const take = (kinds: readonly string[]) =>
    Array.from({ length: count }, (_, at): Line => {
      const kind = kinds[at % kinds.length] ?? ''
      const lines = exact.get(kind) ?? []
      return { kind, line: lines[Math.floor(at / kinds.length) % lines.length] ?? '' }
    })
  return [
    ['identifier', take(IDENTIFIERS)],
    ['full name', take(['name'])]
  ]
}

/** The least that a paid search could be: the look-up, and a statement that commits one credit. */
function openRaw({ database }: Stage, { ids }: Askers) {
  const sql = new SQL({ ...database.owner.options, max: 1, connection: SETTINGS } as SQL.Options)
  let count = 0
  return {
    async ask({ line }: Line): Promise<number> {
      const [step] = parseLine(line, null).steps
      const keys = `{${(step?.keys ?? []).map(hash64).join(',')}}`
      const user = ids[count++ % ids.length] ?? 0
      const startedAt = performance.now()
      await sql`SELECT src, rid, doc, subj::text AS subj FROM rec WHERE k @> ${keys}::int8[] LIMIT ${RAW_ROWS}`
      await sql`UPDATE users SET requests_count = requests_count - 1 WHERE id = ${user}`
      return performance.now() - startedAt
    },
    close: () => sql.close()
  }
}

export async function openPaid(port: number, { paying }: Askers) {
  const wire = await connect(port)
  let count = 0
  let unpaid = 0
  return {
    async ask(line: Line): Promise<number> {
      const { method, path, body } = searchAsk(line)
      const request = requestText(method, path, paying[count++ % paying.length] ?? '', body)
      const startedAt = performance.now()
      const { status, tail } = await wire.ask(request)
      const ms = performance.now() - startedAt
      if (status !== 200) throw new Error(`a search was answered with ${status}`)
      if (!tail.includes(CHARGED)) unpaid += 1
      return ms
    },
    assertPaid() {
      if (unpaid > count * UNPAID_SHARE) throw new Error(`${unpaid} of ${count} paid searches were free`)
    },
    close: () => wire.close()
  }
}

export function judgeKind({ row }: Pick<Bench, 'row'>, kind: Kind, rounds: readonly Round[]): void {
  const of = (part: typeof p95, way: keyof Round) => rounds.map(round => part(round[way]))
  const [raw, paid, most] = [of(median, 'raw'), of(median, 'paid'), MOST[kind]]
  const [ratio, rare] = [median(paid) / median(raw), median(of(p95, 'paid')) / median(of(p95, 'raw'))]
  row(
    'P4',
    `one connection, ${kind}: p50 of a paid search ≤ ${most}× the raw SQL of its look-up and commit`,
    `${roundsText(paid, ' ms', 2)} against ${roundsText(raw, ' ms', 2)}; p95 ${rare.toFixed(2)}×`,
    ratio <= most,
    `${ratio.toFixed(2)}×`
  )
}

export function judgeSurnames({ row }: Pick<Bench, 'row'>, rounds: readonly number[][]): void {
  const times = rounds.map(p95)
  const goal = `one connection, frequent surname: p95 of a paid search ≤ ${SURNAME_P95_MS} ms`
  const measured = `${roundsText(times, ' ms', 2)}, p50 ${median(rounds.map(median)).toFixed(2)} ms`
  row('P4', goal, measured, median(times) <= SURNAME_P95_MS)
}
