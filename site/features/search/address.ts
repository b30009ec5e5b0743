import { searchInAddress } from './ask/navigation-origin.ts'
import type { ReadingChoice } from './ask/readings-view.ts'
import { FACETS } from './people/facets.ts'
import { BY_FIT, type Order } from './people/order.ts'
import type { View } from './view.ts'

/**
 * What the address of an answer holds: `/search?s=<search>&r=<reading>&p=<person>&b=<bands>&f=<facets>&o=<order>`. Nothing
 * of it names anybody: bands are words of the page, values of facets stand as short hashes that only this answer resolves.
 */
export interface AnswerAddress {
  search: string | null
  person: string | null
  bands: string | null
  facets: string | null
  order: string | null
}

const PERSON_ID = /^p[a-z\d]{2,14}$/

/** Reads an address; what is garbage counts as absent. */
export function readAddress(query: string): AnswerAddress {
  const params = new URLSearchParams(query)
  const get = (name: string, pattern: RegExp) => {
    const value = params.get(name)
    return value !== null && pattern.test(value) ? value : null
  }
  return {
    search: searchInAddress(query),
    person: get('p', PERSON_ID),
    bands: get('b', /^[a-z.-]{1,80}$/),
    facets: get('f', /^[a-z\d.~_-]{1,2000}$/),
    order: get('o', /^-?[a-z]{1,10}$/)
  }
}

interface AddressOf {
  search: string
  choice: ReadingChoice | null
  person: string | null
  view: View
}

/** The query of an answer's address, with its question mark. */
export function writeAddress({ search, choice, person, view }: AddressOf): string {
  const { band: bands, ...others } = view.choices
  const facets = FACETS.flatMap(facet => {
    const values = facet === 'band' ? undefined : others[facet]
    return values ? [`${facet}_${values.map(value => hashOf(search, facet, value)).join('.')}`] : []
  })
  if (view.years)
    facets.push(`born_${view.years.map(year => hashOf(search, 'year', String(year ?? ''))).join('.')}`)
  const parts: Record<string, string | null | undefined> = {
    s: search,
    r: choice?.kind,
    p: person,
    b: bands?.join('.'),
    f: facets.join('~'),
    o: orderText(view.order)
  }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) if (value) params.set(name, value)
  return `?${params}`
}

const orderText = ({ by, isDown }: Order): string | null =>
  by === BY_FIT.by && isDown === BY_FIT.isDown ? null : `${isDown ? '-' : ''}${by}`

const FNV_OFFSET = 0x81_1c_9d_c5
const FNV_PRIME = 0x01_00_01_93

/** Short and opaque: salted with the search, whose id nobody guesses. */
export function hashOf(search: string, facet: string, value: string): string {
  let hash = FNV_OFFSET
  for (const char of `${search} ${facet} ${value}`)
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), FNV_PRIME)
  return (hash >>> 0).toString(36)
}
