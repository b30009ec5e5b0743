import { normaliseAddress, sameAddress } from './address.ts'
import { parseBirthDate } from './birth-date.ts'
import { parseName } from './names.ts'
import type { IdentifierKind } from './reasons.ts'
import { compareDates, type DateComparison } from './score-date.ts'
import { compareNames, type NameComparison } from './score-name.ts'
import type { Facts, PartialDate, PersonName, Reading } from './types.ts'
import { cellWords, textsOfIdentifier, textWords } from './words.ts'

/** What one reading of the line asks, made ready once. */
export interface Question {
  reading: Reading
  names: PersonName[]
  dates: PartialDate[]
  ids: { kind: IdentifierKind; value: string; valid: boolean }[]
  /** Words that must be found as text, ё folded. */
  words: string[]
  /** Rows of words: one of them tells that the identifier stands in a plain text. */
  texts: string[][]
  /** Normalised, when the reading is an address. */
  address: string
}

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

/** Two candidate parses are enough: their order is free when compared. */
const PARSES_COMPARED = 2

const questions = new WeakMap<Reading, Question>()

export const askedBy = (reading: Reading): Question => {
  const known = questions.get(reading)
  if (known) return known
  const question: Question = { reading, names: [], dates: [], ids: [], words: [], texts: [], address: '' }
  for (const part of reading.kind === 'combined' ? (reading.parts ?? []) : [reading]) {
    if (part.kind === 'full_name') question.names.push(...parseName(part.value).slice(0, PARSES_COMPARED))
    else if (part.kind === 'birth_date') {
      const date = parseBirthDate(part.value)
      if (date) question.dates.push(date)
    } else if (part.kind === 'address' || part.kind === 'text') {
      question.words.push(...textWords(part.value))
      if (part.kind === 'address') question.address = normaliseAddress(part.value)
    } else if (part.kind !== 'combined') {
      question.ids.push({ kind: part.kind, value: part.value, valid: part.valid })
      question.texts.push(...textsOfIdentifier(part))
    }
  }
  questions.set(reading, question)
  return question
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
  else if (question.texts.some(words => words.every(word => facts.words.includes(word)))) evidence.text = 1
  if (question.address !== '')
    evidence.addressAgrees = facts.addresses.some(
      address => sameAddress(address, question.address) || ` ${address} `.includes(` ${question.address} `)
    )
  return evidence
}
