import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { storedKey } from './documents.ts'

/** What a search reads of a record: never its values without the subjects that they are of. */
export const RECORD_PARTS = ['u', 'd.r', 'd.v']

/** A clause of the query language. */
export type Clause = Record<string, unknown>

export const allOf = (clauses: readonly Clause[]): Clause => ({ bool: { filter: clauses } })
export const anyOf = (clauses: readonly Clause[]): Clause =>
  clauses.length === 1 && clauses[0] ? clauses[0] : { bool: { should: clauses, minimum_should_match: 1 } }
const keysClause = (keys: readonly string[]): Clause =>
  keys.length === 1 ? { term: { k: storedKey(keys[0] ?? '') } } : { terms: { k: keys.map(storedKey) } }

export const surnamesClause = (surnames: readonly string[]): Clause => ({ terms: { s: surnames } })

/** Records that match any of the steps. Steps that differ in their first key alone are one clause. */
export function matchesAny(steps: readonly PlanStep[]): Clause {
  const surnames = new Set(steps.flatMap(surnameKeysOf))
  const byRest = Map.groupBy(
    steps.filter(({ surname }) => surname === undefined),
    ({ keys }) => JSON.stringify(keys.slice(1))
  )
  const clauses = [...byRest.values()].map(group => {
    const first = new Set(group.map(({ keys }) => keys[0] ?? ''))
    const rest = group[0]?.keys.slice(1) ?? []
    const one = keysClause([...first])
    return rest.length === 0 ? one : allOf([one, ...rest.map(key => keysClause([key]))])
  })
  return anyOf(surnames.size > 0 ? [surnamesClause([...surnames]), ...clauses] : clauses)
}

export interface Narrowing {
  /** Subject keys of whom not to read. */
  hidden?: readonly string[]
  not?: readonly Clause[]
}

/** Nothing is scored: every hit stands by its number. */
export function narrowed(clause: Clause, { hidden = [], not = [] }: Narrowing): Clause {
  const without = hidden.length > 0 ? [...not, { terms: { u: hidden } }] : not
  const filter = without.length > 0 ? { bool: { filter: [clause], must_not: without } } : clause
  return { constant_score: { filter } }
}

export const numbersClause = (numbers: readonly bigint[]): Clause => idsClause(numbers.map(String))

export const idsClause = (values: readonly string[]): Clause => ({ ids: { values } })
