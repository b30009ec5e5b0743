import { computed, type ReadableAtom } from 'nanostores'
import type { Overview } from '#shared/contracts/admin-overview.ts'
import type { SectionName } from '#shared/labels/admin-sections.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad, type Load, type LoadStore } from '#site/lib/load-store.ts'
import { counted, formatCount, plural } from '#site/lib/numbers.ts'

export const overview = createLoad(() => ask<Overview>('/api/auth/admin/overview'))

const WAIT = ['ждёт', 'ждут', 'ждут'] as const
const PAYMENTS = ['платёж', 'платежа', 'платежей'] as const
const INDICES = ['активный', 'активных', 'активных'] as const

/** What is said of a section, once its answer has come. */
const told = <T>(
  { $load }: Pick<LoadStore<T>, '$load'>,
  textOf: (data: T) => string
): ReadableAtom<Load<string>> =>
  computed(
    $load,
    (load): Load<string> => (load.step === 'ready' ? { step: 'ready', data: textOf(load.data) } : load)
  )

/** What each section says of itself on the overview. */
export const figures: Record<SectionName, ReadableAtom<Load<string>>> = {
  payments: told(overview, ({ pending_payments: pending }) =>
    pending === 0 ? 'Никто не ждёт оплаты' : `${counted(pending, PAYMENTS)} ${plural(pending, WAIT)} оплаты`
  ),
  indices: told(overview, ({ indices, silent_indices: silent }) =>
    silent.length === 0
      ? counted(indices, INDICES)
      : `${counted(indices, INDICES)}, не отвечают: ${formatCount(silent.length)}`
  )
}

export function loadFigures(): void {
  overview.load()
}
