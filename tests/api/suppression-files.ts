import type { ImportView } from '#shared/contracts/admin/imports.ts'
import type { Uploader } from '#tests/kit/uploads.ts'

/** Loads rows as an administrator does, and answers what became of them. */
export async function loadAsAsked(
  files: Uploader,
  source: string,
  lines: readonly string[]
): Promise<ImportView['report']> {
  const id = await files.send(`${source}.csv`, lines.join('\n'))
  await files.start(id, { source })
  return (await files.until(id, ({ state }) => state === 'done')).report
}
