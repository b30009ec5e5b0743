import { isPersonalReading, isVetoKind } from '#shared/identity/identifiers/kinds.ts'
import { rowOfReading } from '#shared/identity/identifiers/reading-kinds.ts'
import type { MatchForm } from '#shared/identity/lookup/types.ts'
import type { Closeness } from '#shared/identity/organisations/compare-names.ts'
import type { DateComparison } from './compare-dates.ts'
import { isInitial } from './compare-name-parts.ts'
import type { NameComparison } from './compare-names.ts'
import type { Evidence } from './evidence.ts'
import { isPersonalReadingKind } from './reasons.ts'

type NameForm = Extract<MatchForm, 'exact' | 'initials' | 'part' | 'fuzzy'>
type Ground = 'alone' | 'birthDate' | 'year'

/**
 * Bands of the score by form of the name and its other details. They do not overlap within a column, so a looser form
 * never outranks a stricter one. `full` is surname, given name and patronymic.
 */
const BANDS: Record<'full' | NameForm, Record<Ground, [number, number]>> = {
  full: { alone: [0.9, 0.92], birthDate: [0.96, 0.98], year: [0.88, 0.9] },
  exact: { alone: [0.8, 0.83], birthDate: [0.93, 0.95], year: [0.82, 0.84] },
  initials: { alone: [0.71, 0.75], birthDate: [0.91, 0.92], year: [0.78, 0.8] },
  part: { alone: [0.66, 0.7], birthDate: [0.88, 0.9], year: [0.74, 0.76] },
  fuzzy: { alone: [0.6, 0.65], birthDate: [0.85, 0.87], year: [0.7, 0.73] }
}
/** A part with a lower score puts the name at the bottom of its band. */
const BAND_FLOOR = 0.8
const LONE_PART_FACTOR = 0.6
const UNCONFIRMED_CAP = 0.84
const EXCHANGED_COST = 0.08
const ONE_DATE_PART_FACTOR = 0.64
/** Keeps a whole name at «вероятно». */
const NEAR_DATE_FACTOR = 0.72
const OTHER_DATE_FACTOR = 0.54
const OTHER_DATE_TOO_FACTOR = 0.75
const CONTRADICTED_CAP = 0.55
const OTHER_IDENTIFIER_CAP = 0.5
const OTHER_PERSON = 0.58
export const CHANGED_SURNAME = 0.86
const PERSONAL_NUMBER_AGREES = 0.97
const IDENTIFIER_AGREES = 0.95
const DOUBTFUL_IDENTIFIER_AGREES = 0.9
/** Cost of each further identifier that a record lacks. */
const OTHER_IDENTIFIER_MISSING = 0.02
const DATE_ALONE = 0.6
const ADDRESS_ALONE = 0.75
export const TEXT_ALONE = 0.6
const NAME_IN_TEXT = 0.5
/** Ranks people of the asked organisation above records with its words in a text. */
const CONNECTED = 0.65
const CONNECTED_BY_TYPO = 0.62
const OTHER_ORGANISATION = 0.5

const formOf = ({ agrees }: NameComparison): NameForm => {
  const agreements = [agrees.surname, agrees.given, agrees.patronymic]
  if (agreements.includes('typo')) return 'fuzzy'
  if (
    agreements.some(
      agreement =>
        agreement === 'half' || agreement === 'family' || agreement === 'short' || agreement === 'prefix'
    )
  )
    return 'part'
  return agreements.some(isInitial) ? 'initials' : 'exact'
}

const groundOf = (date: DateComparison | null | undefined): Ground => {
  if (date?.agreement === 'equal' || date?.agreement === 'exchanged') return 'birthDate'
  return date?.agreement === 'year' ? 'year' : 'alone'
}

const scoreName = (name: NameComparison, date: DateComparison | null | undefined): number => {
  const dateDiffers = date?.agreement === 'one_part' || date?.agreement === 'differs'
  const { surname, given, patronymic } = name.agrees
  const lone = Number(!!surname) + Number(!!given) + Number(!!patronymic) < 2
  if (name.contradicts.length > 0) {
    const least = (lone ? LONE_PART_FACTOR : 1) * (dateDiffers ? OTHER_DATE_TOO_FACTOR : 1)
    return Math.min(name.score, CONTRADICTED_CAP) * least
  }
  const form = formOf(name)
  const full = form === 'exact' && surname && given && patronymic
  const ground = groundOf(date)
  const [low, high] = BANDS[full ? 'full' : form][ground]
  const within = Math.max(0, Math.min(1, (name.score - BAND_FLOOR) / (1 - BAND_FLOOR)))
  let score = low + (high - low) * within
  if (lone) score *= ground === 'birthDate' ? (surname ? 0.92 : LONE_PART_FACTOR) : LONE_PART_FACTOR
  if (date?.agreement === 'exchanged') score -= EXCHANGED_COST
  if (date?.agreement === 'one_part') score *= date.isNear ? NEAR_DATE_FACTOR : ONE_DATE_PART_FACTOR
  if (date?.agreement === 'differs') score *= OTHER_DATE_FACTOR
  return date === null ? Math.min(score, UNCONFIRMED_CAP) : score
}

