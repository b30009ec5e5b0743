import { atom } from 'nanostores'
import type {
  ColumnExamples,
  IndexAnswer,
  PlannedRemoval,
  ShownBatch,
  UndoAnswer
} from '#shared/contracts/admin-indices.ts'
import { listImports } from '#site/features/admin/import/imports.ts'
import { INDICES_PATH, wordsOf } from '#site/features/admin/indices/index-calls.ts'
import { nameInAddress } from '#site/features/admin/indices/index-links.ts'
import { showNotice } from '#site/features/admin/notice-store.ts'
import { follow } from '#site/features/admin/parts/follow.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { removalText, removedText } from './batch-words.ts'

export type Source = IndexAnswer['index']

/** Of the source that the address names; a name that is none is refused by the server. */
export const sourcePath = (rest = ''): string =>
  `${INDICES_PATH}/${encodeURIComponent(nameInAddress())}${rest}`

const readSource = async () => (await ask<IndexAnswer>(sourcePath())).index
export const source = createLoad(readSource)

/** While something of it goes on by itself. Never rejects. */
export async function followSource(): Promise<void> {
  await Promise.all([follow(source, readSource), follow(imports, readImports)])
}

/** Values by the label of their column. */
export const examples = createLoad(async () => {
  const { columns } = await ask<ColumnExamples>(sourcePath('/examples'))
  return new Map(columns.map(column => [column.label, column.examples]))
})

/** Imports in the browser that brought its batches, and those under way. */
const readImports = () => listImports(nameInAddress())
export const imports = createLoad(readImports)

/** Whether somebody has just deleted it. */
export const $isDeleted = atom(false)

/** The batch whose removal is being asked for. */
export const $busyBatch = atom<number | null>(null)

/** Takes a batch back after a confirmation with what would go. Never rejects. */
export async function undoBatch({ id, file_name }: ShownBatch): Promise<void> {
  if ($busyBatch.get() !== null) return
  $busyBatch.set(id)
  const path = sourcePath(`/batches/${id}/undo`)
  try {
    const { removal: planned } = await ask<{ removal: PlannedRemoval }>(path)
    const isAgreed = await confirm({
      title: 'Отменить загрузку?',
      text: `Файл ${file_name}. ${removalText(planned)}`,
      action: 'Отменить загрузку'
    })
    if (isAgreed) {
      const { removal } = await ask<UndoAnswer>(path, { method: 'POST' })
      showNotice('moss', removedText(removal))
    }
  } catch (error) {
    showNotice('red', wordsOf(error, 'Не удалось отменить загрузку'))
  }
  await source.refresh()
  $busyBatch.set(null)
}
