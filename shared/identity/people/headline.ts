import type { Reason } from '#shared/contracts/match.ts'
import type { PersonCard, PersonKind, PersonLabel } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { Headline } from '#shared/contracts/search.ts'
import { hasAskedAddress } from '#shared/identity/matching/asked.ts'
import {
  isIdentifier,
  isNumbersOnly,
  itemisedIdentifiers
} from '#shared/identity/reading/line-identifiers.ts'

const SAME_SURNAME =
  /^(?:same_(?:full_name|surname)|mistyped_surname|half_of_surname|surname_of_other_gender)/

/**
 * A label as its reasons refine it: a `namesake` has the surname, an `other_person` a contradiction, a `weak` one was
 * found by words anywhere.
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

/** People found by text alone although the line is a number or an address. */
export function foundByText(persons: readonly PersonCard[], readings: readonly Reading[]): PersonCard[] {
  const [surest] = readings
  const isNumber = surest !== undefined && (surest.parts ?? [surest]).every(({ kind }) => isIdentifier(kind))
  const byText = isNumber ? persons.filter(isWeak) : []
  return byText.length < persons.length ? byText : []
}

/** How many people a line names; 1 when it numbers nobody. */
export const askedPeopleCount = (readings: readonly Reading[]): number =>
  Math.max(1, new Set(readings.flatMap(({ person }) => person ?? [])).size)

/**
 * What an answer comes to. `one` and `several` fit all that was asked. `itemised`: the line names several people, so
 * nobody is the one. `weak`: found by words alone. Several equal matches are no match.
 */
export interface HeadlineOutcome {
  code: 'one' | 'several' | 'itemised' | 'probable' | 'namesakes' | 'weak' | 'related' | 'none'
  who: readonly PersonCard[]
}

/** Whether the best person and all other matches have all numbers of the line. */
function haveAll(own: readonly PersonCard[], readings: readonly Reading[]): boolean {
  const numbers = itemisedIdentifiers(readings)
  return own.every(
    ({ label, identifiers }, at) =>
      (at > 0 && label !== 'match') ||
      numbers.every(number => number.some(({ value }) => identifiers?.includes(value)))
  )
}

function outcomeByLabel(persons: readonly PersonCard[], readings: readonly Reading[]): HeadlineOutcome {
  const own = persons.filter(({ label }) => label !== 'related')
  const [best] = own
  if (persons.length === 0) return { code: 'none', who: [] }
  const isOfSeveral = askedPeopleCount(readings) > 1
  if (isOfSeveral || (isNumbersOnly(readings) && !(best && haveAll(own, readings))))
    return { code: 'itemised', who: isOfSeveral && best ? own : persons }
  const related = persons.filter(person => person.label === 'related')
  // A frequent name fits many; words found anywhere are not what was asked.
  if (!best || (isWeak(best) && (related.length > 0 || readings.every(({ kind }) => kind === 'text'))))
    return { code: related.length > 0 ? 'related' : 'weak', who: related }
  const { label, band } = best
  // Counted here, because a card does not know those of the next pages.
  const who = own.filter(person => person.label === label && (band !== 'full' || person.band === band))
  if (band === 'full') return { code: who.length > 1 ? 'several' : 'one', who }
  return { code: label === 'namesake' ? 'namesakes' : 'probable', who }
}

/**
 * What an answer comes to, wherever it is said. Of an address only those count who have it: its words stand also in
 * records that have another, or none.
 *
 * @param persons Best first.
 */
export function headlineOutcome(
  persons: readonly PersonCard[],
  readings: readonly Reading[]
): HeadlineOutcome {
  const outcome = outcomeByLabel(persons, readings)
  const isOfAddress = outcome.code === 'several' && readings[0]?.kind === 'address'
  const who = isOfAddress ? outcome.who.filter(hasAskedAddress) : []
  return who.length === 0 ? outcome : { code: who.length > 1 ? 'several' : 'one', who }
}

/** What one word may say of an answer: whoever is the one is no more than the label of that person. */
export function headlineForBest<Code extends string>(
  code: Code,
  label: PersonLabel | null
): Code | 'probable' | 'namesakes' {
  if (code !== 'one' || label === 'match') return code
  return label === 'probable' ? 'probable' : 'namesakes'
}

/** The outcome as a code of the answer: words count as namesakes, a list goes by its best label. */
export function headlineOf(
  persons: readonly PersonCard[],
  readings: readonly Reading[],
  isPartial: boolean
): Headline {
  const { code, who } = headlineOutcome(persons, readings)
  const people = code === 'weak' ? persons.length : who.length
  if (isPartial) return { code: 'partial', people }
  if (code === 'itemised') return { code: codeOfList(who), people }
  return { code: code === 'weak' ? 'namesakes' : code, people }
}

/** Nobody of a list is the one, because the line asks for others too. */
function codeOfList(who: readonly PersonCard[]): Headline['code'] {
  const best = who.find(({ label }) => label !== 'related')
  if (!best) return 'related'
  if (best.label === 'namesake') return 'namesakes'
  return who.length > 1 ? 'several' : 'probable'
}
