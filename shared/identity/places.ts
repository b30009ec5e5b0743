import { normaliseAddress } from './address.ts'
import type { FieldKind } from './types.ts'

/** An address of a record. */
export interface Place {
  written: string
  normal: string
  /** From «Связь по адресу»: it ties people, but is not said to be where the person lives. */
  link: boolean
}

const PHRASE_SEPARATORS = /[;|\n\r]+/u
const known = new WeakMap<ReadonlyMap<FieldKind, string[]>, Place[]>()

/** The addresses among the cells of a record, as written and as compared; remembered as long as the cells live. */
export const placesIn = (cells: ReadonlyMap<FieldKind, string[]>): Place[] => {
  const found = known.get(cells)
  if (found) return found
  const places: Place[] = []
  for (const kind of ['address', 'address_link'] as const)
    for (const text of cells.get(kind) ?? [])
      for (const part of text.split(PHRASE_SEPARATORS)) {
        const normal = normaliseAddress(part)
        if (normal !== '') places.push({ written: part.trim(), normal, link: kind === 'address_link' })
      }
  known.set(cells, places)
  return places
}
