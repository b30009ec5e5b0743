import { storedKey } from '#api/lib/hash64.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'

export type Clause = Record<string, unknown>

const allOf = (clauses: readonly Clause[]): Clause => ({ bool: { filter: clauses } })
const anyOf = (clauses: readonly Clause[]): Clause =>
  clauses.length === 1 && clauses[0] ? clauses[0] : { bool: { should: clauses, minimum_should_match: 1 } }
const keysClause = (keys: readonly string[]): Clause =>
  keys.length === 1 ? { term: { k: storedKey(keys[0] ?? '') } } : { terms: { k: keys.map(storedKey) } }

export const surnamesClause = (surnames: readonly string[]): Clause => ({
  terms: { sur: surnames.map(storedKey) }
})

/** Steps that differ in their first key are one clause. */
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

export const ownKeysClause = (number: string, keys: readonly string[]): Clause =>
  allOf([idsClause([number]), ...keys.map(key => ({ term: { k: key } }))])

interface Narrowing {
  sources: readonly string[]
  /** Subject keys to exclude. */
  hidden?: readonly string[]
  not?: readonly Clause[]
}

/** Nothing is scored: the order is by number. */
export function narrowed(clause: Clause, { sources, hidden = [], not = [] }: Narrowing): Clause {
  const without = hidden.length > 0 ? [...not, { terms: { subj: hidden } }] : not
  const filter = [clause, { terms: { src: sources } }]
  return { constant_score: { filter: { bool: { filter, must_not: without } } } }
}

export const idsClause = (values: readonly string[]): Clause => ({ ids: { values } })
