import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { assignNameParts, PARSES_MAX } from './assign-name-parts.ts'
import { type CoreName, coreNames, isWholePerson } from './core-names.ts'
import { mayBeMrz, readMrz } from './mrz.ts'
import { type NamePieces, splitName, splitUsualName } from './split-name.ts'
import type { PersonName } from './types.ts'

/**
 * Parses a written name, likeliest parse first; empty when the text cannot be a name. Takes every order of surname, given
 * name and patronymic, the name line of a passport (`readMrz`), words glued together, initials on either side, capitals, оглы and кызы, double surnames, particles, Latin letters. The
 * patronymic is the anchor, then the table of given names, then the endings of surnames. `most` caps the parses.
 */
export function parseName(text: string, most = PARSES_MAX): PersonName[] {
  const mrz = mayBeMrz(text) ? readMrz(text) : null
  if (mrz) return [mrz.name]
  const pieces = splitName(text)
  return pieces ? namesFromPieces(pieces, text, most) : []
}

/** The same for a text that is already split. */
export function namesFromPieces(pieces: NamePieces, text: string, most = PARSES_MAX): PersonName[] {
  const written = sanitizeText(text)
  return assignNameParts(pieces, most).map(parts => ({ ...parts, labelled: false, written }))
}

/** Who a stored text names, and what stands beside the name in it. */
export interface StoredName {
  name: PersonName
  beside: string
}

/**
 * The ways to read a stored name, the likeliest first: all its words, and of four or more those of a person among them.
 * Empty when the text cannot be a name.
 */
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

/** The likeliest parse of a name in a usual form, without titles and legal forms; null for any other text. */
export function parseUsualName(text: string): PersonName | null {
  const pieces = splitUsualName(text)
  const [parts] = pieces ? assignNameParts(pieces, 1) : []
  return parts ? { ...parts, labelled: false, written: text } : null
}
