import type { LexiconTag } from './lexicon/words.ts'
import type { Line, Span } from './spans.ts'

export interface Cover {
  weight: number
  spans: readonly Span[]
}

const UNEXPLAINED = { word: -1.2, number: -1.5, mark: 0 } as const

/** Two adjacent names, or addresses, without a sign are rather one. */
const ADJACENT: Partial<Record<LexiconTag, number>> = { name: 3, address: 1 }

const costBeside = (span: Span, before: Span | null): number =>
  span.tag !== undefined && span.tag === before?.tag && isValue(span) && isValue(before)
    ? (ADJACENT[span.tag] ?? 0)
    : 0
const isValue = ({ treatment }: Span): boolean => treatment === 'value'

interface Step {
  weight: number
  before: Step | null
  span: Span | null
}

/**
 * Heaviest covers by non-overlapping spans: weights of spans minus costs of unexplained tokens. Viterbi over tokens,
 * with `most` paths kept at each. Covers with the same values are one.
 */
export function bestCovers({ tokens }: Line, spans: readonly Span[], most: number): Cover[] {
  const byStart = Map.groupBy(spans, ({ from }) => from)
  const best: Step[][] = Array.from({ length: tokens.length + 1 }, () => [])
  best[0] = [{ weight: 0, before: null, span: null }]
  const add = (at: number, step: Step): void => {
    const steps = best[at] as Step[]
    if (steps.length === most && (steps.at(-1)?.weight ?? 0) >= step.weight) return
    const place = steps.findIndex(other => other.weight < step.weight)
    steps.splice(place < 0 ? steps.length : place, 0, step)
    if (steps.length > most) steps.pop()
  }
  for (const [at, token] of tokens.entries()) {
    for (const before of best[at] as Step[]) {
      add(at + 1, { weight: before.weight + UNEXPLAINED[token.kind], before, span: null })
      for (const span of byStart.get(at) ?? []) {
        const weight = before.weight + span.weight - costBeside(span, before.span)
        add(span.to, { weight, before, span })
      }
    }
  }
  return (best[tokens.length] as Step[]).map(end => {
    const chosen: Span[] = []
    for (let step: Step | null = end; step; step = step.before) if (step.span) chosen.push(step.span)
    return { weight: end.weight, spans: chosen.reverse() }
  })
}
