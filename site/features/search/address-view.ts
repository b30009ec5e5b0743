import { type AnswerAddress, hashOf } from './address.ts'
import { isLongList } from './people/bands.ts'
import { type Choices, FACETS, type Facet, valuesOf, type Years } from './people/facets.ts'
import { BY_FIT, ORDERS, type Order, type OrderKey } from './people/order.ts'
import type { Results } from './records/results-view.ts'
import type { View } from './view.ts'

/** The view that an address asks for, as far as the answer has it. */
export function viewOfAddress(
  address: AnswerAddress,
  results: Results
): Pick<View, 'choices' | 'years' | 'order'> {
  const isLong = isLongList(results)
  const { persons, search_id } = results.answer
  const choices: Choices = {}
  let years: Years | null = null
  const valuesUnder = (facet: Facet) => new Set(persons.flatMap(person => valuesOf(facet, person, isLong)))
  const bands = [...valuesUnder('band')].filter(band => address.bands?.split('.').includes(band))
  if (bands.length > 0) choices.band = bands
  for (const part of address.facets?.split('~') ?? []) {
    const [name, hashes = ''] = part.split('_')
    if (name === 'born') years = yearsOf(hashes, search_id)
    const facet = FACETS.find(each => each === name)
    if (!facet) continue
    const wanted = new Set(hashes.split('.'))
    const values = [...valuesUnder(facet)].filter(value => wanted.has(hashOf(search_id, facet, value)))
    if (values.length > 0) choices[facet] = values
  }
  return { choices, years, order: orderOf(address.order) }
}

const FIRST_YEAR = 1850
const LAST_YEAR = 2100

function yearsOf(hashes: string, search: string): Years | null {
  const [from, to] = hashes.split('.').map(hash => {
    for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1)
      if (hashOf(search, 'year', String(year)) === hash) return year
    return null
  })
  return from === null && to === null ? null : [from ?? null, to ?? null]
}

function orderOf(text: string | null): Order {
  const by = text?.replace('-', '') as OrderKey | undefined
  return by && by in ORDERS ? { by, isDown: text?.startsWith('-') ?? false } : BY_FIT
}
