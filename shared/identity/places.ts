import { normaliseAddress } from './address.ts'
import type { Cells } from './cells.ts'

/** An address of a record. */
export interface Place {
  written: string
  normal: string
  /** From «Связь по адресу»: it ties people, but is not said to be where the person lives. */
  link: boolean
}

const PHRASE_SEPARATORS = /[;|\n\r]+/u
/** The addresses of one kind of cells. */
export const readPlaces = (cells: Cells, kind: 'address' | 'address_link'): Place[] => {
  const places: Place[] = []
  for (const text of cells[kind] ?? [])
    for (const part of text.split(PHRASE_SEPARATORS)) {
      const normal = normaliseAddress(part)
      if (normal !== '') places.push({ written: part.trim(), normal, link: kind === 'address_link' })
    }
  return places
}

const known = new WeakMap<Cells, Place[]>()

/** The addresses among the cells of a record, as written and as compared; remembered as long as the cells live. */
export const placesIn = (cells: Cells): Place[] => {
  const found = known.get(cells)
  if (found) return found
  const places = [...readPlaces(cells, 'address'), ...readPlaces(cells, 'address_link')]
  known.set(cells, places)
  return places
}
