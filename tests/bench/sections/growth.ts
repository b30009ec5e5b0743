import { passGate } from '#api/engines/gate.ts'
import { search } from '#api/engines/search.ts'
import { askMore } from '#api/features/search/answer/ask-more.ts'
import { assemble } from '#api/features/search/answer/assemble.ts'
import { match } from '#api/features/search/answer/match.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { median, p95 } from '#tests/bench/numbers.ts'
import { exactQueries, frequentSurnames } from '#tests/bench/queries.ts'
import { openStage, SEED, type Stage } from '#tests/bench/stage.ts'

const TIMES_LESS = 10
/** The size that the goals speak of. */
const GOALS_FROM_RECORDS = 5_000_000
const ROUNDS = 5
const QUERIES = 60
const SURNAMES = 20

/** Exponents by kind; those of the worst allowed queries have the last goal. */
const MOST = { phone: 0.05, inn: 0.05, dated: 0.05, name: 0.1, surname: 0.1 }
const WORST_MOST = 0.5
/** Allowed queries that many records answer. */
export const HEAVY: Record<string, string[]> = {
  'given name and patronymic': ['Елена Александровна', 'Александр Сергеевич', 'Ольга Владимировна'],
  'given name': ['Александр', 'Елена', 'Сергей'],
  'birth year': ['1980', '1975', '1962'],
  'words of an address': ['г. Примерск', 'ул. Образцовая', 'Примерская область'],
  'words of a text': ['генеральный директор', 'Демо-Связь Примерская область']
}

/** Milliseconds of the look-up, and of all that a search does with what it found. */
interface SearchTimes {
  find: number
  whole: number
}

type Sizes = Record<'large' | 'small', SearchTimes[]>

/**
 * P6: the same searches on the run's records and on a tenth of them, in turn in one process, so that both sizes see the
 * same machine. A goal is judged by what the engine takes; ranking and grouping go with the hits, which are capped.
 */
export const growth: Section = {
  ids: ['P6'],
  async run(bench) {
    const large = await bench.stage()
    const small = await openStage(bench.shelf, Math.ceil(bench.people / TIMES_LESS), bench.say)
    try {
      const kinds = new Map<string, Sizes>()
      for (const [kind, lines] of linesOf(large, small)) kinds.set(kind, await compare(large, small, lines))
      report(bench, kinds, large.records >= GOALS_FROM_RECORDS)
    } finally {
      await small.close()
    }
  }
}

/** Each size is asked for people of its own; the larger holds those of the smaller too. */
function linesOf(large: Stage, small: Stage): Map<string, { large: string[]; small: string[] }> {
  const [ofLarge, ofSmall] = [large, small].map(stage => exactQueries(stage.people, SEED, QUERIES))
  const surnames = frequentSurnames(SEED, SURNAMES)
  return new Map([
    ...(['phone', 'inn', 'dated', 'name'] as const).map(
      kind => [kind, { large: ofLarge?.get(kind) ?? [], small: ofSmall?.get(kind) ?? [] }] as const
    ),
    ['surname', { large: surnames, small: surnames }],
    ...Object.entries(HEAVY).map(([kind, lines]) => [kind, { large: lines, small: lines }] as const)
  ])
}

async function compare(
  large: Stage,
  small: Stage,
  lines: { large: string[]; small: string[] }
): Promise<Sizes> {
  const rounds: Sizes = { large: [], small: [] }
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sizes: Sizes = { large: [], small: [] }
    for (const [at, line] of lines.large.entries()) {
      sizes.large.push(await time(large, line))
      sizes.small.push(await time(small, lines.small[at] ?? line))
    }
    if (round === 0) continue
    for (const size of ['large', 'small'] as const)
      rounds[size].push({
        find: p95(sizes[size].map(each => each.find)),
        whole: p95(sizes[size].map(each => each.whole))
      })
  }
  return rounds
}

async function time({ context }: Stage, line: string): Promise<SearchTimes> {
  const current = await context.sources.current()
  const { policy, sources } = current
  const plan = parseLine(line, null)
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(10_000)
  const findings = await search(context, plan, policy, signal)
  const find = performance.now() - startedAt
  const passed = passGate(findings.candidates, policy)
  const foundRecords = { engine: context.engine, plan, current, findings, passed, signal }
  const material = await askMore(foundRecords, match(plan, passed, sources), null, startedAt)
  JSON.stringify(assemble(plan, current, findings, material, null))
  return { find, whole: performance.now() - startedAt }
}

function report({ row }: Bench, kinds: ReadonlyMap<string, Sizes>, isJudged: boolean): void {
  const texts = new Map([...kinds].map(([kind, sizes]) => [kind, tell(sizes)]))
  for (const [kind, most] of Object.entries(MOST)) {
    const { exponent, text } = texts.get(kind) ?? tell({ large: [], small: [] })
    row(
      'P6',
      `growth of p95 over ten times less ≤ ${most}: ${kind}`,
      text,
      isJudged ? exponent <= most : null,
      exponent.toFixed(2)
    )
  }
  const heavy = Object.keys(HEAVY).map(kind => ({
    kind,
    ...(texts.get(kind) ?? tell({ large: [], small: [] }))
  }))
  const worst = heavy.toSorted((a, b) => b.large - a.large)[0]
  for (const { kind, exponent, text } of heavy) {
    const isWorst = kind === worst?.kind
    const goal = isWorst ? `growth of the worst allowed query ≤ ${WORST_MOST}: ${kind}` : `growth: ${kind}`
    row('P6', goal, text, isJudged && isWorst ? exponent <= WORST_MOST : null, exponent.toFixed(2))
  }
}

function tell({ large, small }: Sizes): { exponent: number; large: number; text: string } {
  const of = (rounds: SearchTimes[], what: keyof SearchTimes) => median(rounds.map(round => round[what]))
  const [ofLarge, ofSmall] = [of(large, 'find'), of(small, 'find')]
  const whole = `${of(small, 'whole').toFixed(2)} → ${of(large, 'whole').toFixed(2)} ms with ranking`
  return {
    exponent: Math.log10(ofLarge / ofSmall),
    large: ofLarge,
    text: `${ofSmall.toFixed(2)} → ${ofLarge.toFixed(2)} ms (${whole})`
  }
}
