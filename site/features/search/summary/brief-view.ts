import type { Person } from '#shared/contracts/person.ts'
import { PHONE_LABEL } from '#shared/labels/usual-fields.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { dateText } from '#site/features/search/texts.ts'
import { relatedPeopleOf } from './related-view.ts'
import { organisationsOf, phonesOf, type SourcedValue, summaryOf } from './summary-view.ts'

const RELATIVES_MAX = 5

/** The summary of a person in short: each value once, but for the name and the date, which the heading says. */
export function briefOf(person: Person, results: Results) {
  const { name, birth_date } = person
  const relatives = relatedPeopleOf(person, results)
  const headed = [name, dateText(birth_date ?? '')]
  const rows = summaryOf(person, results).filter(
    ({ field, value, clash }) => field !== PHONE_LABEL && (clash !== null || !headed.includes(value))
  )
  return {
    values: [...Map.groupBy(rows, ({ value }) => value).values()].map(alike => ({
      ...(alike[0] as SourcedValue),
      field: alike.map(({ field }) => field).join(', ')
    })),
    phones: phonesOf(person),
    organisations: organisationsOf(person, results),
    relatives: relatives.slice(0, RELATIVES_MAX),
    rest: Math.max(relatives.length - RELATIVES_MAX, 0)
  }
}
