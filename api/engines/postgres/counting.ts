import type { SQL } from 'bun'
import type { SourceKey } from '#api/engines/contract.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { SourceNumbers } from './source-numbers.ts'
import { bindKeysTo, type KeyCondition, keyPredicate, type Scope, storedKey } from './statement.ts'

export async function countStep(
  sql: SQL,
  step: PlanStep,
  scope: Scope,
  { keyOf }: SourceNumbers,
  cap: number
): Promise<Map<SourceKey, number>> {
  const parameters = [scope.sources]
  const rowLimit = `$${parameters.push(String(cap))}::int8`
  const rows: { src: number; count: number }[] = await sql.unsafe(
    `SELECT s.src, c.count::int AS count FROM unnest($1::int2[]) AS s(src) CROSS JOIN LATERAL (
      SELECT count(*) AS count FROM (SELECT FROM rec
        WHERE ${conditionOf(step, parameters)} AND rec.src = s.src AND ${scope.condition} LIMIT ${rowLimit}) r) c`,
    parameters
  )
  return new Map(rows.map(({ src, count }) => [keyOf.get(src) ?? '', count]))
}

function conditionOf({ surname, keys }: PlanStep, parameters: string[]): string {
  if (surname !== undefined) return `rec.sur = $${parameters.push(storedKey(surname))}::int8`
  const condition: KeyCondition = { kind: 'all', keys: keys.map(storedKey) }
  return keyPredicate(condition, bindKeysTo(parameters))
}
