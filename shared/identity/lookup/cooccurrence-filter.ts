import type { NamePart } from '#shared/identity/names/types.ts'
import { sortedPair } from './keys.ts'
import type { NameForms } from './name-key.ts'

/** Bloom filter (128 bits as four signed numbers) of the other name parts that occur with a spelling; joined by OR. */
export type CooccurrenceFilter = readonly number[]

export const FILTER_NUMBERS = 4
export const emptyFilter = (): number[] => [0, 0, 0, 0]
export const ANY_COOCCURRENCE: CooccurrenceFilter = [-1, -1, -1, -1]

export const joinFilters = (one: CooccurrenceFilter, other: CooccurrenceFilter): CooccurrenceFilter =>
  one.map((bits, at) => bits | (other[at] ?? 0))

/** Adds the other parts to a signature; true when it changed. The result is stored: a golden test pins it. */
export function addCooccurrence(bits: number[], part: NamePart, forms: NameForms): boolean {
  const [one, other] = othersOf(part, forms)
  let changed = false
  if (one.length === 0 && other.length === 0)
    for (const initial of forms.givenInitials) if (setBits(bits, asInitial(initial))) changed = true
  const isAlone = one.length === 0 || other.length === 0
  for (const some of [one, other]) {
    for (const form of some) {
      if (setBits(bits, form)) changed = true
      if (isAlone && setBits(bits, alone(form))) changed = true
    }
  }
  for (const left of one)
    for (const right of other) if (setBits(bits, sortedPair(left, right))) changed = true
  return changed
}

function setBits(bits: number[], text: string): boolean {
  const hash = hashOf(text)
  const [first, second] = [hash >>> 25, (hash >>> 18) & 127]
  const [one, other] = [bits[first >>> 5] ?? 0, bits[second >>> 5] ?? 0]
  bits[first >>> 5] = one | (1 << (first & 31))
  bits[second >>> 5] = (bits[second >>> 5] ?? 0) | (1 << (second & 31))
  return bits[first >>> 5] !== one || bits[second >>> 5] !== other
}

function hasBits(bits: CooccurrenceFilter, text: string): boolean {
  const hash = hashOf(text)
  return hasBit(bits, hash >>> 25) && hasBit(bits, (hash >>> 18) & 127)
}

const hasBit = (bits: CooccurrenceFilter, at: number) => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0

/** Which other parts must occur with a spelling. A pair is surname and given name where both are known. */
export type RequiredCooccurrence = 'both parts' | 'the pair' | 'both parts or initials'

/** False when no record can have the spelling beside the other parts. */
export function mayCooccur(
  beside: CooccurrenceFilter,
  part: NamePart,
  forms: NameForms,
  suffices: RequiredCooccurrence
): boolean {
  const has = (text: string) => hasBits(beside, text)
  const [one, other] = othersOf(part, forms)
  if (one.length === 0 && other.length === 0) return true
  if (suffices === 'both parts or initials' && forms.givenInitials.some(initial => has(asInitial(initial))))
    return true
  if (suffices === 'the pair' && forms.surnames.length > 0 && forms.givens.length > 0)
    return part !== 'patronymic' && (part === 'surname' ? forms.givens : forms.surnames).some(has)
  const present = [...one, ...other].filter(has)
  if (suffices === 'the pair' || one.length === 0 || other.length === 0) return present.length > 0
  return (
    present.some(form => has(alone(form))) ||
    one.some(left => present.includes(left) && other.some(right => has(sortedPair(left, right))))
  )
}

const alone = (form: string) => `${form} -`
const asInitial = (initial: string) => `${initial}.`

function othersOf(part: NamePart, { surnames, givens, patronymics }: NameForms): [string[], string[]] {
  if (part === 'surname') return [givens, patronymics]
  return part === 'given' ? [surnames, patronymics] : [surnames, givens]
}

const [FNV_OFFSET, FNV_PRIME, FINAL] = [0x811c9dc5, 0x01000193, 0x85ebca6b]

/** FNV-1a; uses its best mixed bits, twice seven high ones. */
function hashOf(text: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return Math.imul(hash ^ (hash >>> 15), FINAL)
}
