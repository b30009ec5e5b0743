import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { initialsKey, sortedPair } from '#shared/identity/lookup/keys.ts'
import { nameForms } from '#shared/identity/lookup/name-key.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { nameStrength } from '#shared/identity/people/links.ts'
import type { Attributes } from '#shared/identity/records/types.ts'

/** Whole words of a name that tell people of one surname apart. */
const wholeParts = (name: PersonName): number => {
  const { given, patronymic } = prepareName(name)
  return Number(given?.initial === false) + Number(patronymic?.initial === false)
}

const isIncomplete = (name: PersonName): boolean => {
  const { surname, given } = prepareName(name)
  return surname?.initial === false && given !== undefined && wholeParts(name) < 2
}

/** Keys of what families and offices share, and of a date of birth, which twins do. */
const sharedKeys = ({ phones, emails, birthDates, vins, plates }: Attributes): string[] => [
  ...phones.map(phone => `phone:${phone}`),
  ...emails.map(email => `email:${email}`),
  ...vins.map(vin => `vin:${vin}`),
  ...plates.map(plate => `plate:${plate}`),
  ...birthDates.filter(isFullDate).map(date => `d:${isoDate(date)}`)
]

/** Keys of all names that may be this one written in full. */
const nameKeys = (name: PersonName): string[] => {
  const { surnames, givens, givenInitials } = nameForms(name)
  const surname = surnames[0] ?? ''
  return givens.length > 0
    ? givens.map(given => `2:${sortedPair(surname, given)}`)
    : givenInitials.map(initial => initialsKey('i', surname, initial))
}

interface Holding {
  key: string
  record: MatchedRecord
  name: PersonName
}

/** Names beside the keys that more than one record of a surname has. */
const holdingsOf = (records: readonly MatchedRecord[]): Holding[][] => {
  const byKey = new Map<string, Holding[]>()
  for (const record of records) {
    const keys = sharedKeys(record.attributes)
    for (const name of keys.length > 0 ? record.attributes.names : []) {
      const stem = prepareName(name).surname?.stem
      for (const key of stem ? keys : [])
        byKey.getOrInsertComputed(`${key} ${stem}`, () => []).push({ key, record, name })
    }
  }
  return [...byKey.values()].filter(({ length }) => length > 1)
}

const mayMean = (name: PersonName, fuller: PersonName): boolean =>
  wholeParts(fuller) > wholeParts(name) && nameStrength(compareNames(name, fuller)) === 'strong'

/** Those of an incomplete name that a fuller one beside the same key may write out. */
const doubtfulAmong = (holdings: readonly Holding[]): Holding[] => {
  const names = [...new Map(holdings.map(({ name }) => [prepareName(name).key, name])).values()]
  const doubtful = names.filter(name => isIncomplete(name) && names.some(fuller => mayMean(name, fuller)))
  const keys = new Set(doubtful.map(name => prepareName(name).key))
  return holdings.filter(({ name }) => keys.has(prepareName(name).key))
}

/** So many names of an answer are doubted: each costs an engine a look-up. */
const STEPS_MAX = 256

/**
 * Look-ups for **rivals**: records that were not found, perhaps because the line names another person, and that a found
 * record of an incomplete name («Примеров И. А.») fits as well as the fuller one it would be joined to. By the name with
 * each value that it shares, so few records match. None where no incomplete name would be joined by such a value.
 */
export const rivalSteps = (records: readonly MatchedRecord[]): PlanStep[] => {
  const steps = new Map<string, PlanStep>()
  for (const holdings of holdingsOf(records))
    for (const { record, name } of doubtfulAmong(holdings))
      for (const key of sharedKeys(record.attributes))
        for (const nameKey of nameKeys(name))
          steps.set(`${key} ${nameKey}`, { reading: 0, form: 'initials', tier: 0, keys: [key, nameKey] })
  return [...steps.values()].slice(0, STEPS_MAX)
}
