import type { Reading } from '#shared/contracts/reading.ts'
import { PERSONAL_READINGS } from '#shared/identity/identifiers/kinds.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { matchQueryOf, queryReadings } from '#shared/identity/matching/match-query.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'
import { closestOf } from './compare-names.ts'
import type { Mention } from './mentions.ts'
import { type OrganisationName, readOrganisationName } from './organisation-name.ts'

const PERSONAL: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>([
  'full_name',
  'birth_date',
  ...PERSONAL_READINGS.map(({ reading }) => reading)
])
/** Less likely readings were not asked for. */
const LIKELY = 0.5

const kindsOf = ({ kind, parts = [] }: Reading): Reading['kind'][] => [kind, ...parts.map(part => part.kind)]

export const asksForPerson = ({ readings: [surest] }: SearchPlan): boolean =>
  surest !== undefined && kindsOf(surest).some(kind => PERSONAL.has(kind))

export const mayNameOrganisation = ({ readings }: SearchPlan): boolean =>
  readings.some(
    ({ kind, confidence, parts = [] }) =>
      confidence >= LIKELY &&
      (kind === 'text' || kind === 'address' || parts.some(part => part.kind === 'text'))
  )

/** The line names an organisation with its legal form, and no person. */
export const namesOrganisation = (plan: SearchPlan): boolean => {
  const [surest] = plan.readings
  return (
    surest !== undefined &&
    !asksForPerson(plan) &&
    [surest, ...(surest.parts ?? [])].some(
      ({ kind, value }) => kind === 'text' && readOrganisationName(value).form !== ''
    )
  )
}

interface WantedOrganisation {
  values: ReadonlySet<string>
  names: readonly OrganisationName[]
  hasAddress: boolean
}

const wantedOrganisation = memoizeByObject((plan: SearchPlan): WantedOrganisation => {
  const queries = queryReadings(plan).map(matchQueryOf)
  return {
    values: new Set(queries.flatMap(({ identifiers }) => identifiers.map(({ value }) => value))),
    names: queries.flatMap(({ organisation }) => organisation ?? []),
    hasAddress: queries.some(({ address }) => address !== '')
  }
})

export const asksForValue = (plan: SearchPlan): boolean => {
  const { values, hasAddress } = wantedOrganisation(plan)
  return values.size > 0 || hasAddress
}

export const mayBeAsked = ({ values, names }: Mention, plan: SearchPlan): boolean => {
  const wanted = wantedOrganisation(plan)
  if (
    wanted.values.size > 0 &&
    IDENTIFIER_KINDS.some(kind => values.identifiers[kind].some(value => wanted.values.has(value)))
  )
    return true
  return wanted.names.some(name => (closestOf(name, names)?.closeness ?? 'differs') !== 'differs')
}
