import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { ImportOrder } from '#shared/contracts/admin-imports.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import { fileOf } from './folder.ts'
import type { Job } from './store.ts'

/** A page waits for a preview as long; a large file takes longer. */
const PREVIEW_WAIT_MS = 8_000

/** The preview of an order; null where it takes long. Refuses what an import would. */
export async function readAhead(
  { config, importRuns }: Pick<Context, 'config' | 'importRuns'>,
  job: Job,
  order: ImportOrder
): Promise<ImportPreview | null> {
  const reading = importRuns.preview(fileOf(config.dataDir, job), order)
  const result = await Promise.race([reading, Bun.sleep(PREVIEW_WAIT_MS).then(() => null)])
  if (result !== null && 'refused' in result) throw new Refusal('IMPORT_REFUSED', { text: result.refused })
  return result?.preview ?? null
}
