import type { Reason } from '#shared/contracts/match.ts'
import type { AnswerPerson, Person, PersonCard, PersonKind, PersonLabel } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { DetailedAnswer, Headline, SearchAnswer } from '#shared/contracts/search.ts'
import {
  isIdentifier,
  isNumbersOnly,
  itemisedIdentifiers
} from '#shared/identity/reading/line-identifiers.ts'

/** Codes that say that the surname agrees, if only by half, in the other gender's form or but for a typing error. */
const SAME_SURNAME =
  /^(?:same_(?:full_name|surname)|mistyped_surname|half_of_surname|surname_of_other_gender)/

/**
 * A label as its reasons tell it more closely. Only who has the surname is a `namesake`; of the others something contradicts
 * in an `other_person`, and a `weak` one was found by words that stand anywhere. What is no match of an organisation is
 * another one.
 */
export type RowLabel = PersonLabel | 'other_person' | 'other_organisation' | 'weak'

export function rowLabel(
  label: PersonLabel,
  reasons: readonly Pick<Reason, 'code' | 'tone'>[],
  kind: PersonKind
): RowLabel {
  if (kind === 'organisation' && (label === 'namesake' || label === 'related')) return 'other_organisation'
  if (label !== 'namesake' || reasons.some(({ code }) => SAME_SURNAME.test(code))) return label
  return reasons.some(({ tone }) => tone === 'contradict') ? 'other_person' : 'weak'
}

const isWeak = ({ label, query_reasons, kind }: PersonCard): boolean =>
  rowLabel(label, query_reasons, kind) === 'weak'

/**
 * Those of an answer who were found by text alone although the line is a number or an address that somebody has: its digits
 * stand anywhere in their records.
 */
export function foundByText(persons: readonly PersonCard[], readings: readonly Reading[]): PersonCard[] {
  const [surest] = readings
  const isNumber = surest !== undefined && (surest.parts ?? [surest]).every(({ kind }) => isIdentifier(kind))
  const byText = isNumber ? persons.filter(isWeak) : []
  return byText.length < persons.length ? byText : []
}

/** How many people a line names, as it is searched; 1 where it numbers nobody. */
export const wantedOf = (readings: readonly Reading[]): number =>
  Math.max(1, new Set(readings.flatMap(({ person }) => person ?? [])).size)

/**
 * What the people of an answer come to. `one` and `several` fit all that was asked; the others fit less. Several equal
 * matches are no match: the query does not tell them apart. `itemised`: the line names several people, or numbers that are
 * not all of whoever fits, so nobody can be called the one. `weak`: found by words alone.
 */
export interface Outcome {
  code: 'one' | 'several' | 'itemised' | 'probable' | 'namesakes' | 'weak' | 'related' | 'none'
  /** Whom it speaks of. */
  who: readonly PersonCard[]
}

/** Whether the best of all, and whoever else matches, has all the numbers of a line. */
function haveAll(own: readonly PersonCard[], readings: readonly Reading[]): boolean {
  const numbers = itemisedIdentifiers(readings)
  return own.every(
    ({ label, identifiers }, at) =>
      (at > 0 && label !== 'match') ||
      numbers.every(number => number.some(({ value }) => identifiers?.includes(value)))
  )
}

/** @param persons Best first. */
export function outcomeOf(persons: readonly PersonCard[], readings: readonly Reading[]): Outcome {
  const own = persons.filter(({ label }) => label !== 'related')
  const [best] = own
  if (persons.length === 0) return { code: 'none', who: [] }
  const isOfSeveral = wantedOf(readings) > 1
  if (isOfSeveral || (isNumbersOnly(readings) && !(best && haveAll(own, readings))))
    return { code: 'itemised', who: isOfSeveral && best ? own : persons }
  const related = persons.filter(person => person.label === 'related')
  // Of a name that many bear, all fit; words that stand anywhere in a record do not make it what was asked.
  if (!best || (isWeak(best) && (related.length > 0 || readings.every(({ kind }) => kind === 'text'))))
    return { code: related.length > 0 ? 'related' : 'weak', who: related }
  const { label, band } = best
  // Counted here: a card does not know of those that «ещё» brought.
  const who = own.filter(person => person.label === label && (band !== 'full' || person.band === band))
  if (band === 'full') return { code: who.length > 1 ? 'several' : 'one', who }
  return { code: label === 'namesake' ? 'namesakes' : 'probable', who }
}

/**
 * The same in the codes of an answer, which have no word for a list of people and for words alone: words make namesakes,
 * and a list goes by the best label among them, since each of them fits but a part of what was asked.
 */
export function headlineOf(
  persons: readonly PersonCard[],
  readings: readonly Reading[],
  isPartial: boolean
): Headline {
  const { code, who } = outcomeOf(persons, readings)
  const people = code === 'weak' ? persons.length : who.length
  if (isPartial) return { code: 'partial', people }
  if (code === 'itemised') return { code: codeOfList(who), people }
  return { code: code === 'weak' ? 'namesakes' : code, people }
}

/** Nobody of a list is the one: the line asks for others too. */
function codeOfList(who: readonly PersonCard[]): Headline['code'] {
  const best = who.find(({ label }) => label !== 'related')
  if (!best) return 'related'
  if (best.label === 'namesake') return 'namesakes'
  return who.length > 1 ? 'several' : 'probable'
}

/** Whether an answer has the details of somebody, beside what a row of a list shows. */
export const isDetailed = (person: AnswerPerson): person is Person => 'summary' in person

/** Whether an answer has the details of everybody. */
export const hasDetails = (answer: SearchAnswer): answer is DetailedAnswer => answer.persons.every(isDetailed)
