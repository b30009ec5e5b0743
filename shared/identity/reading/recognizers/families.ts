import { genderOfGiven, isKnownGiven } from '#shared/identity/names/given-names.ts'
import { nameReading } from '#shared/identity/reading/recognizers/recognize-name.ts'
import type { Line, Recognizer, Span } from '#shared/identity/reading/spans.ts'

const PLURAL = /(?:(?<=[оеё]в|[иы]н)ы|(?<=[сц]к)ие)$/u
const SURE = 0.93
const WEIGHT = 8

/** «Иван и Анна Петровы»: each gets the surname in the form of their gender. */
export const recognizeFamilies: Recognizer = line => {
  const { tokens } = line
  return tokens.flatMap(({ lower }, at) => {
    if (lower !== 'и') return []
    const [one, other] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]?.lower ?? '']
    if (!isKnownGiven(one) || !isKnownGiven(other)) return []
    const before = tokens[at - 2]?.lower ?? ''
    const behind = tokens[at + 2]?.lower ?? ''
    return PLURAL.test(behind)
      ? [couple(line, at - 1, at + 3, behind, [one, other])]
      : PLURAL.test(before)
        ? [couple(line, at - 2, at + 2, before, [one, other])]
        : []
  })
}

function couple(line: Line, from: number, to: number, plural: string, [one, other]: [string, string]): Span {
  const stem = plural.replace(PLURAL, '')
  const isAdjective = plural.endsWith('ие')
  const readingOf = (given: string) => {
    const isFemale = genderOfGiven(given) === 'female'
    const surname = stem + (isFemale ? (isAdjective ? 'ая' : 'а') : isAdjective ? 'ий' : '')
    return nameReading({ surname, given }, line.textOf(from, to), { confidence: SURE })
  }
  return {
    from,
    to,
    treatment: 'value',
    weight: WEIGHT,
    readings: [readingOf(one)],
    also: [readingOf(other)]
  }
}
