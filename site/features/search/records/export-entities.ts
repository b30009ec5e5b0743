import type { DetailedAnswer } from '#shared/contracts/search.ts'
import { ndjsonOf } from '#shared/ftm/entity.ts'
import { entitiesOfPeople } from '#shared/ftm/people-entities.ts'
import type { ExportedAnswer } from './export-view.ts'

/** The people of an export as entities of FollowTheMoney, one a line. */
export function peopleAsEntities(
  { persons, searched_at }: DetailedAnswer,
  { people, sources }: Pick<ExportedAnswer, 'people' | 'sources'>
): string {
  const shown = new Set(people.map(({ id }) => id))
  const titles = Object.fromEntries(sources.map(({ key, title }) => [key, title]))
  const own = persons.filter(({ id }) => shown.has(id))
  return ndjsonOf(entitiesOfPeople(own, { titles, searchedAt: searched_at }))
}
