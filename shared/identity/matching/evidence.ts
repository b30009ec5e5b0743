import { sameAddress } from '#shared/identity/records/address.ts'
import { cellWords, isManyFigures, textWords } from '#shared/identity/text/tokenize.ts'
import type { Facts, PersonName } from '#shared/identity/types.ts'
import { compareDates, type DateComparison } from './compare-dates.ts'
import { compareNames, type NameComparison } from './compare-names.ts'
import type { Question } from './match-query.ts'
import type { IdentifierKind } from './reasons.ts'

/** What a record answers to a question. A field is undefined when nobody asked. */
export interface Evidence {
  /** Null: asked, and the record has no name. */
  name: NameComparison | null | undefined
  asked: PersonName | undefined
  /** 0–1, only of a record without a name: the part of the asked name that its texts have. */
  nameInText: number | undefined
  /** Null: asked, and the record has no date. */
  date: DateComparison | null | undefined
  ids: { kind: IdentifierKind; valid: boolean; how: 'equal' | 'missing' | 'differs' }[]
  /** 0–1: the part of the asked words that the record has. */
  text: number | undefined
  addressAgrees: boolean | undefined
}

const VALUES: Record<IdentifierKind, (facts: Facts) => string[]> = {
  phone: facts => facts.phones,
  email: facts => facts.emails,
  inn_person: facts => facts.inns,
  inn_org: facts => facts.inns,
  snils: facts => facts.snils,
  passport: facts => facts.passports,
  ogrn: facts => facts.ogrns,
  ogrnip: facts => facts.ogrns,
  vin: facts => facts.vins,
  plate: facts => facts.plates
}

interface BestName {
  name: NameComparison | null
  asked: PersonName | undefined
}

/** The asked name that a said one comes nearest to; the first asked one when the record says none. */
const bestName = (asked: readonly PersonName[], said: readonly PersonName[]): BestName => {
  const best: BestName = { name: null, asked: asked[0] }
  for (const one of asked)
    for (const other of said) {
      const name = compareNames(one, other)
      if (!best.name || name.score > best.name.score) {
        best.name = name
        best.asked = one
      }
      if (name.score === 1) return best
    }
  return best
}

const holds = (kind: IdentifierKind, value: string, said: string[]): boolean =>
  said.includes(value) || (kind === 'plate' && said.some(plate => plate.startsWith(value)))

/** The part of the words that the record has, among its names or in its texts, which are read only for the others. */
export const textShare = (words: readonly string[], facts: Facts): number => {
  const named = facts.names.map(name => cellWords(name.written))
  let missing = 0
  for (const word of words)
    if (!named.some(said => said.includes(word)) && !facts.words.includes(word)) missing += 1
  return missing === 0 ? 1 : 1 - missing / words.length
}

/** Whether a plain text has all the words of an identifier. */
const standsIn = (facts: Facts, row: readonly string[]): boolean =>
  row.every(word => (isManyFigures(word) ? facts.numbers : facts.words).includes(word))

const NO_IDS: Evidence['ids'] = []

const identify = ({ ids }: Question, facts: Facts): Evidence['ids'] => {
  if (ids.length === 0) return NO_IDS
  return ids.map(({ kind, value, valid }) => {
    const said = VALUES[kind](facts)
    const how = holds(kind, value, said) ? 'equal' : said.length === 0 ? 'missing' : 'differs'
    return { kind, valid, how }
  })
}

const textOf = ({ words, texts }: Question, facts: Facts): number | undefined => {
  if (words.length > 0) return textShare(words, facts)
  for (const row of texts) if (standsIn(facts, row)) return 1
  return undefined
}

const isAt = (asked: string, facts: Facts): boolean =>
  facts.addresses.some(address => sameAddress(address, asked) || ` ${address} `.includes(` ${asked} `))

/** Holds a record against a question. */
export const weighEvidence = (facts: Facts, question: Question): Evidence => {
  const { names, dates, address } = question
  const best = names.length > 0 ? bestName(names, facts.names) : undefined
  return {
    name: best?.name,
    asked: best?.asked,
    nameInText: best?.name === null ? textShare(textWords(names[0]?.written ?? ''), facts) : undefined,
    date: dates.length > 0 ? compareDates(dates, facts.birthDates) : undefined,
    ids: identify(question, facts),
    text: textOf(question, facts),
    addressAgrees: address === '' ? undefined : isAt(address, facts)
  }
}
