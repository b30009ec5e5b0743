import { Refusal } from '#api/lib/refusal.ts'
import type { RowChoice } from '#shared/contracts/lists/lists.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { isList } from '#shared/identity/reading/lists.ts'
import { isSameReading } from '#shared/identity/reading/reading.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { cleanedLine, parseLine, readLine } from './parse-query.ts'

/** What a row would search, or its refusal. Rows of one form are searched alike. */
export type RowReading = { form: string; choices: RowChoice[] } | { refused: ProblemCode }

export type RowsReader = (rows: readonly string[], signal: AbortSignal) => Promise<RowReading[]>

export const readRows = (rows: readonly string[]): RowReading[] => rows.map(readRow)

function readRow(row: string): RowReading {
  try {
    const readings = readingsOf(cleanedLine(row))
    return { form: formOf(readings), choices: choicesOf(readings) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code }
    throw error
  }
}

/** Plain words are not planned here, because planning is as slow as reading. */
function readingsOf(line: string): Reading[] {
  const { readings } = readLine(line)
  const isPlain = readings.every(({ kind }) => kind === 'text') || isList(readings)
  return isPlain ? parseLine(line, null).readings : readings
}

/** Normal forms, whatever was typed. */
function formOf(readings: readonly Reading[]): string {
  const plain = ({ kind, value }: Pick<Reading, 'kind' | 'value'>) => `${kind}:${value.toLowerCase()}`
  const whole = readings.filter(({ kind }) => kind !== 'text')
  const meant = whole.length > 0 ? whole : readings
  const forms = meant.map(({ parts, person, ...reading }) =>
    JSON.stringify([person ?? 0, ...(parts ? parts.map(plain).sort() : [plain(reading)])])
  )
  return forms.join('\n').replaceAll('ё', 'е')
}

const AS_LIKELY = 0.05
const CHOICES_MAX = 4

function choicesOf(readings: readonly Reading[]): RowChoice[] {
  const [first] = readings
  if (!first) return []
  const isPart = (reading: Reading) => first.parts?.some(part => isSameReading(part, reading)) ?? false
  const isAsLikely = (reading: Reading) =>
    reading.confidence >= first.confidence - AS_LIKELY || isOtherOrder(reading, first)
  const choices =
    first.person === undefined
      ? readings.filter(reading => reading.kind !== 'text' && !isPart(reading) && isAsLikely(reading))
      : firstOfPeople(readings)
  if (choices.length < 2) return []
  return choices.slice(0, CHOICES_MAX).map(({ kind, label, value }) => ({ kind, label, value }))
}

/** Another word is the surname; equally likely when either may be. */
const isOtherOrder = (one: Reading, other: Reading) =>
  kindsOf(one) === kindsOf(other) &&
  wordsOf(one) === wordsOf(other) &&
  one.value.split(' ')[0] !== other.value.split(' ')[0]
const kindsOf = ({ kind, parts = [] }: Reading) => [kind, ...parts.map(part => part.kind)].join(' ')
const wordsOf = ({ value }: Reading) => value.split(' ').sort().join(' ')

/** Each person of a row may be meant. */
const firstOfPeople = (readings: readonly Reading[]): Reading[] =>
  [...Map.groupBy(readings, ({ person }) => person)].flatMap(([person, [first]]) =>
    person === undefined || !first ? [] : first
  )
