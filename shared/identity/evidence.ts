import { sameAddress } from './address.ts'
import type { Question } from './question.ts'
import type { IdentifierKind } from './reasons.ts'
import { compareDates, type DateComparison } from './score-date.ts'
import { compareNames, type NameComparison } from './score-name.ts'
import type { Facts, PersonName } from './types.ts'
import { cellWords, isManyFigures, textWords } from './words.ts'

/** What a record answers to a question. A field is absent when nobody asked. */
export interface Evidence {
  /** Null: asked, and the record has no name. */
  name?: NameComparison | null
  asked?: PersonName
  /** 0–1, only of a record without a name: the part of the asked name that its texts have. */
  nameInText?: number
  /** Null: asked, and the record has no date. */
  date?: DateComparison | null
  ids: { kind: IdentifierKind; valid: boolean; how: 'equal' | 'missing' | 'differs' }[]
  /** 0–1: the part of the asked words that the record has. */
  text?: number
  addressAgrees?: boolean
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

const bestName = (asked: readonly PersonName[], said: readonly PersonName[]) => {
  let best: { name: NameComparison; asked: PersonName } | null = null
  for (const one of asked)
    for (const other of said) {
      const name = compareNames(one, other)
      if (!best || name.score > best.name.score) best = { name, asked: one }
      if (name.score === 1) return best
    }
  return best
}

const holds = (kind: IdentifierKind, value: string, said: string[]): boolean =>
  said.includes(value) || (kind === 'plate' && said.some(plate => plate.startsWith(value)))

/** The part of the words that the record has, among its names or in its texts, which are read only for the others. */
const textShare = (words: readonly string[], facts: Facts): number => {
  const named = facts.names.map(name => cellWords(name.written))
  const unnamed = words.filter(word => !named.some(said => said.includes(word)))
  if (unnamed.length === 0) return 1
  return 1 - unnamed.filter(word => !facts.words.includes(word)).length / words.length
}

/** Whether a plain text has all the words of an identifier. */
const standsIn = (facts: Facts, row: readonly string[]): boolean =>
  row.every(word => (isManyFigures(word) ? facts.numbers : facts.words).includes(word))

/** Holds a record against a question. */
export const weighEvidence = (facts: Facts, question: Question): Evidence => {
  const evidence: Evidence = { ids: [] }
  if (question.names.length > 0) {
    const best = bestName(question.names, facts.names)
    evidence.name = best?.name ?? null
    if (!best) evidence.nameInText = textShare(textWords(question.names[0]?.written ?? ''), facts)
    const asked = best?.asked ?? question.names[0]
    if (asked) evidence.asked = asked
  }
  if (question.dates.length > 0) evidence.date = compareDates(question.dates, facts.birthDates)
  for (const { kind, value, valid } of question.ids) {
    const said = VALUES[kind](facts)
    const how = holds(kind, value, said) ? 'equal' : said.length === 0 ? 'missing' : 'differs'
    evidence.ids.push({ kind, valid, how })
  }
  if (question.words.length > 0) evidence.text = textShare(question.words, facts)
  else if (question.texts.some(row => standsIn(facts, row))) evidence.text = 1
  if (question.address !== '')
    evidence.addressAgrees = facts.addresses.some(
      address => sameAddress(address, question.address) || ` ${address} `.includes(` ${question.address} `)
    )
  return evidence
}
