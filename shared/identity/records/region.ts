import { splitValues } from './display-values.ts'
import { namesRegion } from './region-words.ts'

const TOWN = /^(?:г\.?|гор\.?|город)\s+(?=\p{L})/iu
const REGION_HEADER = /^(?:регион|область|субъект|город|населённый пункт|населенный пункт)$/iu

export interface Region {
  name: string
  isTown: boolean
}

/** Region of an address as written, else its town; null without either. */
export const regionOfAddress = (written: string): Region | null => {
  const parts = written.split(',').map(part => part.trim())
  const region = parts.find(namesRegion)
  if (region) return { name: region, isTown: false }
  const town = parts.find(part => TOWN.test(part))
  return town ? { name: town.replace(TOWN, ''), isTown: true } : null
}

/** Regions and towns of columns of their own. */
export const regionsOfFields = (fields: Readonly<Record<string, string>>): Region[] =>
  Object.entries(fields)
    .filter(([label]) => REGION_HEADER.test(label))
    .flatMap(([, value]) => splitValues([value]))
    .filter(value => /\p{L}{2}/u.test(value))
    .map(value => ({ name: value.replace(TOWN, '').trim(), isTown: !namesRegion(value) }))
