import type { Reading } from '#shared/contracts/reading.ts'
import { hasObliquePatronymic, isNominative, readOblique } from '#shared/identity/names/oblique.ts'
import { parsePatronymic } from '#shared/identity/names/patronymic.ts'
import { splitName } from '#shared/identity/names/split-name.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { makeReading } from './reading.ts'
import { formatNameValue, type RecognizedName } from './recognize-name.ts'

const CYRILLIC = /[а-яё]/i

/** Its patronymic tells the case, so that nothing but a name can be meant. */
const BY_PATRONYMIC = 0.92
/** «Иванова Ивана» may be a woman. */
const BY_GIVEN_NAME = 0.62
/** The literal name stays above the one in the nominative. */
const BELOW_LITERAL = 0.02

/**
 * A name in an oblique case as it is written and, below it, in the nominative, under which records have it. Null for any
 * other text, at once for a name that is surely in the nominative.
 */
export function obliqueReadings(name: string, text: string, evidence: RecognizedName): Reading[] | null {
  if (!mayBeOblique(name, evidence)) return null
  const pieces = splitName(name)
  const oblique = pieces && pieces.initials.length === 0 ? readOblique(pieces.words) : null
  if (!oblique) return null
  const [literal] = evidence.names
  const { written, nominative } = oblique
  const byPatronymic = written.patronymic !== undefined
  const confidence = byPatronymic ? BY_PATRONYMIC : Math.max(evidence.confidence, BY_GIVEN_NAME)
  const asWritten = byPatronymic || !literal ? written : literal
  return [
    makeReading('full_name', formatNameValue(asWritten), text, { confidence }),
    makeReading('full_name', formatNameValue(nominative), text, {
      confidence: (byPatronymic ? BY_PATRONYMIC : BY_GIVEN_NAME) - BELOW_LITERAL,
      note: READING_NOTES.oblique
    })
  ]
}

/** Two words without a patronymic, or a patronymic that is not in the nominative. */
function mayBeOblique(name: string, { names: [best], words }: RecognizedName): boolean {
  if (best?.patronymic !== undefined && parsePatronymic(best.patronymic)) return false
  if (!CYRILLIC.test(name)) return false
  if (words !== 2) return hasObliquePatronymic(name)
  return !isNominative(best?.surname ?? '', best?.given ?? '')
}
