import type { BatchView } from '#shared/contracts/admin/indices.ts'
import type { Tone } from '#site/ui/Badge.tsx'

export const BATCH_STATES: Record<BatchView['state'], { tone?: Tone; text: string }> = {
  running: { tone: 'petrol', text: 'не закончена' },
  done: { tone: 'moss', text: 'закончена' },
  undoing: { tone: 'ochre', text: 'отменяется' },
  undone: { text: 'отменена' }
}

const PERCENT = new Intl.NumberFormat('ru-RU', { style: 'percent' })

/** «40 %». */
export const percent = (share: number): string => PERCENT.format(share)
