import type { PersonCard } from '#shared/contracts/person.ts'
import { namesRegion } from '#shared/identity/records/region-words.ts'
import { bandOf } from './bands.ts'

/** What people are narrowed by. */
export const FACETS = ['band', 'year', 'patronymic', 'region', 'town', 'sex', 'source'] as const
export type Facet = (typeof FACETS)[number]

/** Chosen values by facet, where '' stands for «нет данных»; a facet that is not there narrows nothing. */
export type Choices = Partial<Record<Facet, readonly string[]>>
/** Years of birth from and to, both included; null for no end. */
export type Years = readonly [from: number | null, to: number | null]

/** The third word of a whole name; empty of initials and of whoever is named otherwise. */
function patronymicOf({ kind, name }: PersonCard): string {
  const [, , third = '', ...more] = name.split(' ')
  return kind === 'person' && more.length === 0 && !third.includes('.') ? third : ''
}

/** A town stands for a region that nobody names. */
const isTown = ({ region }: PersonCard): boolean => region !== null && !namesRegion(region)

/** What somebody has under a facet; several only of sources, none only of towns. */
export function valuesOf(facet: Facet, person: PersonCard, isLong: boolean): readonly string[] {
  switch (facet) {
    case 'band':
      return [bandOf(person, isLong)]
    case 'year':
      return [String(person.birth_year ?? '')]
    case 'patronymic':
      return [patronymicOf(person)]
    case 'region':
      return [isTown(person) ? '' : (person.region ?? '')]
    case 'town':
      return person.region === null || isTown(person) ? [person.region ?? ''] : []
    case 'sex':
      return [person.sex ?? (person.sex_by_name ? `${person.sex_by_name}-by-name` : '')]
    case 'source':
      return person.source_keys
  }
}

type Narrowing = Readonly<{ choices: Choices; years: Years | null }>

/** Whether somebody with these values of a facet passes it. */
export function passesFacet(
  facet: Facet,
  values: readonly string[],
  { birth_year }: Pick<PersonCard, 'birth_year'>,
  { choices, years }: Narrowing
): boolean {
  const chosen = choices[facet]
  const isChosen = !!chosen && values.some(value => chosen.includes(value))
  if (facet === 'year' && years) return isChosen || isWithin(birth_year, years)
  return !chosen || isChosen
}

/** Whether somebody passes all facets, each by any of the cards that the user called one person. */
export const passes = (cards: readonly PersonCard[], view: Narrowing, isLong: boolean): boolean =>
  FACETS.every(facet => {
    const isFree = !view.choices[facet] && !(facet === 'year' && view.years)
    return isFree || cards.some(card => passesFacet(facet, valuesOf(facet, card, isLong), card, view))
  })

const isWithin = (year: number | null, [from, to]: Years): boolean =>
  year !== null && (from === null || year >= from) && (to === null || year <= to)
