import type { KeyedHash } from '#api/lib/hmac.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { isoDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { kindOfReading } from '#shared/identity/identifiers/reading-kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/reading/parse.ts'
import { isOrganisationNumber } from '#shared/identity/records/roles.ts'
import { identifierSubjects, type SubjectValue } from '#shared/identity/records/subject.ts'
import type { TypedValue } from '#shared/rules/suppression.ts'

/** A typed value that names somebody. */
export interface ReadValue {
  /** As an entry of the list has it. */
  subject: SubjectValue
  /** The keys under which records with it are found, AND. */
  keys: string[]
}

/** A reading that is surer than that is meant, whatever else the value may be. */
const SURE = 0.8

const OF_ORGANISATION = 'Это номер организации. В списке бывают только люди: ИНН из 12 цифр, ОГРНИП из 15.'

/**
 * @throws Refusal `UNKNOWN_VALUE` for what is no identifier of its kind, is of several kinds alike, is an organisation's, or
 *   is a name without its full birth date.
 */
export function readValue({ kind, value }: TypedValue): ReadValue {
  const read = kind === '' ? readAny(value) : kind === 'name_dob' ? readName(value) : readOf(kind, value)
  if (!read) throw new Refusal('UNKNOWN_VALUE', { fields: { value: new Refusal('UNKNOWN_VALUE').message } })
  return read
}

/** Of a chosen kind also a number with a wrong check digit: records have such ones. */
function readOf(kind: IdentifierKind, text: string): ReadValue | null {
  const value = kindReaderOf(kind).normalize(text.trim())
  return value === null || isPlaceholder(value) ? null : ofIdentifier(kind, value)
}

function ofIdentifier(kind: IdentifierKind, value: string): ReadValue | null {
  if (isOrganisationNumber(kind, value))
    throw new Refusal('UNKNOWN_VALUE', { text: OF_ORGANISATION, fields: { value: OF_ORGANISATION } })
  const [subject] = identifierSubjects(kind, value)
  return subject ? { subject, keys: [`${kind}:${value}`] } : null
}

function readAny(text: string): ReadValue | null {
  const [first] = readingsOf(text)
  if (!first) return null
  const kind = kindOfReading(first.kind)
  if (kind === null) return readName(text)
  return first.valid && first.confidence >= SURE && !isPlaceholder(first.value)
    ? ofIdentifier(kind, first.value)
    : null
}

const readingsOf = (text: string): Reading[] => {
  const query = sanitizeQuery(text)
  return query === '' ? [] : parseQuery(query)
}

function readName(text: string): ReadValue | null {
  const [first] = readingsOf(text)
  const parts = first?.kind === 'combined' ? (first.parts ?? []) : []
  const name = parts.find(part => part.kind === 'full_name')
  const date = parseBirthDate(parts.find(part => part.kind === 'birth_date')?.value ?? '')
  if (!first || parts.length !== 2 || !name || !date?.day || !/\p{L}{2} \p{L}{2}/u.test(name.value))
    return null
  const value = `${name.value.toLowerCase().replaceAll('ё', 'е')} ${isoDate(date)}`
  const [step] = planSearch(text, [first]).steps
  return { subject: { kind: 'name_dob', value }, keys: step?.keys ?? [] }
}

/** What the audit keeps of a value: the same as of a search for it. */
export const auditHashesOfValues = (values: readonly ReadValue[], auditHash: KeyedHash): bigint[] => [
  ...new Set(values.flatMap(({ keys }) => keys.map(key => auditHash.number(key))))
]
