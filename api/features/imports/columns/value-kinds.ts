import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { isKnownGiven } from '#shared/identity/names/given-names.ts'
import { hasLegalForm } from '#shared/identity/organisations/legal-forms.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { repairCell } from './repair-cell.ts'

const PATRONYMIC = /^\p{L}+(?:ич|вна|ична|ыч|оглы|кызы|ich|vna|ichna)$/iu
const SURNAME =
  /^\p{Lu}\p{L}+(?:[оеё]в|[ыи]н|ый|ий|[оеё]ва|[ыи]на|ая|ко|ук|юк|ых|их|ян|дзе|швили|ov|ev|in|ova|eva|ina|sky|skaya)$/iu
const WORDS = /^\p{L}[\p{L}.'’-]*(?:\s+\p{L}[\p{L}.'’-]*){1,4}$/u
const INITIALS = /^\p{L}[\p{L}'’-]+\s+\p{Lu}\.\s?\p{Lu}\.?$/u
const GENDER = /^(?:м|ж|муж|жен|мужской|женский|m|f|male|female)\.?$/iu
const ADDRESS =
  /(?<!\p{L})(?:обл|р-н|ул|пр-т|просп|пер|б-р|наб|мкр|пос|дер|д|кв|г|улица|проспект|город|деревня|село)(?:\.\s?|\s)\s*[\p{L}\d]/iu
const COMMAS_WITH_HOUSE = /^[^,]+,[^,]+,.*\d/

const words = (text: string): string[] => text.split(/\s+/)

function isFullName(text: string): boolean {
  if (INITIALS.test(text)) return true
  if (!WORDS.test(text) || hasLegalForm(text)) return false
  return words(text).some(word => isKnownGiven(word) || PATRONYMIC.test(word))
}

interface Sign {
  kind: FieldKind
  holds(text: string): boolean
  enough: number
}

const IDENTIFIER_SIGNS: readonly Sign[] = IDENTIFIER_KINDS.flatMap(kind => {
  const { column } = kindReaderOf(kind)
  return column ? [{ kind, ...column }] : []
})
  .toSorted((one, other) => one.rank - other.rank)
  .flatMap(({ kind, signs }) =>
    signs.map(({ holds, enough }) => ({ kind, holds: text => holds(repairCell(kind, text)), enough }))
  )

/** Surest kinds first. Dates are decided by the whole column. */
const SIGNS: readonly Sign[] = [
  ...IDENTIFIER_SIGNS,
  { kind: 'gender', holds: text => GENDER.test(text), enough: 0.95 },
  { kind: 'organization', holds: text => hasLegalForm(text), enough: 0.7 },
  {
    kind: 'address',
    holds: text => /\s/.test(text) && /\d/.test(text) && (ADDRESS.test(text) || COMMAS_WITH_HOUSE.test(text)),
    enough: 0.7
  },
  { kind: 'middle_name', holds: text => PATRONYMIC.test(text), enough: 0.8 },
  { kind: 'first_name', holds: text => /^\p{L}[\p{L}-]+$/u.test(text) && isKnownGiven(text), enough: 0.7 },
  { kind: 'full_name', holds: isFullName, enough: 0.7 },
  { kind: 'last_name', holds: text => SURNAME.test(text), enough: 0.7 }
]

export interface ValueKind {
  kind: FieldKind
  share: number
}

/** Fewer may match by chance. */
const VALUES_MIN = 3

/** Longer texts are remarks. */
const VALUE_CHARS_MAX = 300

export const meaningful = (values: readonly string[]): string[] =>
  values.filter(value => value.length <= VALUE_CHARS_MAX && value.trim() !== '' && !isPlaceholder(value))

/** Null for kinds that values do not show. */
export function shareOfKind(kind: FieldKind, values: readonly string[]): number | null {
  const signs = SIGNS.filter(sign => sign.kind === kind)
  const filled = meaningful(values)
  if (signs.length === 0 || filled.length === 0) return null
  return filled.filter(text => signs.some(({ holds }) => holds(text))).length / filled.length
}

/** Null when undecidable. */
export function kindOfValues(values: readonly string[]): ValueKind | null {
  const filled = meaningful(values)
  if (new Set(filled).size < VALUES_MIN) return genderOnly(filled)
  for (const { kind, holds, enough } of SIGNS) {
    const share = filled.filter(holds).length / filled.length
    if (share >= enough) return { kind, share }
  }
  const dates = filled.filter(text => parseBirthDate(text)?.day !== undefined).length / filled.length
  return dates >= 0.8 ? { kind: 'date', share: dates } : null
}

function genderOnly(filled: readonly string[]): ValueKind | null {
  const isGender = filled.length >= VALUES_MIN && filled.every(text => GENDER.test(text))
  return isGender ? { kind: 'gender', share: 1 } : null
}

const BIRTH_YEARS_AGO = 14

/** Mostly dates of adults, without a time. */
export function areBirthDates(values: readonly string[]): boolean {
  const years = meaningful(values)
    .map(text => (/\d:\d{2}/.test(text) ? undefined : parseBirthDate(text)?.year))
    .filter(year => year !== undefined)
    .toSorted((a, b) => a - b)
  const middle = years[Math.floor(years.length / 2)]
  return middle !== undefined && middle <= new Date().getUTCFullYear() - BIRTH_YEARS_AGO
}
