import { bands } from './figures/bands.ts'
import { type Figure, isReached, type Measure } from './figures/figure.ts'
import type { MeasureName, PeopleMeasure } from './figures/names.ts'
import { pairs } from './figures/pairs.ts'
import { recall } from './figures/recall.ts'
import { storedTypos } from './figures/stored-typos.ts'
import { totals } from './figures/totals.ts'
import { tellLines } from './lines/tell-lines.ts'
import { loadTruth } from './truth.ts'

/** Each measure with the part of the sampled people that it takes: some ask many lines for each. */
export const MEASURES: Record<PeopleMeasure, [measure: Measure, share: number]> = {
  recall: [recall, 1],
  bands: [bands, 1],
  pairs: [pairs, 1.5],
  typos: [storedTypos, 0.4],
  totals: [totals, 1]
}

interface Run {
  only: readonly MeasureName[]
  seeds: readonly number[]
  people: number
  sampleSize: number
  say(text: string): void
}

const formatted = (value: number, { goal }: Figure) =>
  'atMost' in goal ? String(value) : value.toFixed(3).replace('.', ',')
const goalText = ({ goal }: Figure) =>
  'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${String(goal.atLeast).replace('.', ',')}`

const line = (figure: Figure) =>
  [
    isReached(figure.value, figure.goal) ? '✓' : '✗',
    formatted(figure.value, figure).padStart(6),
    goalText(figure).padEnd(7),
    `${figure.title} (из ${figure.of})`
  ].join('  ')

/** Measures every figure for every seed and prints it; 0 when each goal is reached. */
export async function tellQuality({ only, seeds, people, sampleSize, say }: Run): Promise<number> {
  let missed = 0
  const measures = only.filter(name => name !== 'lines')
  if (only.includes('lines')) for (const seed of seeds) missed += tellLines(seed, say)
  for (const seed of measures.length > 0 ? seeds : []) {
    say(`Семя ${seed}, людей ${people}`)
    const truth = await loadTruth(seed, people)
    try {
      for (const name of measures) {
        const [measure, share] = MEASURES[name]
        for (const figure of await measure(truth, Math.round(sampleSize * share))) {
          say(line(figure))
          if (isReached(figure.value, figure.goal)) continue
          missed += 1
          for (const failure of figure.failures) say(`     ${failure}`)
        }
      }
    } finally {
      await truth.close()
    }
  }
  say(missed === 0 ? 'Все цели достигнуты.' : `Не достигнуто целей: ${missed}.`)
  return missed === 0 ? 0 : 1
}
