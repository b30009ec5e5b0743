import { namesRegion } from './region-words.ts'

const INDEX = /^\d{6}$/
const TOWN =
  /^(?:г|гор|город|пгт|пос|посёлок|поселок|с|село|д|дер|деревня|ст-ца|станица|х|хутор)(?:\.\s*|\s+)(?=\D{3})/i
const DISTRICT = /(?<!\p{L})(?:р-н|район)(?!\p{L})/iu

/** «Вымыслов» of «Эталонская область, г. Вымыслов, ул. Эскизная»; the whole address without a town. */
export function townOf(address: string): string {
  const parts = address.split(',').map(part => part.trim())
  const isNarrower = (part: string) => !INDEX.test(part) && !namesRegion(part) && !DISTRICT.test(part)
  const town = parts.find(part => TOWN.test(part)) ?? parts.find(isNarrower)
  return town?.replace(TOWN, '') || address
}
