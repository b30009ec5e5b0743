import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { PREVIEW_WAIT_MS } from '#api/lib/time-limits.ts'
import type { ImportOrder } from '#shared/contracts/admin-imports.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import { fileOf } from './folder.ts'
import type { Job } from './store.ts'

export interface ReadAhead {
  /** Null where it takes long. */
  preview: ImportPreview | null
  /** Which of the files that wait to be looked through it is, from 1; null when it does not wait. */
  turn: number | null
}

/** The preview of an order. Refuses what an import would. */
export async function readAhead(
  { config, importRuns }: Pick<Context, 'config' | 'importRuns'>,
  job: Job,
  order: ImportOrder
): Promise<ReadAhead> {
  const file = fileOf(config.dataDir, job)
  const reading = importRuns.previews.read(file, order)
  const result = await Promise.race([reading, Bun.sleep(PREVIEW_WAIT_MS).then(() => null)])
  if (result === null) return { preview: null, turn: importRuns.previews.turnOf(file, order) }
  if ('refused' in result) throw new Refusal(result.code ?? 'IMPORT_REFUSED', { text: result.refused })
  return { preview: result.preview, turn: null }
}
