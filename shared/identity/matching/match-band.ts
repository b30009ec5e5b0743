import { MATCH_BANDS, type MatchBand } from '#shared/contracts/match.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import { NAME_PARTS } from '#shared/identity/names/types.ts'
import { isFullDate } from './compare-dates.ts'
import type { NameComparison } from './compare-names.ts'
import type { Evidence } from './evidence.ts'
import type { MatchQuery } from './match-query.ts'
import { isOtherName } from './score-evidence.ts'

const ORDER = new Map(MATCH_BANDS.map((band, at) => [band, at]))

/** Negative when the first band is the better one. */
export const compareBands = (one: MatchBand, other: MatchBand): number =>
  (ORDER.get(one) ?? 0) - (ORDER.get(other) ?? 0)

const worst = (bands: readonly MatchBand[]): MatchBand =>
  bands.reduce((worse, band) => (compareBands(band, worse) > 0 ? band : worse), 'full')

/** Agreements that confirm a part as it was asked; others are only compatible. */
const CONFIRMING: ReadonlySet<string> = new Set([
  'equal',
  'transliteration',
  'initial',
  'same_initial',
  'family'
])

const nameBand = ({ name, queryName, nameInText }: Evidence): MatchBand => {
  if (name === undefined) return 'full'
  if (name === null) return nameInText === 1 ? 'full' : 'missing'
  if (name.contradicts.length > 0) return 'contradicts'
  const agreements = Object.values(name.agrees)
  if (agreements.includes('typo') || agreements.includes('spelling')) return 'near'
  const isConfirmed = NAME_PARTS.every(part => {
    const agreement = name.agrees[part]
    return agreement ? CONFIRMING.has(agreement) : !queryName?.[part]
  })
  return isConfirmed && !hasLetterForWord(name, queryName) ? 'full' : 'missing'
}

export const hasLetterForWord = ({ agrees }: NameComparison, queryName: Evidence['queryName']): boolean =>
  NAME_PARTS.some(
    part => agrees[part] === 'initial' && queryName && prepareName(queryName)[part]?.initial === false
  )

const dateBand = ({ date }: Evidence, { dates }: MatchQuery): MatchBand => {
  if (date === undefined) return 'full'
  if (date === null) return 'missing'
  switch (date.agreement) {
    case 'equal':
      return 'full'
    case 'year':
      return dates.some(isFullDate) ? 'missing' : 'full'
    case 'exchanged':
      return 'near'
    case 'one_part':
      return date.isNear ? 'near' : 'contradicts'
    case 'differs':
      return 'contradicts'
  }
}

const IDENTIFIER_BANDS: Record<Evidence['identifiers'][number]['agreement'], MatchBand> = {
  equal: 'full',
  // The number of an organisation alone is nobody's.
  connected: 'full',
  missing: 'missing',
  nearInvalid: 'missing',
  otherInvalid: 'missing',
  near: 'near',
  differs: 'contradicts'
}

/** The organisation has another name, although its words are in the record. */
export const isOtherOrganisation = ({ organisation, isOrganisation }: Evidence): boolean =>
  isOrganisation &&
  (organisation === 'differs' || organisation === 'shorter' || organisation === 'shorter_typo')

/** Words beside other details; alone they are the match. */
const wordsBand = (evidence: Evidence): MatchBand => {
  const { text, addressAgrees, otherAddress, organisation } = evidence
  if (organisation === 'equal' || organisation === 'spelling') return 'full'
  if (isOtherOrganisation(evidence)) return 'contradicts'
  if (
    organisation === 'form' ||
    organisation === 'typo' ||
    organisation === 'longer' ||
    organisation === 'order' ||
    organisation === 'longer_typo'
  )
    return 'near'
  if (addressAgrees || text === undefined || text === 1) return 'full'
  return otherAddress ? 'contradicts' : 'missing'
}

const isAgreement = (agreement: Evidence['identifiers'][number]['agreement']): boolean =>
  agreement === 'equal' || agreement === 'connected'

export const bandOf = (evidence: Evidence, query: MatchQuery): MatchBand => {
  const agreements = evidence.identifiers.map(({ agreement }) => agreement)
  if (isOtherName(evidence.name) && agreements.some(isAgreement)) return 'partial'
  if (evidence.name === undefined && agreements.includes('connected')) return 'partial'
  if (isOtherOrganisation(evidence) && agreements.includes('equal')) return 'partial'
  return worst([
    evidence.otherDateToo ? 'contradicts' : 'full',
    // The other number of its kind agrees, or contradicts below.
    evidence.missingNumbers.length > 0 ? 'missing' : 'full',
    nameBand(evidence),
    dateBand(evidence, query),
    wordsBand(evidence),
    ...evidence.identifiers.map(({ agreement }) => IDENTIFIER_BANDS[agreement])
  ])
}
