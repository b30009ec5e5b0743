import type { SQL } from 'bun'
import type { SearchPolicy, SourceInPolicy, SourceKey, SourceNumbers } from './contract.ts'

export interface PolicyNumbers {
  literal: string
  keyOf: ReadonlyMap<number, SourceKey>
}

export function createPolicyNumbers(sql: SQL) {
  const numberOf = new WeakMap<SourceInPolicy, Map<SourceKey, number>>()

  return async (sources: SearchPolicy['sources']): Promise<PolicyNumbers> => {
    const newSources = [...sources].filter(([key, source]) => !numberOf.get(source)?.has(key))
    const numbers =
      newSources.length > 0
        ? await numbersOf(
            sql,
            newSources.map(([key]) => key)
          )
        : {}
    const keyOf = new Map<number, SourceKey>()
    for (const [key, source] of sources) {
      const number = numberOf.get(source)?.get(key) ?? numbers[key]
      if (number === undefined) continue
      numberOf.getOrInsertComputed(source, () => new Map()).set(key, number)
      keyOf.set(number, key)
    }
    return { literal: `{${[...keyOf.keys()].join(',')}}`, keyOf }
  }
}

export async function numbersOf(sql: SQL, keys: readonly SourceKey[]): Promise<SourceNumbers> {
  const rows = await sql<{ key: string; id: number }[]>`SELECT key, id FROM source
    WHERE key = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb)))`
  return Object.fromEntries(rows.map(({ key, id }) => [key, id]))
}
