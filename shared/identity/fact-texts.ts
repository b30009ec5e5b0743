import { normaliseAddress } from './address.ts'
import type { Cells } from './cells.ts'
import { NONE, unique } from './fact-values.ts'
import { textWords } from './words.ts'

const PHRASE_SEPARATORS = /[;|\n\r]+/u

/** An organisation for comparison: its words without the legal form. */
export const organisationKey = (text: string): string => textWords(text).join(' ')

export const readAddresses = ({ address: texts }: Cells): string[] => {
  if (!texts) return NONE
  const addresses: string[] = []
  for (const text of texts)
    for (const phrase of text.split(PHRASE_SEPARATORS)) {
      const address = normaliseAddress(phrase)
      if (address !== '') addresses.push(address)
    }
  return unique(addresses)
}

const WORKPLACES = ['workplace', 'organization'] as const

export const readWorkplaces = (cells: Cells): string[] => {
  if (!cells.workplace && !cells.organization) return NONE
  const workplaces: string[] = []
  for (const kind of WORKPLACES)
    for (const text of cells[kind] ?? NONE)
      for (const phrase of text.split(PHRASE_SEPARATORS)) {
        const key = organisationKey(phrase)
        if (key !== '') workplaces.push(key)
      }
  return unique(workplaces)
}
