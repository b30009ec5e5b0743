import { atom, computed } from 'nanostores'
import { ADMIN_PAGE_ROWS } from '#shared/constants.ts'
import type { AuditAnswer, AuditEvent } from '#shared/contracts/admin/audit.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createLoad, type Load } from '#site/lib/load-store.ts'
import { tell } from '#site/lib/toast-store.ts'

const TYPING_MS = 300
export const AUDIT_PATH = '/api/auth/admin/audit'

export interface AuditFilter {
  act: string
  user: string
  day: string
  /** What somebody was asked about by. It is sent in a body: an address is seen by more than this page. */
  line: string
}

export const NO_FILTER: AuditFilter = { act: '', user: '', day: '', line: '' }

/** Events of one filter, page after page: each page says where the next one begins. */
export function createAudit(fixed: Partial<AuditFilter> = {}) {
  const $filter = atom<AuditFilter>({ ...NO_FILTER, ...fixed })
  /** Those that «Ещё» has brought, and where it goes on; null until it was pressed. */
  const $more = atom<{ events: AuditEvent[]; next: string | null } | null>(null)
  const $busy = atom(false)
  const pageFrom = (before: string, limit = ADMIN_PAGE_ROWS) => {
    const { user, line, ...rest } = $filter.get()
    const filter = { ...rest, user: user.trim(), before, limit: String(limit) }
    const shape = { events: [{ id: 0, title: '', changes: [] }] } as const
    return line === ''
      ? ask<AuditAnswer>(`${AUDIT_PATH}?${new URLSearchParams(filter)}`, { shape })
      : ask<AuditAnswer>(`${AUDIT_PATH}/asked`, { body: { ...filter, line }, shape })
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
    pageFrom,
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
