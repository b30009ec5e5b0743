import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { LABEL_TEXTS, rowLabelOf } from '#site/features/search/texts.ts'

/** How well somebody fits, as the page groups people; in a long list namesakes are told apart by what differs. */
export const BANDS = [
  'match',
  'probable',
  'namesake',
  'other-year',
  'other-name',
  'other-sex',
  'related',
  'organisation',
  'weak'
] as const
export type Band = (typeof BANDS)[number]

/** More people than this are shown in groups, the weak ones folded. */
const LONG_LIST = 30

const SHORT_TEXTS: Record<Band, string> = {
  ...LABEL_TEXTS,
  'other-year': 'другой год',
  'other-name': 'другое имя',
  'other-sex': 'другой пол по имени',
  organisation: LABEL_TEXTS.other_organisation
}

/** The word of a band; over its people with the one that all of their rows have. */
export function bandText(band: Band, people: readonly Person[] = []): string {
  const [rowLabel, ...others] = new Set(people.map(rowLabelOf))
  return rowLabel && others.length === 0 && band.startsWith('other')
    ? `${LABEL_TEXTS[rowLabel]}: ${SHORT_TEXTS[band]}`
    : SHORT_TEXTS[band]
}

/** The shape of a band's mark. */
export const MARKS: Record<Band, string> = {
  match: 'yes',
  probable: 'maybe',
  namesake: 'no',
  'other-year': 'no',
  'other-name': 'no',
  'other-sex': 'no',
  organisation: 'no',
  related: 'other',
  weak: 'no'
}

export const isLongList = ({ answer: { persons } }: Results): boolean => persons.length > LONG_LIST

export function bandOf(person: Person, isLong: boolean): Band {
  const { label, query_reasons } = person
  const rowLabel = rowLabelOf(person)
  if (rowLabel === 'other_organisation') return 'organisation'
  if (rowLabel === 'weak') return 'weak'
  if (label !== 'namesake' || !isLong) return label
  const differs = (pattern: RegExp) =>
    query_reasons.some(({ tone, code }) => tone === 'contradict' && pattern.test(code))
  if (differs(/^other_gender$|^surname_of_other_gender$/)) return 'other-sex'
  if (differs(/name|patronymic/)) return 'other-name'
  return differs(/birth/) ? 'other-year' : 'namesake'
}
