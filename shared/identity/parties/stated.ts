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

/** As whom a record names somebody whom it is not about. */
export interface Party {
  role: PartyRole
  /** «врач» */
  label: string
  /** Tells the people of one record apart. */
  place: number
  /** Whose the columns of the record are. */
  layout: PartyLayout
}

/** As an answer says it. */
export const shownParty = ({ role, label, place }: Party): Omit<Party, 'layout'> => ({ role, label, place })

/** One of the people of a record, with what it says of them alone. */
export interface StatedParty {
  /** Null of whom the record is about. */
  party: Party | null
  fields: Record<string, string>
  attributes: RecordAttributes
}

type Fields = Record<string, string>

const isFilled = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''

/** The names in its columns: those of parts together, of whole names each, several in a cell too. */
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

/** Whoever may be the subject once more: an applicant who is the client, a relative never is. */
export const mayBeSubject = (role: PartyRole): boolean =>
  role === 'other' || (PARTY_WORDS[role] as PartyWords).rank !== undefined

/** The fields of each place that are filled, in the order of the record. */
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

/** The places of whom the row tells something, the first of them taking what is left of the others. */
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
 * The people whom a record names in its columns, each with what its own columns say: nobody's facts are another's. Null
 * where everything is of whom the record is about. Beyond `PARTIES_MAX` they are nobody: their values are words of a text. Whoever is named twice by the same name is one, unless the columns make
 * them relatives or opponents.
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
