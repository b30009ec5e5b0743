import type { Reading } from '#shared/contracts/reading.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { type LineClass, makeCorpus } from './corpus.ts'
import type { CorpusLine } from './corpus-line.ts'
import { describeReading, isRight } from './judge.ts'

export interface ClassFigure {
  name: LineClass
  right: number
  of: number
  /** The lines that are read wrongly, with what they are read as. */
  misses: readonly string[]
}

/** Processor time of one line, in microseconds. */
export interface LineCost {
  median: number
  p99: number
  dearest: number
}

type Read = (line: string) => readonly Reading[]

/** Reads each line of the corpus of a seed: how many of each class are read rightly. */
export const measureLines = (seed: number, count?: number, read: Read = parseQuery): readonly ClassFigure[] =>
  [...makeCorpus(seed, count)].map(([name, lines]) => {
    const misses: string[] = []
    for (const line of lines) {
      const readings = read(line.text)
      if (!isRight(line, readings)) misses.push(tellMiss(line, readings))
    }
    return { name, right: lines.length - misses.length, of: lines.length, misses }
  })

const tellMiss = ({ text, parts }: CorpusLine, readings: readonly Reading[]): string => {
  const wanted = parts.map(({ kind, value }) => `${kind} ${value}`).join(' + ')
  return `${JSON.stringify(text)} → ${describeReading(readings)}; wanted ${wanted}`
}

const ROUNDS = 3

/** What the lines of a seed cost: each is read in several rounds, of which the least counts. */
export function measureCost(seed: number, read: Read = parseQuery): LineCost {
  const lines = [...makeCorpus(seed).values()].flat()
  const least = new Float64Array(lines.length).fill(Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round += 1) {
    lines.forEach(({ text }, at) => {
      const begun = Bun.nanoseconds()
      read(text)
      least[at] = Math.min(least[at] ?? 0, (Bun.nanoseconds() - begun) / 1_000)
    })
  }
  const sorted = least.toSorted()
  const share = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  return { median: share(0.5), p99: share(0.99), dearest: share(1) }
}
