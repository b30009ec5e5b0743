import type { SQL } from 'bun'
import type { SearchPolicy, SourceKey, SourceNumbers } from './contract.ts'

/** The sources of a policy as statements and rows name them. */
export interface PolicyNumbers {
  literal: string
  keyOf: ReadonlyMap<number, SourceKey>
}

/** Reads the numbers once for each policy object, which stays the same until a source changes. */
export function createPolicyNumbers(sql: SQL) {
  const byPolicy = new WeakMap<SearchPolicy['sources'], Promise<PolicyNumbers>>()

  async function read(keys: readonly SourceKey[]): Promise<PolicyNumbers> {
    const numbers = await numbersOf(sql, keys)
    const keyOf = new Map(Object.entries(numbers).map(([key, number]) => [number, key]))
    return { literal: `{${[...keyOf.keys()].join(',')}}`, keyOf }
  }

  return (sources: SearchPolicy['sources']): Promise<PolicyNumbers> => {
    let numbers = byPolicy.get(sources)
    if (!numbers) {
      numbers = read([...sources.keys()])
      byPolicy.set(sources, numbers)
      numbers.catch(() => byPolicy.delete(sources))
    }
    return numbers
  }
}

export async function numbersOf(sql: SQL, keys: readonly SourceKey[]): Promise<SourceNumbers> {
  const rows = await sql<{ key: string; id: number }[]>`SELECT key, id FROM source
    WHERE key = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb)))`
  return Object.fromEntries(rows.map(({ key, id }) => [key, id]))
}
