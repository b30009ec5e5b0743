import type { PlannedRemoval, ShownBatch } from '#shared/contracts/admin-indices.ts'
import { counted, RECORDS } from '#site/lib/numbers.ts'
import type { Tone } from '#site/ui/Badge.tsx'

/** What undoing a batch would do, for the question before it. */
export function removalText({ removed, restored, kept }: PlannedRemoval): string {
  const parts = [
    removed > 0 && `Будет удалено: ${counted(removed, RECORDS)}.`,
    restored > 0 && `Вернётся к прежнему виду: ${counted(restored, RECORDS)}.`,
    kept > 0 && `Останется, потому что есть и в других загрузках: ${counted(kept, RECORDS)}.`,
    removed + restored === 0 && 'В поиске от этого ничего не изменится.'
  ]
  return parts.filter(Boolean).join(' ')
}

/** What it has done; null where that goes on. */
export const removedText = (removal: PlannedRemoval | null): string =>
  removal === null
    ? 'Записи загрузки удаляются. Это продолжится, даже если закрыть страницу.'
    : `Загрузка отменена: удалено ${counted(removal.removed, RECORDS)}, возвращено ${counted(removal.restored, RECORDS)}.`

export const BATCH_STATES: Record<ShownBatch['state'], { tone?: Tone; text: string }> = {
  running: { tone: 'petrol', text: 'не закончена' },
  done: { tone: 'moss', text: 'закончена' },
  undoing: { tone: 'ochre', text: 'отменяется' },
  undone: { text: 'отменена' }
}

const PERCENT = new Intl.NumberFormat('ru-RU', { style: 'percent' })

/** «40 %». */
export const percent = (share: number): string => PERCENT.format(share)
