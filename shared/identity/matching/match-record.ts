import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { hasIdentifier } from './compare-identifiers.ts'
import { identifiersOfLine } from './identifiers-of-line.ts'
import { queryReadings } from './match-query.ts'
import { matchReading } from './match-result.ts'
import { NAME_REMARKS, TEXT_REASONS } from './reasons.ts'
import { ORGANISATION_NAMED, TEXT_ALONE } from './score-evidence.ts'
import type { MatchResult } from './types.ts'

export const NO_MATCH: MatchResult = {
  exact: 0,
  score: 0,
  why: [TEXT_REASONS.allWords.text],
  reasons: [TEXT_REASONS.allWords],
  band: 'missing',
  reading: 'text',
  confirmed: false,
  contradicted: false,
  otherName: false,
  byIdentifier: false,
  agreeingFacts: 0,
  isConnected: false
}

const mostOfText = ({ organisations = [] }: Attributes): number =>
  organisations.length > 0 ? ORGANISATION_NAMED : TEXT_ALONE

const hasGuessedName = ({ names }: Attributes): boolean => names.some(name => prepareName(name).isGuessed)

/**
 * Scores a record 0–1 with Russian reasons: the best reading, of equals the surer (`docs/how-it-works/matching.md` §1). A looser form
 * never outranks a stricter one. A name without patronymic, date and identifier stays below 0.85; one with a
 * contradicted patronymic at 0.55 or less.
 */
export const matchRecord = (attributes: Attributes, plan: SearchPlan): MatchResult => {
  const wanted = identifiersOfLine(plan)
  const best = bestMatch(attributes, plan)
  if (wanted.length === 0) return best
  const present = wanted.filter(identifier => hasIdentifier(attributes, identifier))
  return { ...best, identifiers: unique(present.map(({ value }) => value)) }
}

const bestMatch = (attributes: Attributes, plan: SearchPlan): MatchResult => {
  let best = NO_MATCH
  for (const queryReading of queryReadings(plan)) {
    const { reading, certainty } = queryReading
    const isTextWorth =
      best.band !== 'full' || best.exact < mostOfText(attributes) * certainty || hasGuessedName(attributes)
    if (reading.kind === 'text' && !isTextWorth) continue
    const result = matchReading(attributes, queryReading)
    // Initials are judged by the nominative only.
    if (queryReading.isDeclined && result.reasons.includes(NAME_REMARKS.onlyInitials)) continue
    if (result.exact > best.exact) best = result
  }
  return best
}
