import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { readPartyHeader } from '#shared/identity/parties/headers.ts'
import { composeText } from '#shared/identity/text/compose.ts'
import { readAddressHeader } from './addresses/headers.ts'
import { OTHER_HEADER_NAMES } from './header-names-table.ts'
import type { FieldKind } from './types.ts'

const canonicalHeader = (label: string): string =>
  composeText(label)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('№', 'n№')
    .replace(/[^\p{L}\p{N}№]+/gu, '')

export const HEADER_NAMES: Partial<Record<FieldKind, readonly string[]>> = {
  ...OTHER_HEADER_NAMES,
  ...Object.fromEntries(IDENTIFIER_KINDS.map(kind => [kind, kindReaderOf(kind).headers]))
}

const KIND_BY_HEADER: ReadonlyMap<string, FieldKind> = new Map(
  Object.entries(HEADER_NAMES).flatMap(([kind, names]) =>
    names.map((name): [string, FieldKind] => [canonicalHeader(name), kind as FieldKind])
  )
)

/** Words that only qualify a header: «Телефон основной», «phone_main». */
const QUALIFIERS = [
  'основной',
  'дополнительный',
  'доп',
  'второй',
  'main',
  'extra',
  'other',
  'home',
  'work'
].map(canonicalHeader)

/** Words of organisations: «Телефон работодателя». */
const ORGANIZATION_QUALIFIERS = [
  'организации',
  'компании',
  'предприятия',
  'учреждения',
  'фирмы',
  'юрлица',
  'юридического лица',
  'работодателя',
  'места работы',
  'company',
  'organization',
  'organisation',
  'employer'
].map(canonicalHeader)

const OF_ORGANIZATION: Partial<Record<FieldKind, FieldKind>> = {
  inn: 'organization_inn',
  phone: 'organization_phone',
  email: 'organization_email',
  address: 'organization_address'
}

const BEFORE_NUMBER = /^(.*\P{N})\p{N}*$/u

/** The kind of a column by its header, or null. Case, ё, punctuation, brackets and a trailing number do not matter. */
export const kindOfHeader = (label: string): FieldKind | null => {
  const whole = canonicalHeader(label)
  const exact = KIND_BY_HEADER.get(whole)
  if (exact) return exact
  const [beforeBracket = ''] = label.split(/[([{]/)
  const bare = BEFORE_NUMBER.exec(canonicalHeader(beforeBracket))?.[1] ?? ''
  const kind = kindBeside(ORGANIZATION_QUALIFIERS, whole) ?? kindBeside(ORGANIZATION_QUALIFIERS, bare)
  if (kind) return OF_ORGANIZATION[kind] ?? kind
  return (
    KIND_BY_HEADER.get(bare) ?? kindBeside(QUALIFIERS, bare) ?? kindOfAddressPart(label) ?? kindOfParty(label)
  )
}

const kindOfAddressPart = (label: string): FieldKind | null => {
  const { kind, isOrganisation } = readAddressHeader(label)
  return kind === 'address' && isOrganisation ? 'organization_address' : kind
}

/** An owner leaves the kind as it is: «ИНН руководителя», «Телефон супруги». */
const kindOfParty = (label: string): FieldKind | null => {
  const { role, rest } = readPartyHeader(label)
  return role === null || rest === '' ? null : kindOfHeader(rest)
}

const kindBeside = (words: readonly string[], header: string): FieldKind | undefined => {
  for (const word of words) {
    const rest = header.endsWith(word)
      ? header.slice(0, -word.length)
      : header.startsWith(word)
        ? header.slice(word.length)
        : ''
    const kind = rest.length > 1 ? KIND_BY_HEADER.get(rest) : undefined
    if (kind) return kind
  }
  return undefined
}

/** Switches to the organisation's kind when the header says so but the mapping does not. */
export const refineKind = (label: string, kind: FieldKind): FieldKind => {
  const refined = OF_ORGANIZATION[kind]
  return refined !== undefined && kindOfHeader(label) === refined ? refined : kind
}
