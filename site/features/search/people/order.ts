import type { PersonCard } from '#shared/contracts/person.ts'
import { sortedByFit } from '#shared/identity/fit-order.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'

export const ORDERS = {
  fit: 'по соответствию',
  born: 'по году рождения',
  sources: 'по числу источников',
  records: 'по числу записей'
} as const
export type OrderKey = keyof typeof ORDERS

export interface Order {
  by: OrderKey
  /** The greatest first; of a fit the best. */
  isDown: boolean
}

/** The best first. */
export const BY_FIT: Order = { by: 'fit', isDown: true }

/** The order after a press of its heading: the direction turns, another one begins as it is wanted first. */
export const nextOrder = ({ by, isDown }: Order, pressed: OrderKey): Order =>
  by === pressed ? { by, isDown: !isDown } : { by: pressed, isDown: pressed !== 'born' }

const byFit = (people: readonly PersonCard[]): PersonCard[] => sortedByFit(people, person => person)

/** People in an order. Nobody leaves the place among equals; who has no date of birth stands last either way. */
export function sortPeople(people: readonly PersonCard[], { by, isDown }: Order): PersonCard[] {
  if (by === 'fit') return isDown ? byFit(people) : byFit(people).reverse()
  const value: Record<Exclude<OrderKey, 'fit'>, (person: PersonCard) => string | number> = {
    born: ({ birth_date }) => birth_date ?? '',
    sources: ({ source_keys }) => source_keys.length,
    records: person => recordIdsOf(person).length
  }
  const of = value[by]
  return people.toSorted((one, other) => {
    const [a, b] = [of(one), of(other)]
    if (a === b) return 0
    if (a === '' || b === '') return a === '' ? 1 : -1
    return (a < b ? -1 : 1) * (isDown ? -1 : 1)
  })
}
