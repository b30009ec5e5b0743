import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { kindOfField } from '#shared/identity/records/fields-by-kind.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import type { MatchedRecord } from './linkage-record.ts'

const HOME_HEADER = /домашн|городск|стационарн/i

const homeLabels = (columns: Columns): readonly string[] =>
  Object.keys(columns).filter(label => HOME_HEADER.test(label) && kindOfField(label, columns) === 'phone')

export const phonesOfHomes = (records: readonly MatchedRecord[]): ReadonlySet<string> => {
  const labelsOf = new Map<Columns, readonly string[]>()
  const phones = new Set<string>()
  for (const { columns, fields } of records)
    for (const label of labelsOf.getOrInsertComputed(columns, homeLabels)) {
      const phone = normalizePhone(fields[label] ?? '')
      if (phone) phones.add(phone)
    }
  return phones
}
