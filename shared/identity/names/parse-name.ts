import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { assignNameParts, PARSES_MAX } from './assign-name-parts.ts'
import { type CoreName, coreNames, isWholePerson } from './core-names.ts'
import { mayBeMrz, readMrz } from './mrz.ts'
import { type NamePieces, splitName, splitUsualName } from './split-name.ts'
import type { PersonName } from './types.ts'

/**
 * Parses a written name in any order, likeliest first, `most` at most; empty when the text is no name. The anchor is
 * the patronymic, then the table of given names, then endings of surnames. Reads initials, оглы and кызы, double
 * surnames, particles, glued words, Latin letters and passport lines (`readMrz`).
 */
export function parseName(text: string, most = PARSES_MAX): PersonName[] {
  const mrz = mayBeMrz(text) ? readMrz(text) : null
  if (mrz) return [mrz.name]
  const pieces = splitName(text)
  return pieces ? namesFromPieces(pieces, text, most) : []
}

export function namesFromPieces(pieces: NamePieces, text: string, most = PARSES_MAX): PersonName[] {
  const written = sanitizeText(text)
  return assignNameParts(pieces, most).map(parts => ({ ...parts, labelled: false, written }))
}

interface StoredName {
  name: PersonName
  beside: string
}

export function readStoredName(text: string): StoredName[] {
  const pieces = splitName(text)
  const [whole] = pieces ? namesFromPieces(pieces, text, 1) : []
  if (!pieces || !whole) return []
  const cores = pieces.initials.length > 0 ? [] : coreNames(pieces.words)
  const ofCore = ({ parts, beside }: CoreName): StoredName => ({
    name: { ...parts, labelled: false, written: whole.written },
    beside: beside.join(' ')
  })
  return [
    ...cores.filter(isWholePerson).map(ofCore),
    { name: whole, beside: '' },
    ...cores.filter(core => !isWholePerson(core)).map(ofCore)
  ]
}

/** Likeliest parse of a plain name without titles and legal forms; null otherwise. */
export function parseUsualName(text: string): PersonName | null {
  const pieces = splitUsualName(text)
  const [parts] = pieces ? assignNameParts(pieces, 1) : []
  return parts ? { ...parts, labelled: false, written: text } : null
}
