import type { PersonName } from '#shared/identity/names/types.ts'
import { sameAddress } from '#shared/identity/records/address.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { isIdentifierNumber, tokenize } from '#shared/identity/text/tokenize.ts'
import { compareDates, type DateComparison } from './compare-dates.ts'
import { compareNames, type NameComparison } from './compare-names.ts'
import type { MatchQuery } from './match-query.ts'
import type { IdentifierKind } from './reasons.ts'

/** What a record answers to a question. A field is undefined when nobody asked. */
export interface Evidence {
  /** Null: asked, and the record has no name. */
  name: NameComparison | null | undefined
  askedName: PersonName | undefined
  /** 0–1, only of a record without a name: the part of the asked name that its texts have. */
  nameInText: number | undefined
  /** Null: asked, and the record has no date. */
  date: DateComparison | null | undefined
  identifiers: { kind: IdentifierKind; valid: boolean; agreement: 'equal' | 'missing' | 'differs' }[]
  /** 0–1: the part of the asked words that the record has. */
  text: number | undefined
  addressAgrees: boolean | undefined
}

const VALUES: Record<IdentifierKind, (attributes: Attributes) => string[]> = {
  phone: attributes => attributes.phones,
  email: attributes => attributes.emails,
  inn_person: attributes => attributes.inns,
  inn_org: attributes => attributes.inns,
  snils: attributes => attributes.snils,
  passport: attributes => attributes.passports,
  ogrn: attributes => attributes.ogrns,
  ogrnip: attributes => attributes.ogrns,
  vin: attributes => attributes.vins,
  plate: attributes => attributes.plates
}

interface BestName {
  name: NameComparison | null
  askedName: PersonName | undefined
}

/** The asked name that a said one comes nearest to; the first asked one when the record says none. */
const bestName = (queryNames: readonly PersonName[], recordNames: readonly PersonName[]): BestName => {
  const best: BestName = { name: null, askedName: queryNames[0] }
  for (const queryName of queryNames)
    for (const recordName of recordNames) {
      const comparison = compareNames(queryName, recordName)
      if (!best.name || comparison.score > best.name.score) {
        best.name = comparison
        best.askedName = queryName
      }
      if (comparison.score === 1) return best
    }
  return best
}

const includesIdentifier = (kind: IdentifierKind, value: string, values: string[]): boolean =>
  values.includes(value) || (kind === 'plate' && values.some(plate => plate.startsWith(value)))

/** The part of the words that the record has, among its names or in its texts, which are read only for the others. */
export const tokenShare = (words: readonly string[], attributes: Attributes): number => {
  const nameTokens = attributes.names.map(name => tokenize(name.written))
  let missing = 0
  for (const word of words)
    if (!nameTokens.some(tokens => tokens.includes(word)) && !attributes.words.includes(word)) missing += 1
  return missing === 0 ? 1 : 1 - missing / words.length
}

/** Whether a plain text has all the words of an identifier. */
const hasTokens = (attributes: Attributes, tokens: readonly string[]): boolean =>
  tokens.every(word => (isIdentifierNumber(word) ? attributes.numbers : attributes.words).includes(word))

const NO_IDS: Evidence['identifiers'] = []

const compareIdentifiers = ({ identifiers }: MatchQuery, attributes: Attributes): Evidence['identifiers'] => {
  if (identifiers.length === 0) return NO_IDS
  return identifiers.map(({ kind, value, valid }) => {
    const values = VALUES[kind](attributes)
    const agreement = includesIdentifier(kind, value, values)
      ? 'equal'
      : values.length === 0
        ? 'missing'
        : 'differs'
    return { kind, valid, agreement }
  })
}

const textShareOf = (
  { words, tokenLists: texts }: MatchQuery,
  attributes: Attributes
): number | undefined => {
  if (words.length > 0) return tokenShare(words, attributes)
  for (const row of texts) if (hasTokens(attributes, row)) return 1
  return undefined
}

const hasAddress = (wanted: string, attributes: Attributes): boolean =>
  attributes.addresses.some(address => sameAddress(address, wanted) || ` ${address} `.includes(` ${wanted} `))

/** Holds a record against a question. */
export const gatherEvidence = (attributes: Attributes, query: MatchQuery): Evidence => {
  const { names, dates, address } = query
  const best = names.length > 0 ? bestName(names, attributes.names) : undefined
  return {
    name: best?.name,
    askedName: best?.askedName,
    nameInText: best?.name === null ? tokenShare(tokenize(names[0]?.written ?? ''), attributes) : undefined,
    date: dates.length > 0 ? compareDates(dates, attributes.birthDates) : undefined,
    identifiers: compareIdentifiers(query, attributes),
    text: textShareOf(query, attributes),
    addressAgrees: address === '' ? undefined : hasAddress(address, attributes)
  }
}
