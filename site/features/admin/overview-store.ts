import type { AdminPayments } from '#shared/contracts/payments-admin.ts'
import type { ADMIN_SECTIONS } from '#shared/labels/admin-sections.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad, type LoadStore } from '#site/lib/load-store.ts'
import { formatCount, plural } from '#site/lib/numbers.ts'

export type SectionName = (typeof ADMIN_SECTIONS)[number]['name']

const WAIT = ['ждёт', 'ждут', 'ждут'] as const

/** What each section says of itself on the overview. */
export const figures: Record<SectionName, LoadStore<string>> = {
  payments: createLoad(async () => {
    const { total } = await ask<AdminPayments>('/api/auth/admin/payments?status=pending&limit=1')
    return total === 0 ? 'Никто не ждёт оплаты' : `${formatCount(total)} ${plural(total, WAIT)} оплаты`
  })
}

export function loadFigures(): void {
  for (const figure of Object.values(figures)) figure.load()
}
