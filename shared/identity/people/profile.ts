import type { Person } from '#shared/contracts/person.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { Gender } from '#shared/identity/names/types.ts'
import { type Region, regionOfAddress, regionsOfFields } from '#shared/identity/records/region.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import type { MatchedRecord } from './linkage-record.ts'

/** Ties go to the first in alphabetical order. */
const mostFrequent = <T extends string>(items: readonly T[]): T | null => {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  const [best] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return best?.[0] ?? null
}

export const sexOf = (records: readonly MatchedRecord[]): Gender | null =>
  mostFrequent(records.flatMap(({ attributes }) => attributes.gender ?? []))

/** Inferred from names, and always called so. */
export const sexByNameOf = (records: readonly MatchedRecord[]): Gender | null =>
  mostFrequent(
    records.flatMap(({ attributes }) => attributes.names.flatMap(name => prepareName(name).gender ?? []))
  )

const isHomeOf = ({ link }: { link: boolean }): boolean => !link

/** Most frequent region, else town. */
export const regionOf = (records: readonly MatchedRecord[]): string | null => {
  const regions = records.flatMap(({ attributes, fields }): Region[] => [
    ...attributes.displayValues.addresses
      .filter(isHomeOf)
      .flatMap(({ written }) => regionOfAddress(written) ?? []),
    ...regionsOfFields(fields)
  ])
  const names = (isTown: boolean) =>
    regions.filter(region => region.isTown === isTown).map(({ name }) => name)
  return mostFrequent(names(false)) ?? mostFrequent(names(true))
}

/** Fields that tell namesakes apart, most telling first. */
const FACT_FIELDS: readonly string[] = [
  FIELD_LABELS.workplace,
  FIELD_LABELS.address,
  FIELD_LABELS.phone,
  FIELD_LABELS.email,
  FIELD_LABELS.organization,
  FIELD_LABELS.plate
]
const FACTS_SHOWN = 2

type Summarized = Pick<Person, 'summary' | 'facts'>

/** Adds two telling values to each person, preferably ones that nobody else has. */
export const addFacts = (people: readonly Summarized[]): void => {
  const holders = new Map<string, number>()
  for (const { summary } of people)
    for (const { field, value } of summary) {
      if (!FACT_FIELDS.includes(field)) continue
      const fact = `${field}\n${value}`
      holders.set(fact, (holders.get(fact) ?? 0) + 1)
    }
  for (const person of people) {
    const firsts = FACT_FIELDS.flatMap(field => person.summary.find(row => row.field === field) ?? [])
    const isShared = ({ field, value }: (typeof firsts)[number]) =>
      (holders.get(`${field}\n${value}`) ?? 0) > 1
    person.facts = firsts
      .toSorted((a, b) => Number(isShared(a)) - Number(isShared(b)))
      .slice(0, FACTS_SHOWN)
      .map(({ field, value }) => ({ field, value }))
  }
}
