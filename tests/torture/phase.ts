import type { Row } from '#tests/bench/goal.ts'

/** What every phase is told. */
export interface Order {
  /** Of every chance in the run: the same number repeats it. */
  seed: number
  /** Of the fuzz: how many, and the number of the first. */
  inputs: number
  from: number
  /** 1 is what a release is tried with; less is a slice. */
  scale: number
  /** A phase begins nothing new after it; of `performance.now()`. */
  until: number
  say(text: string): void
}

/** Calls by how they ended: a status, or what a client saw instead of one. */
export type Counts = Record<string, number>

export interface Outcome {
  counts: Counts
  rows: Omit<Row, 'id'>[]
}

export type Phase = (order: Order) => Promise<Outcome>

/** At least one. */
export const scaled = (order: Order, full: number) => Math.max(1, Math.round(full * order.scale))

export const isOver = (order: Order) => performance.now() > order.until

export function add(counts: Counts, ending: string | number | null, calls = 1): void {
  const name = String(ending ?? 'no answer')
  counts[name] = (counts[name] ?? 0) + calls
}

export const sumOf = (counts: Counts, matches: (ending: string) => boolean = () => true) =>
  Object.entries(counts).reduce((sum, [ending, calls]) => (matches(ending) ? sum + calls : sum), 0)

export const isServerFault = (ending: string) => /^5\d\d/.test(ending)
/** What may be answered while something is away on purpose. */
export const isOutage = (ending: string) => ending.startsWith('503')
/** A failure that no outage excuses. */
export const isOwnFault = (ending: string) => isServerFault(ending) && !isOutage(ending)

const HEAD = ['phase', 'calls', 'by status', 'invariant', 'measured', 'holds']
const ANSWERS = new Map([
  [true, 'yes'],
  [false, 'NO'],
  [null, '']
])

/** One line an invariant; what was called stands in the first of a phase. */
export function renderOutcomes(outcomes: ReadonlyMap<string, Outcome>): string {
  const lines = [...outcomes].flatMap(([phase, { counts, rows }]) =>
    rows.map(({ goal, measured, holds }, at) => [
      at === 0 ? phase : '',
      at === 0 ? String(sumOf(counts)) : '',
      at === 0 ? tellCounts(counts) : '',
      goal,
      measured,
      ANSWERS.get(holds) ?? ''
    ])
  )
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...lines.map(line => line[column]?.length ?? 0))
  )
  const draw = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [draw(HEAD), draw(widths.map(width => '-'.repeat(width))), ...lines.map(draw)].join('\n')
}

const tellCounts = (counts: Counts) =>
  Object.entries(counts)
    .toSorted(([one], [two]) => one.localeCompare(two))
    .map(([ending, calls]) => `${ending}: ${calls}`)
    .join(', ')
