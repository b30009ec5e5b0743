import type { SearchAnswer } from '#shared/contracts/search.ts'
import { jsonMembers } from './answer-records.ts'
import type { FurtherRecords } from './list-further-records.ts'

const utf8 = new TextEncoder()
const COMMA = utf8.encode(',')

/** @param answer Ranked records only; further ones are appended. */
export function writeAnswer(
  {
    results_by_source,
    matches,
    ...answer
  }: Pick<SearchAnswer, 'results_by_source' | 'matches'> & Record<string, unknown>,
  { records, matches: furtherMatches }: Pick<FurtherRecords, 'records' | 'matches'>
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const write = (text: string) => parts.push(utf8.encode(text))
  const writeAll = (pieces: readonly Uint8Array[]) => {
    let isFirst = true
    for (const piece of pieces.filter(({ length }) => length > 0)) {
      if (!isFirst) parts.push(COMMA)
      parts.push(piece)
      isFirst = false
    }
  }

  write(`${JSON.stringify(answer).slice(0, -1)},"results_by_source":{`)
  const keys = new Set([...Object.keys(results_by_source), ...records.keys()])
  for (const [at, key] of [...keys].entries()) {
    write(`${at > 0 ? ',' : ''}${JSON.stringify(key)}:[`)
    writeAll([jsonMembers(results_by_source[key] ?? []), ...(records.get(key) ?? [])])
    write(']')
  }
  write('},"matches":{')
  writeAll([jsonMembers(matches), ...furtherMatches])
  write('}')
  return joined(parts)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
