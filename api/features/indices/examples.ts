import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { passGate } from '#api/engines/gate.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { COLUMN_EXAMPLES } from '#shared/constants.ts'
import type { ColumnExamples } from '#shared/contracts/admin-indices.ts'
import { noteExamples } from './store.ts'

/** Most columns have three different values among so many records. */
const RECORDS_READ = 30
const READ_MS = 1_500
const VALUE_CODE_POINTS = 120

/**
 * A few values of each column that may be shown, of nobody suppressed: administrators pass the same gate as everybody.
 * None of a source that does not answer. The records that they are from are audited.
 */
export async function columnExamples(
  { engine, sources, sql }: Pick<Context, 'engine' | 'sources' | 'sql'>,
  key: string,
  actor: Actor,
  signal: AbortSignal
): Promise<ColumnExamples['columns']> {
  const { policy } = await sources.current()
  const source = policy.sources.get(key)
  if (!source) return []
  const records = passGate((await engine.sample(key, RECORDS_READ, policy, READ_MS, signal)) ?? [], policy)
  const numbers = records.map(({ record_id }) => recordNumber(record_id))
  if (records.length > 0) await noteExamples(sql, key, numbers, actor)
  return source.labels
    .filter(label => !source.fields || source.fields.includes(label))
    .map(label => {
      const values = records.flatMap(({ fields }) => fields[label] ?? [])
      return { label, examples: [...new Set(values)].slice(0, COLUMN_EXAMPLES).map(shortened) }
    })
}

function shortened(value: string): string {
  const signs = [...value]
  return signs.length > VALUE_CODE_POINTS ? `${signs.slice(0, VALUE_CODE_POINTS).join('')}…` : value
}
