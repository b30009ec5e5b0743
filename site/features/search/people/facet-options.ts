import type { PersonCard } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import type { Joined } from '#site/features/search/view.ts'
import { BANDS, bandText, isLongList } from './bands.ts'
import { type Choices, FACETS, type Facet, passesFacet, valuesOf, type Years } from './facets.ts'
import { unitsOf } from './joined-people.ts'

export interface FacetOption {
  value: string
  title: string
  /** People with it among those who pass the other facets. */
  count: number
  on: boolean
}

export interface FacetView {
  facet: Facet
  title: string
  options: FacetOption[]
}

const TITLES: Record<Facet, string> = {
  band: 'Вывод',
  year: 'Год рождения',
  patronymic: 'Отчество',
  region: 'Регион',
  town: 'Город без региона',
  sex: 'Пол',
  source: 'Источник'
}
const SEXES: Record<string, string> = {
  male: 'мужской',
  female: 'женский',
  'male-by-name': 'мужской, по имени',
  'female-by-name': 'женский, по имени'
}
const NO_VALUE = 'нет данных'
/**
 * The facets of an answer that tell people apart, each with what is left under the others.
 *
 * @param people Those who pass the text of the filter.
 * @param joined Whom the user called one: they count once.
 */
export function facetsOf(
  results: Results,
  people: readonly PersonCard[],
  view: { choices: Choices; years: Years | null },
  joined: Joined = new Map()
): FacetView[] {
  const isLong = isLongList(results)
  const withText = new Set(people)
  const counts = FACETS.map(facet => {
    const keys = facet === 'source' ? results.sources.map(({ key }) => key) : []
    return new Map(keys.map(key => [key, 0]))
  })
  for (const cards of unitsOf(results.answer.persons, joined)) {
    const failed = FACETS.filter(
      facet => !cards.some(card => passesFacet(facet, valuesOf(facet, card, isLong), card, view))
    )
    for (const [at, facet] of FACETS.entries()) {
      // Who fails one facet alone is whom that one could bring back.
      const isCounted = cards.some(card => withText.has(card)) && failed.every(each => each === facet)
      for (const value of new Set(cards.flatMap(card => valuesOf(facet, card, isLong))))
        counts[at]?.set(value, (counts[at]?.get(value) ?? 0) + Number(isCounted))
    }
  }
  return FACETS.flatMap((facet, at): FacetView[] => {
    const chosen = view.choices[facet] ?? []
    const options = [...(counts[at] ?? [])].map(([value, count]) => ({
      value,
      title: titleOf(facet, value, results),
      count,
      on: chosen.includes(value)
    }))
    const isWorth = options.length > 1 && (facet !== 'patronymic' || isLong)
    if (!isWorth && chosen.length === 0) return []
    return [{ facet, title: TITLES[facet], options: options.sort(ORDERS[facet] ?? byCount) }]
  })
}

function titleOf(facet: Facet, value: string, { places }: Results): string {
  if (facet === 'band') return bandText(value as (typeof BANDS)[number])
  if (facet === 'sex') return SEXES[value] ?? NO_VALUE
  if (facet === 'source') return places.find(({ key }) => key === value)?.title ?? value
  return value || NO_VALUE
}

type Compare = (a: FacetOption, b: FacetOption) => number
/** What has no value stands last. */
const emptyLast: Compare = (a, b) => Number(a.value === '') - Number(b.value === '')
const byCount: Compare = (a, b) =>
  emptyLast(a, b) || b.count - a.count || (a.title < b.title ? -1 : Number(a.title > b.title))
const ORDERS: Partial<Record<Facet, Compare>> = {
  band: (a, b) => BANDS.indexOf(a.value as never) - BANDS.indexOf(b.value as never),
  year: (a, b) => emptyLast(a, b) || Number(a.value) - Number(b.value),
  source: () => 0
}
