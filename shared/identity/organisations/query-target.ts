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
/** A less likely reading of the line is not what was asked. */
const LIKELY = 0.5

const kindsOf = ({ kind, parts = [] }: Reading): Reading['kind'][] => [kind, ...parts.map(part => part.kind)]

/** True when the line most likely asks for a person. */
export const asksForPerson = ({ readings: [surest] }: SearchPlan): boolean =>
  surest !== undefined && kindsOf(surest).some(kind => PERSONAL.has(kind))

/** True when a text of the line may be the name of an organisation. */
export const mayNameOrganisation = ({ readings }: SearchPlan): boolean =>
  readings.some(
    ({ kind, confidence, parts = [] }) =>
      confidence >= LIKELY &&
      (kind === 'text' || kind === 'address' || parts.some(part => part.kind === 'text'))
  )

/** True when the line names an organisation with its legal form, and nobody beside it. */
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
  /** Identifiers of every reading, whosever they are. */
  values: ReadonlySet<string>
  names: readonly OrganisationName[]
  hasAddress: boolean
}

const wantedOf = memoizeByObject((plan: SearchPlan): WantedOrganisation => {
  const queries = queryReadings(plan).map(matchQueryOf)
  return {
    values: new Set(queries.flatMap(({ identifiers }) => identifiers.map(({ value }) => value))),
    names: queries.flatMap(({ organisation }) => organisation ?? []),
    hasAddress: queries.some(({ address }) => address !== '')
  }
})

/** True when the plan asks for a number or a contact, which may be an organisation's, or for a place. */
export const asksForValue = (plan: SearchPlan): boolean => {
  const { values, hasAddress } = wantedOf(plan)
  return values.size > 0 || hasAddress
}

/** True for a mention with a number, a contact or a name that the plan asks for: the others need no closer look. */
export const mayBeAsked = ({ values, names }: Mention, plan: SearchPlan): boolean => {
  const wanted = wantedOf(plan)
  if (
    wanted.values.size > 0 &&
    IDENTIFIER_KINDS.some(kind => values.identifiers[kind].some(value => wanted.values.has(value)))
  )
    return true
  return wanted.names.some(name => (closestOf(name, names)?.closeness ?? 'differs') !== 'differs')
}
