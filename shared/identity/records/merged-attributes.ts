import { isoDate, type PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { type IdentifierValues, identifierValues } from '#shared/identity/identifiers/kinds.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { OrganisationName } from '#shared/identity/organisations/organisation-name.ts'
import type { Attributes, OrganisationAttributes } from './types.ts'

interface WithAttributes {
  readonly attributes: Attributes
}

type List = Exclude<
  keyof Attributes,
  'names' | 'wholeNames' | 'birthDates' | 'gender' | 'organisations' | 'connected' | 'identifiers'
>

const union = <Values extends readonly string[]>(
  records: readonly WithAttributes[],
  read: (attributes: Attributes) => Values
): Values | string[] => {
  let only: Values | null = null
  let all: Set<string> | null = null
  for (const { attributes } of records) {
    const values = read(attributes)
    if (values.length === 0) continue
    if (!only) only = values
    else {
      all ??= new Set(only)
      for (const value of values) all.add(value)
    }
  }
  return all ? [...all] : (only ?? [])
}

const namesOf = (records: readonly WithAttributes[]): PersonName[] => {
  const names = new Map<string, PersonName>()
  for (const { attributes } of records)
    for (const name of attributes.names) names.set(prepareName(name).key, name)
  return [...names.values()]
}

const datesOf = (records: readonly WithAttributes[]): PartialDate[] => {
  const dates = new Map<string, PartialDate>()
  for (const { attributes } of records)
    for (const date of attributes.birthDates) dates.set(isoDate(date), date)
  return [...dates.values()]
}

class MergedAttributes implements Attributes {
  readonly names: PersonName[]
  readonly birthDates: PartialDate[]
  readonly #records: readonly WithAttributes[]
  #identifiers: IdentifierValues | undefined
  readonly #lists: { [L in List]?: string[] } = {}

  constructor(records: readonly WithAttributes[]) {
    this.#records = records
    this.names = namesOf(records)
    this.birthDates = datesOf(records)
  }

  #list(list: List): string[] {
    const merged = this.#lists[list] ?? union(this.#records, attributes => attributes[list])
    this.#lists[list] = merged
    return merged
  }

  get identifiers(): IdentifierValues {
    this.#identifiers ??= identifierValues(kind =>
      union(this.#records, ({ identifiers }) => identifiers[kind])
    )
    return this.#identifiers
  }
  get addresses(): string[] {
    return this.#list('addresses')
  }
  get workplaces(): string[] {
    return this.#list('workplaces')
  }
  get words(): string[] {
    return this.#list('words')
  }
  get numbers(): string[] {
    return this.#list('numbers')
  }
  get organisations(): readonly OrganisationName[] {
    return this.#records.flatMap(({ attributes }) => attributes.organisations ?? [])
  }
  get connected(): OrganisationAttributes | undefined {
    const all = this.#records.flatMap(({ attributes }) => attributes.connected ?? [])
    if (all.length < 2) return all[0]
    return {
      organisations: all.flatMap(({ organisations }) => organisations),
      identifiers: identifierValues(kind => all.flatMap(({ identifiers }) => identifiers[kind])),
      addresses: all.flatMap(({ addresses }) => addresses)
    }
  }
}

export const mergeAttributes = (records: readonly WithAttributes[]): Attributes => {
  const [first] = records
  return first && records.length === 1 ? first.attributes : new MergedAttributes(records)
}
