import type { Person } from '#shared/contracts/person.ts'
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
function patronymicOf({ kind, name }: Person): string {
  const [, , third = '', ...more] = name.split(' ')
  return kind === 'person' && more.length === 0 && !third.includes('.') ? third : ''
}

/** A town stands for a region that nobody names. */
const isTown = ({ region }: Person): boolean => region !== null && !namesRegion(region)

/** What somebody has under a facet; several only of sources, none only of towns. */
export function valuesOf(facet: Facet, person: Person, isLong: boolean): readonly string[] {
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
      return [person.sex ?? '']
    case 'source':
      return person.source_keys
  }
}

/** Whether somebody passes the facets, all but one of them where `except` is given. */
export function passes(
  person: Person,
  { choices, years }: { choices: Choices; years: Years | null },
  isLong: boolean,
  except?: Facet
): boolean {
  return FACETS.every(facet => {
    if (facet === except) return true
    const chosen = choices[facet]
    const isChosen = !!chosen && valuesOf(facet, person, isLong).some(value => chosen.includes(value))
    if (facet === 'year' && years) return isChosen || isWithin(person.birth_year, years)
    return !chosen || isChosen
  })
}

const isWithin = (year: number | null, [from, to]: Years): boolean =>
  year !== null && (from === null || year >= from) && (to === null || year <= to)
