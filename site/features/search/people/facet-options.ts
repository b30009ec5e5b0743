import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { BANDS, bandText, isLongList } from './bands.ts'
import { type Choices, FACETS, type Facet, passes, valuesOf, type Years } from './facets.ts'

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
  town: 'Город, регион не указан',
  sex: 'Пол',
  source: 'Источник'
}
const SEXES: Record<string, string> = { male: 'мужской', female: 'женский' }
const NO_VALUE = 'нет данных'
/** The facets of an answer that tell people apart, each with what is left under the others. */
export function facetsOf(
  results: Results,
  people: readonly Person[],
  view: { choices: Choices; years: Years | null }
): FacetView[] {
  const isLong = isLongList(results)
  return FACETS.flatMap((facet): FacetView[] => {
    const counts = new Map<string, number>()
    if (facet === 'source') for (const { key } of results.sources) counts.set(key, 0)
    for (const person of results.answer.persons)
      for (const value of valuesOf(facet, person, isLong)) counts.set(value, 0)
    for (const person of people)
      if (passes(person, view, isLong, facet))
        for (const value of valuesOf(facet, person, isLong)) counts.set(value, (counts.get(value) ?? 0) + 1)
    const chosen = view.choices[facet] ?? []
    const isWorth = counts.size > 1 && (facet !== 'patronymic' || isLong)
    if (!isWorth && chosen.length === 0) return []
    const options = [...counts].map(([value, count]) => ({
      value,
      title: titleOf(facet, value, results),
      count,
      on: chosen.includes(value)
    }))
    return [{ facet, title: TITLES[facet], options: options.sort(ORDERS[facet] ?? byCount) }]
  })
}

function titleOf(facet: Facet, value: string, { places }: Results): string {
  if (facet === 'band') return bandText(value as (typeof BANDS)[number], false)
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
