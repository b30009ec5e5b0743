import type { Context } from '#api/context.ts'
import { moreRecords } from '#api/features/search/past/service.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { TABLE_ANSWER_MS } from '#api/lib/time-limits.ts'
import { MORE_PEOPLE_MAX } from '#shared/constants.ts'
import type { Person } from '#shared/contracts/person.ts'
import {
  EXTEND_PROPERTIES,
  type ExtendAnswer,
  type ExtendQuery
} from '#shared/contracts/programs/reconcile.ts'
import type { MoreAnswer } from '#shared/contracts/search.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { parseCandidateId } from './candidate.ts'

const OVER: readonly ProblemCode[] = ['NOT_FOUND', 'SEARCH_EXPIRED', 'UNKNOWN_PERSON']

/**
 * Candidates by their ids, as they may be shown now, for nothing; those of a search that is over are left out.
 *
 * @throws Refusal `TOO_MANY_SEARCHES` of more searches than can be asked in time.
 */
export async function shownPeople(
  context: Context,
  caller: SearchCaller,
  ids: readonly string[],
  limitMs = TABLE_ANSWER_MS
): Promise<Map<string, Person>> {
  const until = performance.now() + limitMs
  const named = ids.flatMap(id => parseCandidateId(id) ?? [])
  const people = new Map<string, Person>()
  for (const [searchId, own] of Map.groupBy(named, each => each.searchId)) {
    const personIds = [...new Set(own.map(({ personId }) => personId))]
    for (let from = 0; from < personIds.length; from += MORE_PEOPLE_MAX) {
      if (performance.now() > until) throw new Refusal('TOO_MANY_SEARCHES')
      const wanted = personIds.slice(from, from + MORE_PEOPLE_MAX)
      for (const person of await peopleOf(context, caller, searchId, wanted))
        people.set(searchId + person.id, person)
    }
  }
  return people
}

async function peopleOf(
  context: Context,
  caller: SearchCaller,
  searchId: string,
  people: readonly string[]
): Promise<Person[]> {
  const page = { searchId, source: null, cursor: null, people, further: null, isCountOnly: false }
  try {
    const { body } = await moreRecords(context, caller, page)
    return (JSON.parse(Buffer.concat(body).toString()) as MoreAnswer).persons
  } catch (error) {
    if (error instanceof Refusal && OVER.includes(error.code)) return []
    throw error
  }
}

/** What candidates have of each property. @throws Refusal `BAD_INPUT` of a property that is none. */
export async function extendPeople(
  context: Context,
  caller: SearchCaller,
  { ids, properties }: ExtendQuery
): Promise<ExtendAnswer> {
  const kinds = properties.map(({ id }) => id as FieldKind)
  if (!kinds.every(kind => EXTEND_PROPERTIES.includes(kind))) throw new Refusal('BAD_INPUT')
  const people = await shownPeople(context, caller, ids)
  const cellsOf = (person: Person | undefined) =>
    Object.fromEntries(kinds.map(kind => [kind, person ? valuesOf(person, kind) : []]))
  return {
    meta: kinds.map(kind => ({ id: kind, name: FIELD_LABELS[kind] })),
    rows: Object.fromEntries(ids.map(id => [id, cellsOf(people.get(id))])),
    expired: ids.filter(id => !people.has(id))
  }
}

function valuesOf({ name, summary }: Person, kind: FieldKind): { str: string }[] {
  if (kind === 'full_name') return [{ str: name }]
  return summary.filter(({ field }) => field === FIELD_LABELS[kind]).map(({ value }) => ({ str: value }))
}
