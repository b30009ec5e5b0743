import { rulesOf, VETO_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { type Closeness, closestOf, isSameName } from '#shared/identity/organisations/compare-names.ts'
import { formatNameValue } from '#shared/identity/reading/recognizers/recognize-name.ts'
import { sameAddress } from '#shared/identity/records/address.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import { type BestName, bestName } from './best-name.ts'
import { compareDates, type DateComparison } from './compare-dates.ts'
import {
  type ComparedIdentifier,
  compareIdentifiers,
  hasTokens,
  missingNumbersOf
} from './compare-identifiers.ts'
import { compareSameWords, type NameComparison } from './compare-names.ts'
import type { MatchQuery } from './match-query.ts'
import type { OtherNumber } from './other-numbers.ts'

/** A field is undefined when the query asks nothing about it. */
export interface Evidence {
  name: NameComparison | null | undefined
  queryName: PersonName | undefined
  /** 0–1, for a record without a name: share of the name's tokens in its texts. */
  nameInText: number | undefined
  date: DateComparison | null | undefined
  /** One date of the query agrees and another does not. */
  otherDateToo: boolean
  identifiers: ComparedIdentifier[]
  /** Numbers of the line that the record lacks although another of the kind agrees. */
  missingNumbers: readonly OtherNumber[]
  /** 0–1: share of the query's words in the record. */
  text: number | undefined
  addressAgrees: boolean | undefined
  /** The record has addresses, none with a word of the asked one. */
  otherAddress: boolean
  organisation: Closeness | undefined
  asksForOrganisation: boolean
  isOrganisation: boolean
  /** An organisation beside the person has the asked name or address; `mistyped_organisation`: one letter off. */
  connectedBy: 'organisation' | 'mistyped_organisation' | 'address' | undefined
}

const tokenShare = (words: readonly string[], attributes: Attributes): number => {
  const nameTokens = attributes.names.map(name => tokenize(name.written))
  let missing = 0
  for (const word of words)
    if (!nameTokens.some(tokens => tokens.includes(word)) && !attributes.words.includes(word)) missing += 1
  return missing === 0 ? 1 : 1 - missing / words.length
}

const textShareOf = ({ words, tokenLists }: MatchQuery, attributes: Attributes): number | undefined => {
  if (words.length > 0) return tokenShare(words, attributes)
  return tokenLists.some(tokens => hasTokens(attributes, tokens)) ? 1 : undefined
}

const hasAddress = (wanted: string, addresses: readonly string[]): boolean =>
  addresses.some(address => sameAddress(address, wanted) || ` ${address} `.includes(` ${wanted} `))

/** «ООО Вектор Примерск»: words beside the name stand elsewhere in the record. */
const isSameOrganisation = (closeness: Closeness | undefined, text: number | undefined): boolean =>
  closeness !== undefined && (isSameName(closeness) || (closeness === 'shorter' && text === 1))

const isOnlyOrganisation = ({ organisations = [], names, birthDates, identifiers }: Attributes): boolean =>
  organisations.length > 0 &&
  names.length + birthDates.length === 0 &&
  VETO_KINDS.every(kind => rulesOf(kind).belongsTo !== 'person' || identifiers[kind].length === 0)

const isAllButOne = (text: number | undefined, words: readonly string[]): boolean =>
  text !== undefined && Math.round(text * words.length) === words.length - 1

const organisationOf = (
  { organisation, address, words }: MatchQuery,
  attributes: Attributes,
  text: number | undefined
): Closeness | undefined => {
  if (!organisation) return undefined
  // Read on first use, which a line about a person does not need.
  const { organisations = [] } = attributes
  if (organisations.length === 0) return undefined
  const closest = closestOf(organisation, organisations)
  const closeness = closest?.closeness
  if (address !== '') return closeness !== undefined && isSameName(closeness) ? closeness : undefined
  if (closeness === 'shorter_typo' && isAllButOne(text, words)) return 'typo'
  if (closeness !== 'shorter' || text !== 1) return closeness
  return organisation.form !== '' && closest?.name.form !== '' && organisation.form !== closest?.name.form
    ? 'form'
    : 'equal'
}

const connectedBy = (
  { organisation, address }: MatchQuery,
  { connected }: Attributes,
  text: number | undefined
): Evidence['connectedBy'] => {
  if (!connected) return undefined
  const closeness = organisation ? closestOf(organisation, connected.organisations)?.closeness : undefined
  const isSame = address === '' ? isSameOrganisation(closeness, text) : closeness && isSameName(closeness)
  if (closeness === 'form' || isSame) return 'organisation'
  if (closeness === 'typo' && address === '') return 'mistyped_organisation'
  return address !== '' && hasAddress(address, connected.addresses) ? 'address' : undefined
}

export const isOtherDate = (date: DateComparison | null | undefined): boolean =>
  date?.agreement === 'differs' || date?.agreement === 'one_part'

const NO_NAMES: readonly PersonName[] = []

/** A name of the record that has exactly the words of a text. */
const sameWordsAs = (
  textAsName: PersonName | undefined,
  { names, wholeNames = NO_NAMES }: Attributes
): BestName | undefined => {
  if (!textAsName) return undefined
  for (const own of [...names, ...wholeNames]) {
    const name = compareSameWords(textAsName, own)
    if (name) return { name, queryName: textAsName }
  }
  return undefined
}

/** Other readings of the column are compared when the likeliest contradicts. */
const bestNameIn = (
  queryNames: readonly PersonName[],
  { names, wholeNames = NO_NAMES }: Attributes
): BestName => {
  const best = bestName(queryNames, names)
  if (wholeNames.length === 0 || (best.name && best.name.contradicts.length === 0)) return best
  const other = bestName(queryNames, wholeNames)
  return other.name && other.name.contradicts.length === 0 ? other : best
}

const asRead = (name: PersonName | undefined): string => (name ? formatNameValue(name) : '')

export const gatherEvidence = (attributes: Attributes, query: MatchQuery): Evidence => {
  const { dates, address, wholeNames } = query
  const named = sameWordsAs(query.textAsName, attributes)
  const text = named ? undefined : textShareOf(query, attributes)
  const names = text !== 1 && wholeNames.length > 0 ? wholeNames : query.names
  const best = named ?? (names.length > 0 ? bestNameIn(names, attributes) : undefined)
  return {
    name: best?.name,
    queryName: best?.queryName,
    nameInText: best?.name === null ? tokenShare(tokenize(asRead(names[0])), attributes) : undefined,
    date: dates.length > 0 ? compareDates(dates, attributes.birthDates) : undefined,
    otherDateToo:
      dates.length > 1 && dates.some(date => isOtherDate(compareDates([date], attributes.birthDates))),
    identifiers: compareIdentifiers(query, attributes),
    missingNumbers: missingNumbersOf(query, attributes),
    text,
    addressAgrees: address === '' ? undefined : hasAddress(address, attributes.addresses),
    otherAddress: address !== '' && text === 0 && attributes.addresses.length > 0,
    organisation: organisationOf(query, attributes, text),
    asksForOrganisation: !!query.organisation?.form,
    isOrganisation: !!query.organisation?.form && isOnlyOrganisation(attributes),
    connectedBy: connectedBy(query, attributes, text)
  }
}
