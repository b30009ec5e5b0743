import type { Reading } from '#shared/contracts/reading.ts'
import { surnameOfValue } from '#shared/identity/names/surname-of-value.ts'
import { isIdentifier } from '#shared/identity/reading/line-identifiers.ts'

/** A lone year, «1981», finds too many. */
const YEAR_CHARS = 4

/**
 * Shorter lines that find what the asked one cannot: a search has looked for its name and for its numbers by themselves,
 * not for a place, a firm or a day without the name, nor for the surname alone. None of a line about several, nor a place
 * where only a number told whom it is about.
 */
export function shorterLines(readings: Reading[]): [title: string, line: string][] {
  const parts = readings.slice(0, 1).flatMap(one => one.parts ?? one)
  const lines = parts.flatMap((part): [string, string][] => {
    const others = parts.filter(other => other !== part)
    const line = others.flatMap(({ terms }) => terms).join(' ')
    const isNumber = isIdentifier(part.kind)
    return !line || others.some(other => isSearchedAlone(other) || (isNumber && other.kind === 'address'))
      ? []
      : [[`Без «${part.label}»`, line.replaceAll(' ,', ',')]]
  })
  const all = readings.flatMap(one => one.parts ?? one)
  // With a note it is in the nominative, or in the right layout; where the surest reading is a place, nobody knows it.
  const name = all.find(one => isName(one) && one.note) ?? parts.find(isName)
  const surname = name && surnameOfValue(name.value)
  return surname ? [...lines, ['Только фамилия', surname]] : lines
}

const isName = ({ kind }: Reading): boolean => kind === 'full_name'
const isSearchedAlone = (part: Reading): boolean =>
  isName(part) || isIdentifier(part.kind) || part.value.length <= YEAR_CHARS
