import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { PREVIEW_WAIT_MS } from '#api/lib/time-limits.ts'
import type { ImportOrder } from '#shared/contracts/admin/imports.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import { fileOf } from './folder.ts'
import type { Job } from './store.ts'

interface ReadAhead {
  /** Null when slow. */
  preview: ImportPreview | null
  /** Position in the queue; null when not queued. */
  turn: number | null
}

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
