import type { EvidenceState } from '#shared/contracts/summary.ts'
import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { formatBirthDate, isoDate } from '#shared/identity/identifiers/birth-date.ts'
import {
  isPersonalValue,
  kindReaderOf,
  PERSONAL_READINGS,
  rulesOf
} from '#shared/identity/identifiers/kinds.ts'
import { formatIdentifier } from '#shared/identity/identifiers/sentences.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { compareDates } from '#shared/identity/matching/compare-dates.ts'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { formatName } from '#shared/identity/names/display-name.ts'
import { formatNamePart } from '#shared/identity/names/display-part.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'
import { sameAddress } from '#shared/identity/records/address.ts'
import { organizationKey } from '#shared/identity/records/attribute-texts.ts'
import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import type { Address } from '#shared/identity/records/display-values.ts'
import { sourceWording } from '#shared/identity/records/source-wording.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { FORMER_SURNAME_LABEL } from '#shared/labels/usual-fields.ts'
import {
  canonicalAddress,
  canonicalDate,
  canonicalName,
  mostFrequentSpelling,
  type Spelling
} from './canonical-values.ts'
import type { MatchedRecord } from './linkage-record.ts'

/** Surnames that records call former and none calls present. */
export type FormerStems = ReadonlySet<string>
const NO_STEMS: FormerStems = new Set<string>([])

const stemOf = (name: PersonName): string => prepareName(name).surname?.stem ?? ''
const isPresent = ({ former }: PersonName): boolean => !former

/** Former surnames, for records that state only such a name. */
export const formerStemsOf = (records: readonly MatchedRecord[]): FormerStems => {
  const names = records.flatMap(({ attributes }) => attributes.names)
  const stems = new Set(names.filter(name => name.former === 'stated').map(stemOf))
  if (stems.size === 0) return NO_STEMS
  for (const { attributes } of records)
    if (attributes.names.some(({ former }) => former))
      for (const name of attributes.names) if (isPresent(name)) stems.delete(stemOf(name))
  return stems
}

export interface SummaryField<T> {
  label: string
  read(attributes: RecordAttributes, former: FormerStems): readonly T[]
  key(variant: T): string
  /** Words of the record; null when they cannot be told. */
  written(record: MatchedRecord, variant: T): string | null
  /** Two spellings mean the same value. */
  same?(a: T, b: T): boolean
  conflicts?(a: T, b: T): boolean
  /** Nobody has two: a record with both contradicts itself. */
  isSingle?: true
  /** Stance of another key to the summary's; null when it says nothing. */
  stance?(summaryValue: T, stated: T): Exclude<EvidenceState, 'conflicts'> | null
  pick(spellings: readonly [Spelling<T>, ...Spelling<T>[]]): T
  show(variant: T): string
  valid?(variant: T): boolean
  /** The value of the card, shown first. */
  attested?(records: readonly MatchedRecord[]): T | null
  before?(a: T, b: T): number
}

const field = <T>(description: SummaryField<T>): SummaryField<unknown> => description as SummaryField<unknown>

const first = <T>([{ variant }]: readonly [Spelling<T>, ...Spelling<T>[]]): T => variant

const numbers = (kind: IdentifierKind): SummaryField<unknown> => {
  const { isShown, isValid } = kindReaderOf(kind)
  const isSingle = PERSONAL_READINGS.some(row => row.kind === kind)
  return field<string>({
    label: FIELD_LABELS[kind],
    read: ({ identifiers }) => (isShown ? identifiers[kind].filter(isShown) : identifiers[kind]),
    key: value => value,
    written: (record, value) => sourceWording(record, kind, value),
    pick: first,
    show: value => formatIdentifier(kind, value),
    ...(rulesOf(kind).isChecked && { valid: isValid }),
    ...(isSingle && { conflicts: (a, b) => isPersonalValue(kind, a) && isPersonalValue(kind, b) })
  })
}

const isOfThing = (kind: IdentifierKind): boolean =>
  rulesOf(kind).belongsTo === 'organisation' || rulesOf(kind).belongsTo === 'vehicle'

const phrases = (
  label: string,
  read: (attributes: RecordAttributes) => readonly string[],
  key: (text: string) => string = organizationKey
): SummaryField<unknown> =>
  field<string>({
    label,
    read,
    key,
    written: (_, text) => text,
    pick: mostFrequentSpelling,
    show: text => text
  })

