import type { BatchView, PlannedRemoval, UndoAnswer } from '#shared/contracts/admin/indices.ts'
import { indexErrorText } from '#site/features/admin/indices/index-calls.ts'
import { dropNotice, showNotice } from '#site/features/admin/notice-store.ts'
import { ask } from '#site/lib/ask.ts'
import { counted, RECORDS } from '#site/lib/numbers.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { $busyBatch, examples, source, sourcePath } from './source-store.ts'

/** Takes a batch back after a confirmation with what would go. Never rejects. */
export async function undoBatch({ id, file_name }: BatchView): Promise<void> {
  if ($busyBatch.get() !== null) return
  $busyBatch.set(id)
  dropNotice()
  const path = sourcePath(`/batches/${id}/undo`)
  try {
    const { removal: planned } = await ask<{ removal: PlannedRemoval }>(path, {
      shape: { removal: { removed: 0, restored: 0, kept: 0 } }
    })
    const isAgreed = await confirm({
      title: 'Отменить загрузку?',
      text: `Файл ${file_name}. ${removalText(planned)}`,
      action: 'Отменить загрузку',
      dismiss: 'Не отменять'
    })
    if (isAgreed) {
      const { removal } = await ask<UndoAnswer>(path, { method: 'POST' })
      await Promise.all([source.refresh(), examples.refresh()])
      showNotice('moss', removedText(removal))
    }
  } catch (error) {
    await source.refresh()
    showNotice('red', indexErrorText(error, 'Не удалось отменить загрузку'))
  }
  $busyBatch.set(null)
}

/** What undoing a batch would do, for the question before it. */
function removalText({ removed, restored, kept }: PlannedRemoval): string {
  const parts = [
    removed > 0 && `Будет удалено: ${counted(removed, RECORDS)}.`,
    restored > 0 && `Вернётся к прежнему виду: ${counted(restored, RECORDS)}.`,
    kept > 0 && `Останется, потому что есть и в других загрузках: ${counted(kept, RECORDS)}.`,
    removed + restored === 0 && 'В поиске от этого ничего не изменится.'
  ]
  return parts.filter(Boolean).join(' ')
}

/** What it has done; null where that goes on. */
const removedText = (removal: PlannedRemoval | null): string =>
  removal === null
    ? 'Отмена загрузки началась и дойдёт до конца, даже если закрыть страницу.'
    : `Загрузка отменена: удалено ${counted(removal.removed, RECORDS)}, возвращено ${counted(removal.restored, RECORDS)}.`
