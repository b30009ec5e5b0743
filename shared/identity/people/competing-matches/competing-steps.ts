import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { VEHICLE_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { initialsKey, sortedPair } from '#shared/identity/lookup/keys.ts'
import { nameForms } from '#shared/identity/lookup/name-key.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { nameStrength } from '#shared/identity/people/links.ts'
import { answeringPeople } from '#shared/identity/people/match-people.ts'
import type { Attributes } from '#shared/identity/records/types.ts'

/** A surname whose given name or patronymic is no word. */
export const isIncomplete = (name: PersonName): boolean => {
  const { surname, given, patronymic } = prepareName(name)
  const isWritten = given?.initial === false && patronymic?.initial === false
  return surname?.initial === false && given !== undefined && !isWritten
}

const LINKING_KINDS: readonly IdentifierKind[] = ['phone', 'email', ...VEHICLE_KINDS]

export const linkingValueKeys = ({ identifiers, birthDates }: Attributes): string[] => [
  ...LINKING_KINDS.flatMap(kind => identifiers[kind].map(value => `${kind}:${value}`)),
  ...birthDates.filter(isFullDate).map(date => `d:${isoDate(date)}`)
]

const nameKeys = (name: PersonName): string[] => {
  const { surnames, givens, givenInitials } = nameForms(name)
  const surname = surnames[0] ?? ''
  return givens.length > 0
    ? givens.map(given => `2:${sortedPair(surname, given)}`)
    : givenInitials.map(initial => initialsKey('i', surname, initial))
}

interface Holding {
  record: MatchedRecord
  name: PersonName
}

const holdingsOf = (records: readonly MatchedRecord[]): Holding[][] => {
  const byKey = new Map<string, Holding[]>()
  for (const record of records) {
    const keys = linkingValueKeys(record.attributes)
    for (const name of keys.length > 0 ? record.attributes.names : []) {
      const stem = prepareName(name).surname?.stem
      for (const key of stem ? keys : [])
        byKey.getOrInsertComputed(`${key} ${stem}`, () => []).push({ record, name })
    }
  }
  return [...byKey.values()].filter(({ length }) => length > 1)
}

const areOne = (name: PersonName, other: PersonName): boolean =>
  nameStrength(compareNames(name, other)) === 'strong'

/** Incomplete names that another record with the same key would absorb. */
const doubtfulAmong = (holdings: readonly Holding[]): Holding[] => {
  const byName = Map.groupBy(holdings, ({ name }) => prepareName(name).key)
  const groups = [...byName.values()]
  return groups.flatMap(group => {
    const [{ name, record }] = group as [Holding]
    if (!isIncomplete(name)) return []
    const isAlone = group.every(other => other.record === record)
    return !isAlone || groups.some(([other]) => other && other.name !== name && areOne(name, other.name))
      ? group
      : []
  })
}

interface CompetingStep {
  step: PlanStep
  recordIds: readonly string[]
}

const byText = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/**
 * Look-ups of competing matches: records that were not found and that a found incomplete name («Примеров И. А.») fits
 * as well as the one it would be joined to. Each asks for the name with one joining value, so few records match. Empty
 * when no incomplete name would be joined. Independent of record order.
 */
export const competingSteps = (matched: readonly MatchedRecord[]): CompetingStep[] => {
  const records = answeringPeople(matched)
  const steps = new Map<string, { step: PlanStep; recordIds: Set<string> }>()
  const doubtful = holdingsOf(records).flatMap(doubtfulAmong)
  for (const { record, name } of new Set(doubtful))
    for (const key of linkingValueKeys(record.attributes))
      for (const nameKey of nameKeys(name))
        steps
          .getOrInsertComputed(`${key} ${nameKey}`, () => ({
            step: { reading: 0, form: 'initials', tier: 0, keys: [key, nameKey] },
            recordIds: new Set()
          }))
          .recordIds.add(record.record_id)
  return [...steps].sort(byText).map(([, { step, recordIds }]) => ({ step, recordIds: [...recordIds] }))
}
