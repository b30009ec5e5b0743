import { atom, computed } from 'nanostores'
import type { AuditAnswer, AuditEvent } from '#shared/contracts/admin/audit.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createLoad, type Load } from '#site/lib/load-store.ts'
import { tell } from '#site/lib/toast-store.ts'

const TYPING_MS = 300

export interface AuditFilter {
  act: string
  user: string
  day: string
}

export const NO_FILTER: AuditFilter = { act: '', user: '', day: '' }

/** Events of one filter, page after page: each page says where the next one begins. */
export function createAudit(fixed: Partial<AuditFilter> = {}) {
  const $filter = atom<AuditFilter>({ ...NO_FILTER, ...fixed })
  /** Those that «Ещё» has brought, and where it goes on; null until it was pressed. */
  const $more = atom<{ events: AuditEvent[]; next: string | null } | null>(null)
  const $busy = atom(false)
  const pageFrom = (before: string) => {
    const { user, ...filter } = $filter.get()
    return ask<AuditAnswer>(
      `/api/auth/admin/audit?${new URLSearchParams({ ...filter, user: user.trim(), before })}`,
      { shape: { events: [{ id: 0, title: '', changes: [] }] } }
    )
  }
  const first = createLoad(() => pageFrom(''))
  const $load = computed([first.$load, $more], (load, more): Load<Omit<AuditAnswer, 'ok'>> => {
    if (load.step !== 'ready') return load
    const { events, next } = load.data
    return {
      step: 'ready',
      data: more ? { events: [...events, ...more.events], next: more.next } : { events, next }
    }
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whatever is on its way belongs to the filter before. */
  let turn = 0
  const restart = (ask: () => Promise<void>) => {
    turn += 1
    $more.set(null)
    return ask()
  }
  return {
    $load,
    $filter,
    $busy,
    load: () => restart(first.load),
    filter(change: Partial<AuditFilter>): void {
      clearTimeout(timer)
      $filter.set({ ...$filter.get(), ...change })
      timer = setTimeout(() => restart(first.refresh), 'user' in change ? TYPING_MS : 0)
    },
    /** Brings the next page. Never rejects. */
    async more(): Promise<void> {
      const shown = $load.get()
      if (shown.step !== 'ready' || shown.data.next === null || $busy.get()) return
      const own = turn
      $busy.set(true)
      try {
        const { events, next } = await pageFrom(shown.data.next)
        if (own === turn) $more.set({ events: [...($more.get()?.events ?? []), ...events], next })
      } catch (error) {
        tell(errorText(error))
      }
      $busy.set(false)
    }
  }
}

export type Audit = ReturnType<typeof createAudit>
