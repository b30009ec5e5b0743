import type { Reading } from '#shared/contracts/reading.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'

/** «phone 79732041740»; `!` marks a check number that does not hold. */
export const readingText = (reading: Reading) => `${reading.valid ? '' : '!'}${reading.kind} ${reading.value}`

/** What a line is read as first; '' for nothing. */
export const best = (line: string) => parseQuery(line).slice(0, 1).map(readingText).join()

/** Found as an engine finds it, and held for more than nothing. */
export const scoreOf = (line: string, fields: Record<string, string>): number =>
  findStep(line, fields) === null ? 0 : matchRecord(readAttributes(fields, {}), planOf(line)).score

/** The parts of what a line is read as first. */
export const partsOfBest = (line: string): string[] => {
  const [surest] = parseQuery(line)
  return surest ? (surest.parts ?? [surest]).map(readingText) : []
}
