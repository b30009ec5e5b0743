import type { PersonCard } from '#shared/contracts/person.ts'
import { FIT_GROUPS, type FitGroup, fitGroupOf } from '#shared/identity/fit-order.ts'
import type { RowLabel } from '#shared/identity/people/headline.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { ROW_WORDS, rowLabelOf } from '#site/features/search/texts.ts'

export const BANDS = FIT_GROUPS
export type Band = FitGroup

/** More people than this are shown in groups, the weak ones folded. */
const LONG_LIST = 30

/** Bands that are no label. */
const DIFFERENCES: Partial<Record<Band, string>> = {
  'other-year': 'другой год',
  'other-name': 'другое имя',
  'other-sex': 'другой пол по имени',
  'other-detail': 'другой номер или адрес'
}

/** What differs in those of a band; undefined of one that is a label. */
export const differenceText = (band: Band): string | undefined => DIFFERENCES[band]

/** Whether the word of a band is that of each row of its people. */
export const saysOfAll = (band: Band, people: readonly PersonCard[]): boolean =>
  new Set(people.map(rowLabelOf)).size === 1 && people.every(person => bandOf(person, true) === band)

/** The word of a band; over its people with the one that all of their rows have. */
export function bandText(band: Band, people: readonly PersonCard[] = []): string {
  const difference = DIFFERENCES[band]
  if (difference === undefined) return ROW_WORDS[band as RowLabel].text
  const [rowLabel, ...others] = new Set(people.map(rowLabelOf))
  return rowLabel && others.length === 0 ? `${ROW_WORDS[rowLabel].text}: ${difference}` : difference
}

/** The shape of a band's mark. */
export const MARKS: Record<Band, string> = {
  match: 'yes',
  probable: 'maybe',
  namesake: 'no',
  'other-year': 'no',
  'other-name': 'no',
  'other-sex': 'no',
  'other-detail': 'no',
  other_organisation: 'no',
  related: 'other',
  weak: 'no'
}

export const isLongList = ({ answer: { persons } }: Results): boolean => persons.length > LONG_LIST

/** In a long list namesakes are told apart by what differs. */
export function bandOf(person: PersonCard, isLong: boolean): Band {
  const group = fitGroupOf(person)
  return isLong || DIFFERENCES[group] === undefined ? group : 'namesake'
}