const isHome = (address: Address): boolean => !address.link

const SAME_NAME = 0.75

/** Only a different script says the same letters; a missing part does not. */
const nameStance = (summaryValue: PersonName, stated: PersonName): 'confirms' | 'compatible' | null => {
  const { agrees, contradicts } = compareNames(summaryValue, stated)
  if (contradicts.length > 0) return null
  const one = prepareName(summaryValue)
  const states = (part: NamePart): boolean => agrees[part] === 'equal' || agrees[part] === 'transliteration'
  if (NAME_PARTS.every(part => one[part] === undefined || states(part))) return 'confirms'
  return Object.keys(agrees).length > 0 ? 'compatible' : null
}

/** The rows of the summary in their order. */
export const SUMMARY_FIELDS: SummaryField<unknown>[] = [
  field<PersonName>({
    label: FIELD_LABELS.full_name,
    read: ({ names }, former) => names.filter(name => isPresent(name) && !former.has(stemOf(name))),
    key: name => prepareName(name).key,
    written: (_, name) => name.written.trim(),
    same: (a, b) => {
      const { score, contradicts } = compareNames(a, b)
      return contradicts.length === 0 && score >= SAME_NAME
    },
    conflicts: (a, b) => compareNames(a, b).contradicts.length > 0,
    stance: nameStance,
    pick: canonicalName,
    show: formatName,
    before: (a, b) => Object.keys(b).length - Object.keys(a).length
  }),
  field<string>({
    label: FORMER_SURNAME_LABEL,
    read: ({ names }, former) =>
      unique(
        names
          .filter(name => name.former === 'stated' || former.has(stemOf(name)))
          .map(({ surname = '' }) => formatNamePart(surname))
      ),
    key: surname => prepareName({ surname, labelled: true, written: '' }).surname?.stem ?? surname,
    written: ({ attributes }, surname) =>
      attributes.names.find(name => formatNamePart(name.surname ?? '') === surname)?.written.trim() ?? null,
    pick: first,
    show: surname => surname
  }),
  field<PartialDate>({
    label: FIELD_LABELS.birth_date,
    read: attributes => attributes.birthDates,
    key: isoDate,
    written: (record, date) => sourceWording(record, 'birth_date', isoDate(date)),
    same: (a, b) => compareDates([a], [b])?.agreement === 'year',
    conflicts: (a, b) => compareDates([a], [b])?.agreement !== 'year',
    isSingle: true,
    stance: (summaryValue, stated) => {
      if (compareDates([summaryValue], [stated])?.agreement !== 'year') return null
      return isoDate(stated).startsWith(isoDate(summaryValue)) ? 'confirms' : 'compatible'
    },
    pick: first,
    attested: canonicalDate,
    show: formatBirthDate,
    before: (a, b) => isoDate(b).length - isoDate(a).length
  }),
  ...IDENTIFIER_KINDS.filter(kind => !isOfThing(kind)).map(numbers),
  field<Address>({
    label: FIELD_LABELS.address,
    read: ({ displayValues: written }) => written.addresses.filter(isHome),
    key: address => address.normal,
    written: (_, address) => address.written,
    same: (a, b) => sameAddress(a.normal, b.normal),
    conflicts: (a, b) => !sameAddress(a.normal, b.normal),
    stance: (summaryValue, stated) => {
      if (!sameAddress(summaryValue.normal, stated.normal)) return null
      return stated.normal.length > summaryValue.normal.length ? 'confirms' : 'compatible'
    },
    pick: canonicalAddress,
    show: address => address.written,
    before: (a, b) => b.normal.length - a.normal.length
  }),
  phrases(FIELD_LABELS.birth_place, ({ displayValues: written }) => written.birthPlaces),
  phrases(
    FIELD_LABELS.citizenship,
    ({ displayValues: written }) => written.citizenships,
    country => country
  ),
  phrases(FIELD_LABELS.position, ({ displayValues: written }) => written.positions),
  phrases(FIELD_LABELS.workplace, ({ displayValues: written }) => written.workplaces),
  phrases(FIELD_LABELS.organization, ({ displayValues: written }) => written.organizations),
  ...IDENTIFIER_KINDS.filter(isOfThing).map(numbers)
]
