import { SEPARATORS } from '#shared/identity/records/attribute-words.ts'
import { type RecordAttributes, readAttributes } from '#shared/identity/records/attributes.ts'
import { kindsOf } from '#shared/identity/records/fields-by-kind.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { normalizeText } from '#shared/identity/text/normalize.ts'
import { PARTY_LABELS, type PartyRole } from '#shared/labels/parties.ts'
import {
  type ColumnParties,
  isTelling,
  PARTIES_MAX,
  type PartyLayout,
  partyLayout,
  ROW,
  SELF
} from './layout.ts'
import { PARTY_WORDS, type PartyWords } from './words-table.ts'

/** The role in which a record names somebody who is not its subject. */
export interface Party {
  role: PartyRole
  /** «врач» */
  label: string
  /** Tells the people of one record apart. */
  place: number
  /** Owners of the columns. */
  layout: PartyLayout
}

export const shownParty = ({ role, label, place }: Party): Omit<Party, 'layout'> => ({ role, label, place })

/** A person of a record with that person's values only. */
export interface StatedParty {
  /** Null for the subject. */
  party: Party | null
  fields: Record<string, string>
  attributes: RecordAttributes
}

type Fields = Record<string, string>

const isFilled = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''

/** Joins name parts; splits whole names of one cell. */
const namesOf = (fields: Fields, columns: Columns): string[] => {
  const kindOf = kindsOf(columns)
  const parts: string[] = []
  const whole: string[] = []
  for (const label in fields) {
    const kind = kindOf(label)
    if (kind === 'full_name') whole.push(...(fields[label] ?? '').split(SEPARATORS))
    else if (kind.endsWith('_name')) parts.push(fields[label] ?? '')
  }
  return [...whole, parts.join(' ')].map(text => normalizeText(text)).filter(text => text.includes(' '))
}

/** An applicant may be the subject once more, a relative never is. */
export const mayBeSubject = (role: PartyRole): boolean =>
  role === 'other' || (PARTY_WORDS[role] as PartyWords).rank !== undefined

/** Filled fields by index, in the order of the record. */
const fieldsByPlace = (
  fields: Fields,
  { places }: PartyLayout,
  placeIn: (place: number) => number
): Map<number, Fields> => {
  const byPlace = new Map<number, Fields>()
  const own = new Set<number>()
  for (const label in fields) {
    const place = places.get(label) ?? SELF
    if (place !== ROW && isFilled(fields[label])) own.add(placeIn(place))
  }
  for (const label in fields) {
    const text = fields[label]
    if (!isFilled(text)) continue
    const place = places.get(label) ?? SELF
    for (const at of place === ROW ? own : [placeIn(place)])
      byPlace.getOrInsertComputed(at, () => ({}))[label] = text
  }
  return byPlace
}

const asText = (fields: Fields): Columns =>
  Object.fromEntries(Object.keys(fields).map(label => [label, 'other'] as const))

/** Indices with values; the first takes what is left of the others. */
const statedPlaces = (fields: Fields, { places }: PartyLayout, columns: Columns): number[] => {
  const kindOf = kindsOf(columns)
  const stated = new Set<number>()
  for (const label in fields) {
    const place = places.get(label) ?? SELF
    if (place !== ROW && isFilled(fields[label]) && isTelling(kindOf(label))) stated.add(place)
  }
  return [...stated].sort((a, b) => a - b)
}

/**
 * People named in the columns of a record, each with only their own values; null when all belong to the subject. Those
 * beyond `PARTIES_MAX` are text. A repeated name is one person, unless the roles are relatives or opponents.
 */
export const statedParties = (
  fields: Fields,
  columns: Columns,
  owners?: ColumnParties
): StatedParty[] | null => {
  const layout = partyLayout(fields, columns, owners)
  if (!layout) return null
  const stated = statedPlaces(fields, layout, columns)
  const [first = SELF] = stated
  if (stated.length === 0 || (first === SELF && stated.length === 1)) return null
  const parted = fieldsByPlace(fields, layout, place => (stated.includes(place) ? place : first))
  const names = namesOf(parted.get(SELF) ?? {}, columns)
  const isAgain = (place: number): boolean => {
    const role = layout.roles[place]
    return (
      role !== undefined &&
      role !== 'self' &&
      place !== PARTIES_MAX &&
      names.length > 0 &&
      mayBeSubject(role) &&
      namesOf(parted.get(place) ?? {}, columns).some(name => names.includes(name))
    )
  }
  const again = new Set(stated.filter(isAgain))
  if (again.size > 0 && again.size === stated.length - 1) return null
  const people =
    again.size === 0
      ? parted
      : fieldsByPlace(fields, layout, place =>
          again.has(place) ? SELF : stated.includes(place) ? place : first
        )
  return [...people].map(([place, own]) => {
    const role = layout.roles[place] ?? 'self'
    return {
      party: place === SELF || role === 'self' ? null : { role, label: PARTY_LABELS[role], place, layout },
      fields: own,
      attributes: readAttributes(own, place === PARTIES_MAX ? asText(own) : columns)
    }
  })
}
