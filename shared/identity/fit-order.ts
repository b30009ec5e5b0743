import type { PersonCard } from '#shared/contracts/person.ts'
import { rowLabel } from './people/headline.ts'

/** How well somebody fits, best first; namesakes are told apart by what differs. */
export const FIT_GROUPS = [
  'match',
  'probable',
  'namesake',
  'other-year',
  'other-name',
  'other-sex',
  'other-detail',
  'related',
  'other_organisation',
  'weak'
] as const
export type FitGroup = (typeof FIT_GROUPS)[number]

type Judged = Pick<PersonCard, 'label' | 'query_reasons' | 'kind' | 'band' | 'score'>

export function fitGroupOf({ label, query_reasons, kind, band }: Judged): FitGroup {
  const word = rowLabel(label, query_reasons, kind)
  if (word === 'other_organisation' || word === 'weak') return word
  if (label !== 'namesake') return label
  const differs = (pattern: RegExp) =>
    query_reasons.some(({ tone, code }) => tone === 'contradict' && pattern.test(code))
  if (differs(/^other_gender$|^surname_of_other_gender$/)) return 'other-sex'
  if (differs(/name|patronymic/)) return 'other-name'
  if (differs(/birth/)) return 'other-year'
  return band === 'contradicts' ? 'other-detail' : 'namesake'
}

/**
 * The one order of people, by what their rows say: the word, what differs, whether all that was asked is there, the
 * score. Its first is who an answer is about; equals keep their order.
 */
export function sortedByFit<T>(items: readonly T[], cardOf: (item: T) => Judged): T[] {
  const placed = items.map(item => {
    const card = cardOf(item)
    const isOther = rowLabel(card.label, card.query_reasons, card.kind) === 'other_person'
    const place =
      FIT_GROUPS.indexOf(fitGroupOf(card)) * 4 + Number(isOther) * 2 + Number(card.band !== 'full')
    return { item, place, score: card.score }
  })
  return placed.sort((a, b) => a.place - b.place || b.score - a.score).map(({ item }) => item)
}
