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
const bestName = (asked: readonly PersonName[], said: readonly PersonName[]): BestName => {
  const best: BestName = { name: null, askedName: asked[0] }
  for (const one of asked)
    for (const other of said) {
      const name = compareNames(one, other)
      if (!best.name || name.score > best.name.score) {
        best.name = name
        best.askedName = one
      }
      if (name.score === 1) return best
    }
  return best
}

const holds = (kind: IdentifierKind, value: string, said: string[]): boolean =>
  said.includes(value) || (kind === 'plate' && said.some(plate => plate.startsWith(value)))

/** The part of the words that the record has, among its names or in its texts, which are read only for the others. */
export const tokenShare = (words: readonly string[], attributes: Attributes): number => {
  const named = attributes.names.map(name => tokenize(name.written))
  let missing = 0
  for (const word of words)
    if (!named.some(said => said.includes(word)) && !attributes.words.includes(word)) missing += 1
  return missing === 0 ? 1 : 1 - missing / words.length
}

/** Whether a plain text has all the words of an identifier. */
const standsIn = (attributes: Attributes, row: readonly string[]): boolean =>
  row.every(word => (isIdentifierNumber(word) ? attributes.numbers : attributes.words).includes(word))

const NO_IDS: Evidence['identifiers'] = []

const identify = ({ identifiers }: MatchQuery, attributes: Attributes): Evidence['identifiers'] => {
  if (identifiers.length === 0) return NO_IDS
  return identifiers.map(({ kind, value, valid }) => {
    const said = VALUES[kind](attributes)
    const agreement = holds(kind, value, said) ? 'equal' : said.length === 0 ? 'missing' : 'differs'
    return { kind, valid, agreement }
  })
}

const textOf = ({ words, tokenLists: texts }: MatchQuery, attributes: Attributes): number | undefined => {
  if (words.length > 0) return tokenShare(words, attributes)
  for (const row of texts) if (standsIn(attributes, row)) return 1
  return undefined
}

const isAt = (asked: string, attributes: Attributes): boolean =>
  attributes.addresses.some(address => sameAddress(address, asked) || ` ${address} `.includes(` ${asked} `))

/** Holds a record against a question. */
export const gatherEvidence = (attributes: Attributes, question: MatchQuery): Evidence => {
  const { names, dates, address } = question
  const best = names.length > 0 ? bestName(names, attributes.names) : undefined
  return {
    name: best?.name,
    askedName: best?.askedName,
    nameInText: best?.name === null ? tokenShare(tokenize(names[0]?.written ?? ''), attributes) : undefined,
    date: dates.length > 0 ? compareDates(dates, attributes.birthDates) : undefined,
    identifiers: identify(question, attributes),
    text: textOf(question, attributes),
    addressAgrees: address === '' ? undefined : isAt(address, attributes)
  }
}
