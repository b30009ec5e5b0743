import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { Candidate } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { listBatches } from '#api/features/imports/service.ts'
import { maskRecords } from '#api/features/search/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { EXAMPLES_FROM_RECORDS } from '#shared/admin-constants.ts'
import { COLUMN_EXAMPLES } from '#shared/constants.ts'
import type { ColumnExamples } from '#shared/contracts/admin/indices.ts'
import { readableText } from '#shared/texts/direction.ts'
import { noteExamples } from './store.ts'

/** Newest batches searched for columns without a value. */
const BATCHES_READ = 5
const READ_MS = 1_500
const VALUE_CODE_POINTS = 120

/** Sample values of visible columns, through the gate like any answer, and audited. Empty for a silent source. */
export async function columnExamples(
  { book, external, sources, sql }: Pick<Context, 'book' | 'external' | 'sources' | 'sql'>,
  key: string,
  { actor, isMasked, signal }: { actor: Actor; isMasked: boolean; signal: AbortSignal }
): Promise<ColumnExamples['columns']> {
  const current = await sources.current()
  const { policy } = current
  const source = policy.sources.get(key)
  if (!source) return []
  const until = performance.now() + READ_MS
  const shown = source.labels.filter(label => !source.fields || source.fields.includes(label))
  const records = new Map<string, Candidate>()
  const isMissing = (label: string) => ![...records.values()].some(({ fields }) => fields[label])

  async function sample(batch?: number): Promise<void> {
    const msLeft = until - performance.now()
    if (msLeft <= 0) return
    const sampled = source?.adopted
      ? await external.sample(key, EXAMPLES_FROM_RECORDS, policy, msLeft, signal)
      : await book.sample(key, EXAMPLES_FROM_RECORDS, policy, msLeft, signal, batch)
    for (const record of passGate(sampled ?? [], policy)) records.set(record.record_id, record)
  }

  await sample()
  const batches = await listBatches(sql, { sourceKey: key })
  for (const { id } of batches.filter(({ state }) => state !== 'undone').slice(0, BATCHES_READ))
    if (shown.some(isMissing)) await sample(id)
  const numbers = [...records.keys()].map(recordNumber)
  if (records.size > 0) await noteExamples(sql, key, numbers, actor)
  const read = isMasked ? maskRecords([...records.values()], current.sources) : [...records.values()]
  return shown.map(label => {
    const values = read.flatMap(({ fields }) => fields[label] ?? [])
    return { label, examples: [...new Set(values)].slice(0, COLUMN_EXAMPLES).map(shortened) }
  })
}

function shortened(value: string): string {
  const text = readableText(value)
  const signs = [...text]
  return signs.length > VALUE_CODE_POINTS ? `${signs.slice(0, VALUE_CODE_POINTS).join('')}…` : text
}