const isOtherPerson = (name: NameComparison): boolean =>
  name.contradicts.includes('surname') || name.contradicts.includes('given')

export const isOtherName = (name: NameComparison | null | undefined): boolean =>
  !!name && (isOtherPerson(name) || name.contradicts.includes('gender'))

/** Another SNILS or INN is another person; another phone or passport is not. */
export const isOfOtherPerson = ({ agreement, kind }: Evidence['identifiers'][number]): boolean => {
  if (agreement !== 'differs' && agreement !== 'near') return false
  const row = rowOfReading(kind)
  return isPersonalReading(row) && isVetoKind(row.kind)
}

const withIdentifier = ({ name, date, identifiers }: Evidence): number => {
  const agreeing = identifiers.filter(id => id.agreement === 'equal')
  const personal = agreeing.some(id => id.valid && isPersonalReadingKind(id.kind))
  let score = personal
    ? PERSONAL_NUMBER_AGREES
    : agreeing.some(id => id.valid)
      ? IDENTIFIER_AGREES
      : DOUBTFUL_IDENTIFIER_AGREES
  if (isOtherName(name)) {
    const onlySurname =
      name?.contradicts.length === 1 && name.contradicts[0] === 'surname' && name.agrees.given
    if (!personal || !onlySurname) return OTHER_PERSON
    score = CHANGED_SURNAME
  } else if (name?.contradicts.includes('patronymic')) return Math.min(name.score, CONTRADICTED_CAP)
  const others = identifiers.filter(({ agreement }) => agreement !== 'equal' && agreement !== 'nearInvalid')
  if (name === undefined) score -= others.length * OTHER_IDENTIFIER_MISSING
  if (name === null) score -= 0.03
  else if (name) score += formOf(name) === 'exact' ? 0.02 : -0.02
  if (date?.agreement === 'exchanged' || date?.agreement === 'year') score -= 0.01
  if (date?.agreement === 'one_part') score -= personal ? 0.07 : 0.2
  if (date?.agreement === 'differs') score = Math.min(score, personal ? 0.75 : OTHER_PERSON)
  if (identifiers.some(isOfOtherPerson)) score -= 0.2
  return Math.min(score + (agreeing.length - 1) * 0.01, 0.99)
}

/** All words of a name outrank words found anywhere. */
const ORGANISATION_SCORES: Record<Closeness, number> = {
  equal: 0.92,
  spelling: 0.9,
  form: 0.86,
  typo: 0.78,
  longer: 0.7,
  order: 0.66,
  longer_typo: 0.64,
  shorter: 0,
  shorter_typo: 0,
  differs: 0
}

export const ORGANISATION_NAMED = ORGANISATION_SCORES.equal

const scoreText = ({
  text = 0,
  addressAgrees,
  nameInText,
  organisation,
  asksForOrganisation,
  connectedBy
}: Evidence): number => {
  if (nameInText !== undefined) return nameInText === 1 ? NAME_IN_TEXT : 0
  if (connectedBy) return connectedBy === 'mistyped_organisation' ? CONNECTED_BY_TYPO : CONNECTED
  const ofName = organisation === undefined ? 0 : ORGANISATION_SCORES[organisation]
  if (asksForOrganisation && ofName === 0) return text * OTHER_ORGANISATION
  if (ofName > 0) return ofName
  if (addressAgrees) return ADDRESS_ALONE
  return text === 1 ? TEXT_ALONE : text * TEXT_ALONE * 0.8
}

const DATE_SHARES = { equal: 1, exchanged: 0.85, year: 0.85, one_part: 0, differs: 0 }

/** 0 when only similar: another name, another date, or none of the words. */
const withoutIdentifier = (evidence: Evidence): number => {
  const { name, date, identifiers, text, addressAgrees } = evidence
  let score = scoreText(evidence)
  if (name) score = isOtherPerson(name) ? 0 : scoreName(name, date)
  else if (date) score = Math.max(score, DATE_SHARES[date.agreement] * DATE_ALONE)
  if (name && text !== undefined) score *= 0.8 + 0.2 * (addressAgrees ? 1 : text)
  if (identifiers.length === 0) return score
  const confirmed = name && groundOf(date) === 'birthDate'
  score = Math.min(Math.max(0, score - 0.03), confirmed ? 1 : UNCONFIRMED_CAP)
  return identifiers.some(isOfOtherPerson) ? Math.min(score, OTHER_IDENTIFIER_CAP) : score
}

/** 0–1: how well the evidence answers the query. */
export const scoreEvidence = (evidence: Evidence): number => {
  const agrees = (agreement: string) => evidence.identifiers.some(id => id.agreement === agreement)
  const score = agrees('equal') ? withIdentifier(evidence) : withoutIdentifier(evidence)
  return Math.max(agrees('connected') ? OTHER_PERSON : 0, Math.min(1, score))
}

export const YEAR_CONFIRMS = BANDS.full.year[0]
