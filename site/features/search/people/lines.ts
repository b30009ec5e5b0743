import type { PersonCard } from '#shared/contracts/person.ts'
import type { BandGroup, FilteredAnswer, Joined } from '#site/features/search/view.ts'
import { type Band, saysOfAll } from './bands.ts'

/** A line of the table: somebody, or what stands over a group or over the cards that the user called one person; `isNamed` where that says what a row would. */
export type Line =
  | { key: string; person: PersonCard; index: number; isHeaded: boolean; isNamed: boolean }
  | { key: string; group: BandGroup; isFolded: boolean; isByText?: boolean }
  | { key: string; together: readonly PersonCard[] }

/**
 * The lines of the table in their order.
 *
 * @param here Id of the person whose row has the focus: no group folds it away.
 */
export function linesOf(
  { people, groups, byText, isNarrowed }: FilteredAnswer,
  joined: Joined,
  unfolded: readonly Band[],
  here: string | null
): Line[] {
  const place = new Map(people.map((person, index) => [person, index]))
  const cards = Map.groupBy(people, ({ id }) => joined.get(id))
  const linesOfPerson = (person: PersonCard, isNamed = false): Line[] => {
    const standIn = joined.get(person.id)
    const together = (standIn !== undefined && cards.get(standIn)) || []
    const isHeaded = together.length > 1
    const line = { key: person.id, person, index: place.get(person) ?? 0, isHeaded, isNamed }
    return isHeaded && together[0] === person ? [{ key: `joined ${person.id}`, together }, line] : [line]
  }
  const isFoldedAway = ({ band, people: own }: BandGroup) =>
    !isNarrowed && !unfolded.includes(band) && !own.some(({ id }) => id === here)
  if (!groups) {
    const last = new Set(byText?.people)
    const first = people.filter(person => !last.has(person)).flatMap(person => linesOfPerson(person))
    if (!byText) return first
    const isFolded = isFoldedAway(byText)
    const heading = { key: `band ${byText.band}`, group: byText, isFolded, isByText: true }
    return [...first, heading, ...(isFolded ? [] : byText.people.flatMap(person => linesOfPerson(person)))]
  }
  return groups.flatMap((group, at): Line[] => {
    const isWeak = at > 0 && group.band !== 'probable'
    const isFolded = isWeak && isFoldedAway(group)
    const heading = { key: `band ${group.band}`, group, isFolded }
    if (isFolded) return [heading]
    const isNamed = saysOfAll(group.band, group.people)
    return [heading, ...group.people.flatMap(person => linesOfPerson(person, isNamed))]
  })
}
