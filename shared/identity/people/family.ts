import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { MatchedRecord } from './linkage-record.ts'

interface WithRecord {
  record: Pick<MatchedRecord, 'attributes'>
}

const namesOf = (items: readonly WithRecord[]): PersonName[] =>
  items.flatMap(({ record }) => record.attributes.names)

const haveOneSurname = (a: PersonName, b: PersonName): boolean => {
  const [one, other] = [prepareName(a).surname, prepareName(b).surname]
  return one !== undefined && other !== undefined && !one.initial && one.stem === other.stem
}

/** Only the surname could be one person's. */
const areOthers = (a: PersonName, b: PersonName): boolean =>
  compareNames(a, b).contradicts.some(part => part !== 'surname')

/** One surname, but given names, patronymics or genders differ in all records. */
export const isSameFamily = (a: readonly WithRecord[], b: readonly WithRecord[]): boolean => {
  const [names, others] = [namesOf(a), namesOf(b)]
  return (
    names.some(name => others.some(other => haveOneSurname(name, other))) &&
    names.every(name => others.every(other => areOthers(name, other)))
  )
}
