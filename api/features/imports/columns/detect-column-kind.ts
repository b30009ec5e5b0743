import type { Sample } from '#api/features/imports/files/table.ts'
import type { ColumnEvidence } from '#shared/contracts/imports.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { readPartyHeader } from '#shared/identity/parties/headers.ts'
import { partOfLetter } from '#shared/identity/records/addresses/headers.ts'
import { areRecordDates, haveTimeOfDay } from '#shared/identity/records/record-date.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { isUnlikeKind } from '#shared/identity/records/unlike-kind.ts'
import { isOfInitials, kindOfColumn } from './office-headers.ts'
import { repairCell } from './repair-cell.ts'
import { kindOfValues, meaningful, shareOfKind, type ValueKind } from './value-kinds.ts'

interface Understanding {
  /** Null when unknown. */
  kind: FieldKind | null
  evidence: ColumnEvidence
  /** 0–1. */
  confidence: number
}

const SOME_DATE = /^\s*(?:дата|date|timestamp)\P{L}*$/iu
const ANY_DATE = /дат[аы]|date|когда/iu

const HEADER_ALONE = 0.9
const BOTH = 0.99
/** Hardly any value may fit the header before values overrule it. */
const CONTRADICTED_SHARE = 0.2
const CONTRADICTING_SHARE = 0.9
const NAMES_UNDER_ROLE = 0.7

/** Kinds detectable by values alone; others match by chance. */
const BY_VALUES_ALONE: ReadonlySet<FieldKind> = new Set<FieldKind>([
  ...IDENTIFIER_KINDS.filter(kind => kindReaderOf(kind).column?.isAlone),
  'full_name',
  'first_name',
  'middle_name',
  'last_name',
  'gender',
  'address',
  'organization'
])
/** Kinds that share the values of another. */
const MEASURED_AS: Partial<Record<FieldKind, FieldKind>> = {
  organization_inn: 'inn',
  organization_phone: 'phone',
  organization_email: 'email',
  organization_address: 'address',
  workplace: 'organization'
}
const DATES: ReadonlySet<FieldKind> = new Set<FieldKind>(['birth_date', 'date', 'record_date'])
/** The header tells organisations from people. */
const SAME_VALUES: Partial<Record<FieldKind, readonly FieldKind[]>> = {
  organization_inn: ['inn'],
  organization_phone: ['phone'],
  organization_email: ['email'],
  organization_address: ['address'],
  workplace: ['organization'],
  birth_date: ['date'],
  record_date: ['date'],
  passport_number: ['passport'],
  full_name: ['first_name', 'last_name', 'organization']
}

/** Kind by header and first values. «Дата» is the record's own date only with a time or beside a birth date. */
export function detectColumnKind(label: string, sample: Sample): Understanding {
  const values = sample.get(label) ?? []
  const named =
    isOfInitials(label) && hasOther(label, 'first_name', sample)
      ? 'other'
      : (kindOfColumn(label) ?? partBesideStreet(label, sample))
  if (named === null) return byValues(label, values)
  const kind = named === 'record_date' || named === 'date' ? dateKind(label, named, sample) : named
  if (kind === 'record_number' || kind === 'other')
    return { kind, evidence: 'header', confidence: HEADER_ALONE }
  const share = shareOfHeader(kind, values)
  const shown = kindOfValues(values)
  if (shown && (contradicts(kind, share, shown) || isWholeName(label, kind, shown, sample)))
    return { kind: shown.kind, evidence: 'values_against_header', confidence: shown.share * HEADER_ALONE }
  if (share === null) return { kind, evidence: 'header', confidence: HEADER_ALONE }
  return share >= 0.5
    ? { kind, evidence: 'both', confidence: BOTH * share }
    : { kind, evidence: 'header', confidence: Math.max(share, 0.3) }
}

/** «г., ул., д., кв.» */
function partBesideStreet(label: string, sample: Sample): FieldKind | null {
  const part = partOfLetter(label)
  return part !== null && [...sample.keys()].some(other => kindOfColumn(other) === 'street') ? part : null
}

function dateKind(label: string, named: 'record_date' | 'date', sample: Sample): FieldKind {
  const values = sample.get(label)
  if (!values) return named
  if (named === 'record_date') return areRecordDates(values) ? named : 'other'
  if (!SOME_DATE.test(label) || !areRecordDates(values)) return named
  const hasBirthDate = [...sample.keys()].some(other => kindOfColumn(other) === 'birth_date')
  return hasBirthDate || haveTimeOfDay(values) ? 'record_date' : named
}

/** Share of values that fit the header; null when undecidable. */
function shareOfHeader(kind: FieldKind, values: readonly string[]): number | null {
  if (!DATES.has(kind)) return shareOfKind(MEASURED_AS[kind] ?? kind, values)
  const filled = meaningful(values)
  const fitting = filled.filter(text => !isUnlikeKind('birth_date', repairCell(kind, text)))
  return filled.length === 0 ? null : fitting.length / filled.length
}

function contradicts(kind: FieldKind, share: number | null, shown: ValueKind): boolean {
  if (shown.share < CONTRADICTING_SHARE || shown.kind === kind || !BY_VALUES_ALONE.has(shown.kind))
    return false
  if (SAME_VALUES[kind]?.includes(shown.kind)) return false
  // Only headers tell a name from a name, a place from a place.
  const isName = (one: FieldKind) => one.endsWith('_name')
  return !(isName(kind) && isName(shown.kind)) && (share ?? 1) < CONTRADICTED_SHARE
}

/** «Имя» above whole names, without a surname column of the same person. */
function isWholeName(label: string, kind: FieldKind, shown: ValueKind, sample: Sample): boolean {
  if ((kind !== 'first_name' && kind !== 'last_name') || shown.kind !== 'full_name') return false
  const other = kind === 'first_name' ? 'last_name' : 'first_name'
  return shown.share >= CONTRADICTING_SHARE && !hasOther(label, other, sample)
}

/** Another column of the same person has such values. */
const hasOther = (label: string, kind: FieldKind, sample: Sample): boolean =>
  [...sample.keys()].some(
    other =>
      other !== label &&
      kindOfColumn(other) === kind &&
      readPartyHeader(other).role === readPartyHeader(label).role
  )

/** «Ответчик», «Врач»: values show the name, even few of them. */
function nameUnderRole(label: string, values: readonly string[]): ValueKind | null {
  const { role, rest } = readPartyHeader(label)
  const share = role === null || rest !== '' ? null : shareOfKind('full_name', values)
  return share !== null && share >= NAMES_UNDER_ROLE ? { kind: 'full_name', share } : null
}

function byValues(label: string, values: readonly string[]): Understanding {
  const shown = nameUnderRole(label, values) ?? kindOfValues(values)
  if (!shown) return { kind: null, evidence: 'none', confidence: 0 }
  const { kind, share } = shown
  const isTold = BY_VALUES_ALONE.has(kind) || (kind === 'date' && ANY_DATE.test(label))
  if (!isTold) return { kind: null, evidence: 'none', confidence: 0 }
  return { kind, evidence: 'values', confidence: share * HEADER_ALONE }
}
