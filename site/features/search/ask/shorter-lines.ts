import type { Reading } from '#shared/contracts/reading.ts'
import { surnameOfValue } from '#shared/identity/names/display-part.ts'
import { isIdentifier } from '#shared/identity/query/line-identifiers.ts'

/** A lone year, «1981», finds too many. */
const YEAR_CHARS = 4

/**
 * Shorter lines that find what the asked one cannot: a search has looked for its name and for its numbers by themselves,
 * not for a place, a firm or a day without the name, nor for the surname alone. None of a line about several.
 */
export function shorterLines(readings: Reading[]): [title: string, line: string][] {
  const parts = readings.slice(0, 1).flatMap(one => one.parts ?? one)
  const lines = parts.flatMap((part): [string, string][] => {
    const others = parts.filter(other => other !== part)
    const line = others.flatMap(({ terms }) => terms).join(' ')
    return !line || others.some(isSearchedAlone) ? [] : [[`Без «${part.label}»`, line]]
  })
  // With a note it is in the nominative, or in the right layout.
  const names = readings.flatMap(one => one.parts ?? one).filter(isName)
  const surname = surnameOfValue((names.find(({ note }) => note) ?? names[0])?.value ?? '')
  return surname ? [...lines, ['Только фамилия', surname]] : lines
}

const isName = ({ kind }: Reading): boolean => kind === 'full_name'
const isSearchedAlone = (part: Reading): boolean =>
  isName(part) || isIdentifier(part.kind) || part.value.length <= YEAR_CHARS
