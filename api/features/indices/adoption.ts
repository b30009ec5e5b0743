import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { ExternalEngine } from '#api/engines/external-contract.ts'
import { detectColumnKind } from '#api/features/imports/service.ts'
import { NoSourceNumberError } from '#api/features/sources/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { INDICES_BUSY } from '#shared/rules/admin-refusals.ts'
import { type AdoptedIndex, insertIndex } from './store.ts'
import { untilFree } from './until-free.ts'

/** A less certain column is text. */
const SURE_ENOUGH = 0.5

/** Describes an external index as an import preview would; null when there is none. @throws Refusal `SEARCH_DOWN`. */
async function adoptedIndex(
  external: Pick<ExternalEngine, 'describe'>,
  name: string
): Promise<AdoptedIndex | null> {
  const foreign = await external.describe(name)
  if (foreign === 'unknown') throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
  if (foreign === 'none') return null
  const columns = [...foreign.samples.keys()].map(label => {
    const { kind, confidence } = detectColumnKind(label, foreign.samples)
    return { label, kind: kind !== null && confidence >= SURE_ENOUGH ? kind : ('other' as const) }
  })
  return { columns, records: foreign.records }
}

/**
 * Adds an empty source, or adopts an external index of this name.
 * @throws Refusal `INDEX_EXISTS`, `INDEX_LEAVING`, `INDICES_FULL`, `BATCH_BUSY`, `SEARCH_DOWN`.
 */
export async function addIndex(
  { sql, external, sources }: Pick<Context, 'sql' | 'external' | 'sources'>,
  name: string,
  actor: Actor
): Promise<void> {
  const adopted = await adoptedIndex(external, name)
  const outcome = await untilFree(() => insertIndex(sql, name, adopted, actor), INDICES_BUSY).catch(error => {
    throw error instanceof NoSourceNumberError ? new Refusal('INDICES_FULL') : error
  })
  sources.forget()
  if (outcome !== 'done') throw new Refusal(outcome)
}
