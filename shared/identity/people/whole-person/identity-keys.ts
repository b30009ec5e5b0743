import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { pairKeys, tripleKey } from '#shared/identity/lookup/keys.ts'
import { nameForms } from '#shared/identity/lookup/name-key.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { makeLinkageRecords } from '#shared/identity/people/make-linkage-records.ts'

/** Personal numbers, and whole names with a full birth date; a patronymic makes another key. */
export const identityKeys = (records: readonly MatchedRecord[]): string[] => {
  const keys = new Set<string>()
  for (const { numbers, names, fullDates } of makeLinkageRecords(records, new Set())) {
    for (const kind of HARD_LINK_KINDS) for (const value of numbers[kind]) keys.add(`${kind}:${value}`)
    for (const name of names)
      for (const form of wholeForms(name))
        for (const date of fullDates.filter(isFullDate)) keys.add(`${form} ${isoDate(date)}`)
  }
  return [...keys]
}

const wholeForms = (name: PersonName): string[] => {
  const forms = nameForms(name)
  const { surnames, givens, patronymics, patronymicInitial } = forms
  const [surname] = surnames
  if (surname === undefined || givens.length === 0) return []
  if (patronymics.length > 0)
    return givens.flatMap(given => patronymics.map(patronymic => tripleKey(surname, given, patronymic)))
  return patronymicInitial === '' ? pairKeys({ ...forms, surnames: [surname] }).map(pair => `2:${pair}`) : []
}
